import SourceFiles
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Runs graders' programs on threads of their own, a limited number at once.
///
/// A dedicated thread waits for each program, since blocking a thread of Swift's cooperative pool would hold up
/// everything else. Cancelling the waiting task terminates the program.
package struct GraderCommands: Sendable {
  private let queue: ProgramQueue
  private let now: @Sendable () -> ContinuousClock.Instant

  /// Creates a runner for at most `limit` programs at once; `now` is the clock of the timeouts.
  package init(
    atOnce limit: Int = 4, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    queue = ProgramQueue(limit: max(1, limit))
    self.now = now
  }

  /// Runs a program with a text on standard input and returns its standard output.
  ///
  /// Throws ``GraderFailure`` if the program cannot be started, times out, fails, or writes too much or something
  /// that is not UTF-8, and `CancellationError` if the task is cancelled.
  package func run(_ command: GraderCommandLine, input: String) async throws -> String {
    let job = ProgramJob(command: command, input: input, now: now)
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
      throw GraderFailure("'\(command.program)' wrote output that is not UTF-8")
    }
    return output
  }

  private static func words(
    for failure: ProgramRun.Failure, of command: GraderCommandLine, _ errors: [UInt8]
  ) -> String {
    let name = "'\(command.program)'"
    let what =
      switch failure {
      case .notStarted(ENOENT): "\(name) does not exist, or its folder or interpreter does not"
      case .notStarted(EACCES): "\(name) is not executable; run chmod +x on it"
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

/// A program that runs at most once.
private final class ProgramJob: Sendable {
  private let command: GraderCommandLine
  private let input: String
  private let now: @Sendable () -> ContinuousClock.Instant
  private let isCancelled = Atomic(false)
  private let done = Mutex<(@Sendable (ProgramRun.Outcome) -> Void)?>(nil)

  init(
    command: GraderCommandLine, input: String,
    now: @escaping @Sendable () -> ContinuousClock.Instant
  ) {
    self.command = command
    self.input = input
    self.now = now
  }

  func whenDone(_ report: @escaping @Sendable (ProgramRun.Outcome) -> Void) {
    done.withLock { $0 = report }
  }

  func cancel() { isCancelled.store(true, ordering: .relaxed) }

  /// Runs the program and reports its outcome; blocks the calling thread.
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

/// The queue of waiting programs and the threads that run them: at most `limit`, and none while there is nothing to
/// run.
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

  /// Fails all waiting programs if no thread could be started and none is running.
  private func refuse() {
    let refused = state.withLock { state -> [ProgramJob] in
      state.threads -= 1
      guard state.threads == 0 else { return [] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for job in refused { job.end(ProgramRun.Outcome(failure: .notStarted(EAGAIN))) }
  }

  /// Runs waiting jobs one after another until there are none.
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
