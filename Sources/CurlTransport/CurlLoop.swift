import CCurl
import LanguageModels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The thread that owns libcurl's multi handle.
///
/// Everybody else only puts commands into a queue and wakes it. Invariant behind
/// `@unchecked Sendable`: all properties but the queue, and of the poller all but `wake`, belong to
/// the loop thread once it runs; the queue is behind its lock. `stop` is the last command anyone can
/// send, because the transport and the bodies that could send more keep this object alive.
final class CurlLoop: @unchecked Sendable {
  enum Command: Sendable {
    case add(CurlTransfer)
    case resume(CurlTransfer)
    case setAlarm(CurlTransfer)
    case cancel(CurlTransfer)
    case discardRest(CurlTransfer)
    case stop
  }

  private struct Queue {
    var commands: [Command] = []
    var isStopped = false
  }

  #if os(Linux)
    private let poller = EpollPoller()
  #else
    private let poller = PollPoller()
  #endif
  private let multi: UnsafeMutableRawPointer?
  private var active: [ObjectIdentifier: CurlTransfer] = [:]
  /// The transfers that have something for their readers in this round.
  var touched: [CurlTransfer] = []
  /// When libcurl wants to be called, socket or not.
  private var curlTimer: ContinuousClock.Instant?
  /// No reader's deadline is before this.
  private var nextAlarm: ContinuousClock.Instant?
  private let queue = Locked(Queue())
  private var pacer = RoundPacer()

  private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

  init() {
    multi = Self.isLibraryReady ? curl_multi_init() : nil
    guard multi != nil, poller != nil else { return }
    let me = Unmanaged.passUnretained(self).toOpaque()
    coachkit_curl_set_callbacks(
      multi, me,
      { _, socket, what, context, _ in
        guard let context else { return 0 }
        Unmanaged<CurlLoop>.fromOpaque(context).takeUnretainedValue().watch(socket, what)
        return 0
      },
      { _, milliseconds, context in
        guard let context else { return 0 }
        Unmanaged<CurlLoop>.fromOpaque(context).takeUnretainedValue().setTimer(milliseconds)
        return 0
      })
    startThread()
  }

  deinit {
    if let multi { curl_multi_cleanup(multi) }
  }

  func submit(_ command: Command) {
    let (isAccepted, isFirst) = queue.withLock { queue in
      let isFirst = queue.commands.isEmpty
      if !queue.isStopped { queue.commands.append(command) }
      return (!queue.isStopped && multi != nil && poller != nil, isFirst)
    }
    if isAccepted {
      // Whoever finds the queue filled knows that the loop is awake or being woken.
      if isFirst { poller?.wake() }
    } else if case .add(let transfer) = command {
      transfer.finish(.failure(TransportError(.connect, "libcurl cannot be used")))
    }
  }

  private func startThread() {
    let context = Unmanaged.passRetained(self).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
      let failure = pthread_create(&thread, nil, { CurlLoop.threadMain($0) }, context)
      if failure == 0, let thread { pthread_detach(thread) }
    #else
      var thread = pthread_t()
      let failure = pthread_create(&thread, nil, { CurlLoop.threadMain($0) }, context)
      if failure == 0 { pthread_detach(thread) }
    #endif
    if failure != 0 {
      Unmanaged<CurlLoop>.fromOpaque(context).release()
      queue.withLock { $0.isStopped = true }
    }
  }

  private static func threadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<CurlLoop>.fromOpaque(context).takeRetainedValue().run()
    return nil
  }

  // MARK: The loop thread

  private func run() {
    while runCommands() {
      endFinished()
      flush()
      poller?.wait(milliseconds: millisecondsToWait()) { socket, happened in
        var flags: Int32 = 0
        if happened.contains(.read) { flags |= CURL_CSELECT_IN }
        if happened.contains(.write) { flags |= CURL_CSELECT_OUT }
        if happened.contains(.failure) { flags |= CURL_CSELECT_ERR }
        act(on: socket, flags)
      }
      let now = ContinuousClock.now
      if let timer = curlTimer, timer <= now {
        curlTimer = nil
        act(on: CURL_SOCKET_BAD, 0)
      }
      endFinished()
      flush()
      if let alarm = nextAlarm, alarm <= now { endOverdue(now) }
      pacer.endRound(at: now, streams: active.count)
    }
    for transfer in active.values {
      end(transfer, .failure(TransportError(.cancelled, "the transport was stopped")))
    }
  }

  private func act(on socket: curl_socket_t, _ flags: Int32) {
    var running: Int32 = 0
    curl_multi_socket_action(multi, socket, flags, &running)
  }

  private func watch(_ socket: curl_socket_t, _ what: Int32) {
    let interest: SocketInterest =
      switch what {
      case CURL_POLL_IN: .read
      case CURL_POLL_OUT: .write
      case CURL_POLL_INOUT: [.read, .write]
      default: []
      }
    poller?.watch(socket, for: interest)
  }

  private func setTimer(_ milliseconds: Int) {
    curlTimer = milliseconds < 0 ? nil : .now + .milliseconds(milliseconds)
  }

  /// False when the loop is to end.
  private func runCommands() -> Bool {
    let commands = queue.withLock { queue in
      let commands = queue.commands
      queue.commands = []
      return commands
    }
    for command in commands {
      switch command {
      case .add(let transfer): add(transfer)
      case .resume(let transfer):
        if isActive(transfer) { curl_easy_pause(transfer.easy, CURLPAUSE_CONT) }
      case .setAlarm(let transfer):
        if isActive(transfer) { setAlarm(transfer.nextAlarm()) }
      case .discardRest(let transfer):
        if isActive(transfer) {
          transfer.discardRest()
          setAlarm(transfer.nextAlarm())
          curl_easy_pause(transfer.easy, CURLPAUSE_CONT)
        }
      case .cancel(let transfer):
        if isActive(transfer), !transfer.isDiscarding {
          end(transfer, .failure(TransportError(.cancelled, "the caller let go")))
        }
      case .stop:
        queue.withLock { $0.isStopped = true }
        return false
      }
    }
    return true
  }

  private func isActive(_ transfer: CurlTransfer) -> Bool {
    active[ObjectIdentifier(transfer)] != nil
  }

  private func add(_ transfer: CurlTransfer) {
    guard let easy = transfer.prepare() else {
      transfer.finish(.failure(TransportError(.connect, "the address cannot be used")))
      return
    }
    active[ObjectIdentifier(transfer)] = transfer
    setAlarm(transfer.nextAlarm())
    let code = curl_multi_add_handle(multi, easy)
    if code != CURLM_OK {
      let message = String(cString: curl_multi_strerror(code))
      end(transfer, .failure(TransportError(.connect, message)))
    }
  }

  private func end(_ transfer: CurlTransfer, _ result: Result<Void, TransportError>) {
    active[ObjectIdentifier(transfer)] = nil
    if let easy = transfer.easy { curl_multi_remove_handle(multi, easy) }
    transfer.release()
    transfer.finish(result)
  }

  private func endFinished() {
    var remaining: Int32 = 0
    while let message = curl_multi_info_read(multi, &remaining) {
      guard message.pointee.msg == CURLMSG_DONE else { continue }
      var pointer: UnsafeMutableRawPointer?
      let easy = coachkit_curl_message_handle(message)
      coachkit_curl_private(easy, &pointer)
      guard let pointer else { continue }
      let transfer = Unmanaged<CurlTransfer>.fromOpaque(pointer).takeUnretainedValue()
      end(transfer, transfer.result(of: coachkit_curl_message_result(message)))
    }
  }

  private func flush() {
    guard !touched.isEmpty else { return }
    let transfers = touched
    touched = []
    for transfer in transfers {
      transfer.isTouched = false
      transfer.flush()
    }
  }

  // MARK: Deadlines

  private func setAlarm(_ alarm: ContinuousClock.Instant?) {
    guard let alarm else { return }
    nextAlarm = nextAlarm.map { min($0, alarm) } ?? alarm
  }

  /// Looks at every transfer, which is rare: deadlines are seconds apart and mostly move on unseen.
  private func endOverdue(_ now: ContinuousClock.Instant) {
    nextAlarm = nil
    for transfer in active.values {
      guard let deadline = transfer.nextAlarm() else { continue }
      if deadline <= now {
        end(transfer, .failure(TransportError(.deadline, "nothing came in time")))
      } else {
        setAlarm(deadline)
      }
    }
  }

  /// At most a minute; commands end the wait earlier.
  private func millisecondsToWait() -> Int32 {
    let times = [curlTimer, nextAlarm].compactMap { $0 }
    guard let next = times.min() else { return 60_000 }
    let milliseconds = (ContinuousClock.now.duration(to: next) / .milliseconds(1)).rounded(.up)
    return Int32(max(0, min(60_000, milliseconds)))
  }
}
