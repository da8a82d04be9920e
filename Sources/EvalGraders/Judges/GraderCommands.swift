import SourceFiles
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Runs graders' programs, a few at once, on threads of their own.
///
/// A program is waited for by a thread that only does that, since a blocked thread of Swift's own pool would
/// hold up everything else. Whoever waits can be cancelled; the program is ended then.
package struct GraderCommands: Sendable {
  private let queue: ProgramQueue
  private let now: @Sendable () -> ContinuousClock.Instant

  /// Creates a place where at most so many programs run at once; `now` is the time by which a program's limit is kept.
  package init(
    atOnce limit: Int = 4, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    queue = ProgramQueue(limit: max(1, limit))
    self.now = now
  }

  /// What a program writes to standard output when it is given a text. Throws ``GraderFailure`` when it
  /// cannot be started, does not end in time, fails, or writes too much or something that is not UTF-8.
  package func run(_ command: GraderCommandLine, _ input: String) async throws -> String {
    let job = ProgramJob(command, input, now)
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        job.whenDone { continuation.resume(returning: $0) }
        queue.add(job)
      }
    } onCancel: {
      job.cancel()
    }
    try Task.checkCancellation()
    if let failure = outcome.failure {
      throw GraderFailure(Self.words(for: failure, of: command, outcome.errors))
    }
    guard let output = String(validating: outcome.output, as: UTF8.self) else {
      throw GraderFailure("'\(command.program)' wrote something that is not UTF-8")
    }
    return output
  }

  private static func words(
    for failure: ProgramRun.Failure, of command: GraderCommandLine, _ errors: [UInt8]
  ) -> String {
    let name = "'\(command.program)'"
    let what =
      switch failure {
      case .notStarted(ENOENT): "\(name) is not there, or its folder or interpreter is not"
      case .notStarted(EACCES): "\(name) may not be run; chmod +x makes a file a program"
      case .notStarted(let code): "\(name) cannot be started: \(String(cString: strerror(code)))"
      case .timeout: "\(name) did not end within \(command.seconds.brief) s"
      case .cancelled: "\(name) was stopped"
      case .tooMuchOutput: "\(name) wrote more than \(ProgramRun.maximumOutput) bytes"
      case .exit(let code): "\(name) ended with exit code \(code)"
      case .signal(let signal): "\(name) was ended by signal \(signal)"
      }
    let tail = String(decoding: errors, as: UTF8.self).trimmingWhitespace
    return tail.isEmpty ? what : "\(what): \(tail)"
  }
}

/// A program that is to be run, once.
private final class ProgramJob: Sendable {
  private let command: GraderCommandLine
  private let input: String
  private let now: @Sendable () -> ContinuousClock.Instant
  private let isCancelled = Atomic(false)
  private let done = Mutex<(@Sendable (ProgramRun.Outcome) -> Void)?>(nil)

  init(
    _ command: GraderCommandLine, _ input: String,
    _ now: @escaping @Sendable () -> ContinuousClock.Instant
  ) {
    self.command = command
    self.input = input
    self.now = now
  }

  func whenDone(_ report: @escaping @Sendable (ProgramRun.Outcome) -> Void) {
    done.withLock { $0 = report }
  }

  func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Runs on a thread of its own.
  func run() {
    let isGivenUp = isCancelled.load(ordering: .relaxed)
    let outcome =
      isGivenUp
      ? ProgramRun.Outcome(failure: .cancelled)
      : ProgramRun(command: command, input: Array(input.utf8), now: now) {
        self.isCancelled.load(ordering: .relaxed)
      }.run()
    end(outcome)
  }

  func end(_ outcome: ProgramRun.Outcome) {
    let report = done.withLock { report in
      defer { report = nil }
      return report
    }
    report?(outcome)
  }
}

/// The programs that wait, and the threads that run them: as many as may run at once, and none when there is
/// nothing to run.
private final class ProgramQueue: Sendable {
  private struct State {
    var waiting: [ProgramJob] = []
    var threads = 0
  }

  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int) {
    self.limit = limit
  }

  func add(_ job: ProgramJob) {
    let needsThread = state.withLock { state in
      state.waiting.append(job)
      guard state.threads < limit else { return false }
      state.threads += 1
      return true
    }
    if needsThread, !startThread() { refuse() }
  }

  /// Without a thread nothing that waits can be run, unless another thread is still at work.
  private func refuse() {
    let refused = state.withLock { state -> [ProgramJob] in
      state.threads -= 1
      guard state.threads == 0 else { return [] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for job in refused { job.end(ProgramRun.Outcome(failure: .notStarted(EAGAIN))) }
  }

  /// Takes one job after the other until there is none.
  func work() {
    while let job = next() { job.run() }
  }

  private func next() -> ProgramJob? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.threads -= 1
        return nil
      }
      return state.waiting.removeFirst()
    }
  }

  private func startThread() -> Bool {
    let context = Unmanaged.passRetained(self)
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = pthread_create(&thread, nil, { ProgramQueue.main($0) }, context.toOpaque())
      if code == 0, let thread { pthread_detach(thread) }
    #else
      var thread = pthread_t()
      let code = pthread_create(&thread, nil, { ProgramQueue.main($0) }, context.toOpaque())
      if code == 0 { pthread_detach(thread) }
    #endif
    if code != 0 { context.release() }
    return code == 0
  }

  private static func main(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<ProgramQueue>.fromOpaque(context).takeRetainedValue().work()
    return nil
  }
}
