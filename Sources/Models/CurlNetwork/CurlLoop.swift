import CCoachCurl
import LanguageModels
import ModelProviders

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The thread that owns libcurl's multi handle.
///
/// All other threads only enqueue commands and wake it. Invariant behind `@unchecked Sendable`: all properties except
/// the queue, and of the poller everything except `wake`, belong to the loop thread once it runs (`touched` is filled
/// by the transfers, on that thread); the queue is behind its lock. `stop` is the last command that can be sent,
/// because the transport and the bodies that could send more keep this object alive. A child process made by `fork`
/// alone must not use it.
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
  private var multi: UnsafeMutableRawPointer?
  /// The shared TLS sessions, so that another connection to a host can resume one.
  private var sessions: UnsafeMutableRawPointer?
  private var active: [ObjectIdentifier: CurlTransfer] = [:]
  /// The transfers that have data for their readers in this round.
  var touched: [CurlTransfer] = []
  /// Sockets that the system refuses to watch. Their transfers fail as soon as libcurl may be called again.
  private var unwatchable: [curl_socket_t] = []
  /// When libcurl must be called regardless of socket events.
  private var curlTimer: ContinuousClock.Instant?
  /// A lower bound on the deadlines of all readers.
  private var nextAlarm: ContinuousClock.Instant?
  private let queue = Locked(Queue())
  private var pacer = RoundPacer()

  private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

  init() {
    multi = Self.isLibraryReady ? curl_multi_init() : nil
    guard let multi, poller != nil else {
      refuseCommands()
      return
    }
    coachkit_curl_keep_connections(multi, Self.maximumConnections)
    sessions = curl_share_init()
    if let sessions { coachkit_curl_share_sessions(sessions) }
    let me = Unmanaged.passUnretained(self).toOpaque()
    let code = coachkit_curl_set_callbacks(
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
    if code == CURLM_OK { startThread() } else { refuseCommands() }
  }

  deinit { cleanUp() }

  /// The maximum number of open connections, idle ones included, unless there are more streams.
  private static let maximumConnections = 256

  private func cleanUp() {
    if let multi { curl_multi_cleanup(multi) }
    if let sessions { curl_share_cleanup(sessions) }
    multi = nil
    sessions = nil
  }

  private func refuseCommands() {
    queue.withLock { $0.isStopped = true }
  }

  func submit(_ command: Command) {
    let (isAccepted, isFirst) = queue.withLock { queue in
      let isFirst = queue.commands.isEmpty
      if !queue.isStopped { queue.commands.append(command) }
      return (!queue.isStopped, isFirst)
    }
    if isAccepted {
      // If the queue was not empty, the loop is awake or being woken.
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
      refuseCommands()
    }
  }

  private static func threadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<CurlLoop>.fromOpaque(context).takeRetainedValue().run()
    return nil
  }

  // MARK: The loop thread

  private func run() {
    blockSignals()
    while let commandCount = runCommands() {
      endFinished()
      flush()
      var isOnlyReplies = commandCount == 0
      let isAll = poller?.wait(milliseconds: millisecondsToWait()) { socket, happened in
        if happened != .read { isOnlyReplies = false }
        var flags: Int32 = 0
        if happened.contains(.read) { flags |= CURL_CSELECT_IN }
        if happened.contains(.write) { flags |= CURL_CSELECT_OUT }
        if happened.contains(.failure) { flags |= CURL_CSELECT_ERR }
        act(on: socket, flags)
      }
      for socket in unwatchable { act(on: socket, CURL_CSELECT_ERR) }
      unwatchable = []
      let now = ContinuousClock.now
      if let timer = curlTimer, timer <= now {
        curlTimer = nil
        act(on: CURL_SOCKET_BAD, 0)
      }
      endFinished()
      isOnlyReplies = isOnlyReplies && !touched.isEmpty && isAll == true
      flush()
      // While events are pending on some sockets, no transfer is known to be overdue.
      if let alarm = nextAlarm, alarm <= now, isAll == true { endOverdue(now) }
      pacer.endRound(at: now, streams: active.count, broughtOnlyReplies: isOnlyReplies)
    }
    for transfer in active.values {
      end(transfer, with: .failure(TransportError(.cancelled, "the transport was stopped")))
    }
    cleanUp()
  }

  /// Keeps the host's signal handlers off this thread, and a broken connection from ending the process: some TLS
  /// libraries write without a flag against SIGPIPE.
  private func blockSignals() {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
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
    if poller?.watch(socket, for: interest) != true { unwatchable.append(socket) }
  }

  private func setTimer(_ milliseconds: Int) {
    curlTimer = milliseconds < 0 ? nil : .now + .milliseconds(milliseconds)
  }

  /// Runs the queued commands and returns their number; nil if the loop must end.
  private func runCommands() -> Int? {
    let commands = queue.withLock { queue in
      let commands = queue.commands
      queue.commands = []
      return commands
    }
    for command in commands {
      switch command {
      case .add(let transfer): add(transfer)
      case .resume(let transfer):
        if isActive(transfer) { resume(transfer) }
      case .setAlarm(let transfer):
        if isActive(transfer) { setAlarm(transfer.nextAlarm()) }
      case .discardRest(let transfer):
        if isActive(transfer) {
          transfer.discardRest()
          setAlarm(transfer.nextAlarm())
          resume(transfer)
        }
      case .cancel(let transfer):
        if isActive(transfer), !transfer.isDiscarding {
          end(transfer, with: .failure(TransportError(.cancelled, "the caller cancelled the call")))
        }
      case .stop:
        refuseCommands()
        return nil
      }
    }
    return commands.count
  }

  private func resume(_ transfer: CurlTransfer) {
    let code = curl_easy_pause(transfer.easy, CURLPAUSE_CONT)
    if code != CURLE_OK { end(transfer, with: transfer.result(of: code)) }
  }

  private func isActive(_ transfer: CurlTransfer) -> Bool {
    active[ObjectIdentifier(transfer)] != nil
  }

  private func add(_ transfer: CurlTransfer) {
    let easy: UnsafeMutableRawPointer
    do throws(TransportError) {
      easy = try transfer.prepare(sharing: sessions)
    } catch {
      transfer.release()
      transfer.finish(.failure(error))
      return
    }
    active[ObjectIdentifier(transfer)] = transfer
    setAlarm(transfer.nextAlarm())
    let code = curl_multi_add_handle(multi, easy)
    if code != CURLM_OK {
      let message = String(cString: curl_multi_strerror(code))
      end(transfer, with: .failure(TransportError(.connect, message)))
    }
  }

  private func end(_ transfer: CurlTransfer, with result: Result<Void, TransportError>) {
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
      end(transfer, with: transfer.result(of: coachkit_curl_message_result(message)))
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

  /// Checks every transfer. This is rare: deadlines are seconds apart and usually move on before they are checked.
  private func endOverdue(_ now: ContinuousClock.Instant) {
    nextAlarm = nil
    for transfer in active.values {
      guard let deadline = transfer.nextAlarm() else { continue }
      if deadline <= now {
        end(transfer, with: .failure(TransportError(.deadline, "nothing arrived in time")))
      } else {
        setAlarm(deadline)
      }
    }
  }

  /// Returns the time until the next deadline, at most a minute; commands end the wait earlier.
  private func millisecondsToWait() -> Int32 {
    let times = [curlTimer, nextAlarm].compactMap { $0 }
    guard let next = times.min() else { return 60_000 }
    let milliseconds = (ContinuousClock.now.duration(to: next) / .milliseconds(1)).rounded(.up)
    return Int32(max(0, min(60_000, milliseconds)))
  }
}
