import CCurl
import LanguageModels
import Synchronization

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
/// `@unchecked Sendable`: `active` and all use of `multi` other than `curl_multi_wakeup`, which
/// libcurl allows from any thread, belong to the loop thread; the queue is inside the mutex. The
/// multi handle outlives every wake-up because `stop` is the last command anyone can send: the
/// transport and the bodies that could send more keep this object, and it is freed only after it.
final class CurlLoop: @unchecked Sendable {
  enum Command: Sendable {
    case add(CurlTransfer)
    case resume(CurlTransfer)
    case cancel(CurlTransfer)
    case stop
  }

  private struct Queue {
    var commands: [Command] = []
    var isStopped = false
  }

  private let multi: UnsafeMutableRawPointer?
  private var active: [ObjectIdentifier: CurlTransfer] = [:]
  private let queue = Mutex(Queue())

  private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

  init() {
    multi = Self.isLibraryReady ? curl_multi_init() : nil
    guard multi != nil else { return }
    startThread()
  }

  deinit {
    if let multi { curl_multi_cleanup(multi) }
  }

  func submit(_ command: Command) {
    let isAccepted = queue.withLock { queue in
      if !queue.isStopped { queue.commands.append(command) }
      return !queue.isStopped && multi != nil
    }
    if isAccepted {
      curl_multi_wakeup(multi)
    } else if case .add(let transfer) = command {
      transfer.finish(.failure(TransportError(.connect, "libcurl cannot be used")))
    }
  }

  func stop() {
    submit(.stop)
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
      var running: Int32 = 0
      curl_multi_perform(multi, &running)
      endFinished()
      endOverdue()
      curl_multi_poll(multi, nil, 0, millisecondsToNextDeadline(), nil)
    }
    for transfer in active.values {
      end(transfer, .failure(TransportError(.cancelled, "the transport was stopped")))
    }
  }

  /// False when the loop is to end.
  private func runCommands() -> Bool {
    let commands = queue.withLock { queue in
      defer { queue.commands = [] }
      return queue.commands
    }
    for command in commands {
      switch command {
      case .add(let transfer): add(transfer)
      case .resume(let transfer):
        if active[ObjectIdentifier(transfer)] != nil {
          curl_easy_pause(transfer.easy, CURLPAUSE_CONT)
        }
      case .cancel(let transfer):
        if active[ObjectIdentifier(transfer)] != nil {
          end(transfer, .failure(TransportError(.cancelled, "the caller let go")))
        }
      case .stop:
        queue.withLock { $0.isStopped = true }
        return false
      }
    }
    return true
  }

  private func add(_ transfer: CurlTransfer) {
    guard let easy = transfer.prepare() else {
      transfer.finish(.failure(TransportError(.connect, "the address cannot be used")))
      return
    }
    active[ObjectIdentifier(transfer)] = transfer
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

  private func endOverdue() {
    let now = ContinuousClock.now
    for transfer in active.values {
      let deadline = transfer.deadline
      guard deadline.at <= now else { continue }
      let limit = transfer.limit(of: deadline.phase)
      let message = deadline.phase == .total ? "not done after \(limit)" : "nothing for \(limit)"
      end(transfer, .failure(TransportError(.timeout(deadline.phase), message)))
    }
  }

  /// At most a minute; commands wake the poll earlier.
  private func millisecondsToNextDeadline() -> Int32 {
    let now = ContinuousClock.now
    let next = active.values.map { now.duration(to: $0.deadline.at) }.min() ?? .seconds(60)
    let milliseconds = next / .milliseconds(1)
    return Int32(max(0, min(60_000, milliseconds.rounded(.up))))
  }
}
