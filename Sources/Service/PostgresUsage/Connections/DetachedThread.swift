#if Postgres
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// A thread that ends with its work. Calls of libpq block, and the threads of Swift's tasks must not.
  final class DetachedThread: Sendable {
    private let work: @Sendable () -> Void

    private init(_ work: @escaping @Sendable () -> Void) {
      self.work = work
    }

    /// Starts a thread; false if the system refuses.
    static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
      let context = Unmanaged.passRetained(DetachedThread(work)).toOpaque()
      #if canImport(Darwin)
        var thread: pthread_t?
        let failure = pthread_create(&thread, nil, { DetachedThread.main($0) }, context)
        if failure == 0, let thread { pthread_detach(thread) }
      #else
        var thread = pthread_t()
        let failure = pthread_create(&thread, nil, { DetachedThread.main($0) }, context)
        if failure == 0 { pthread_detach(thread) }
      #endif
      if failure != 0 { Unmanaged<DetachedThread>.fromOpaque(context).release() }
      return failure == 0
    }

    private static func main(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      guard let context else { return nil }
      // The host's signal handlers stay off this thread, and a broken connection does not end the process.
      var all = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_BLOCK, &all, nil)
      Unmanaged<DetachedThread>.fromOpaque(context).takeRetainedValue().work()
      return nil
    }
  }
#endif
