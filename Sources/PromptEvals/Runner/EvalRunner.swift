public import LanguageModels
import Conversations
import SourceFiles
import Synchronization

/// Carries out a plan: generates, grades, and has every sample kept as soon as it is finished.
public struct EvalRunner: Sendable {
  let plan: EvalPlan
  let recorder: any RunRecorder
  let control: RunControl
  let concurrency: Int
  let clock: CallClock
  let commands: GraderCommands

  /// Creates a runner.
  /// - Parameter concurrency: how many samples are under way at once. How many calls that makes at a
  ///   provider is for the layers around the models to say.
  public init(
    _ plan: EvalPlan, into recorder: any RunRecorder, control: RunControl = RunControl(),
    concurrency: Int = 20, clock: CallClock = .system
  ) {
    self.plan = plan
    self.recorder = recorder
    self.control = control
    self.concurrency = max(1, concurrency)
    self.clock = clock
    commands = GraderCommands()
  }

  /// Runs what is not there yet.
  ///
  /// A reply that fails for a reason of its own (cut, slow, too long) is kept as such and not graded. A
  /// failure that the next call would meet too (no server, wrong key, not recorded) ends the run with that
  /// error; a budget that is used up, and ``RunControl/stop(_:)``, end it without one. Whatever ends it, what
  /// was finished is there, and running the same plan again goes on from it.
  /// - Returns: how it ended.
  @discardableResult
  public func run(_ run: EvalRun, resuming isResumed: Bool = false) async throws -> EvalRun.Status {
    var run = run
    let finished = isResumed ? try await recorder.finishedSamples(of: run.id) : []
    run.status = .running
    run.note = nil
    try await recorder.begin(run)
    control.begin(total: plan.sampleCount, done: finished.count)
    let state = try RunState(
      plan, run, recorder, control, clock, commands, isResumed: isResumed)
    return try await conclude(run) {
      try await state.addReferences(except: finished)
      try await generate(state, except: finished)
      if control.stopReason == nil { try await state.judgePairs(workers: concurrency) }
    }
  }

  /// Does a run's work, and notes how it ended.
  func conclude(_ run: EvalRun, _ work: () async throws -> Void) async throws -> EvalRun.Status {
    do {
      try await work()
    } catch is RunControl.Stopped {
      // Noted below, with the reason.
    } catch {
      let isStopped = error is CancellationError
      try await recorder.end(
        run.id, isStopped ? .interrupted : .failed, note: isStopped ? nil : Self.note(error))
      throw error
    }
    let (status, note) = ending
    try await recorder.end(run.id, status, note: note)
    return status
  }

  /// A failure in one line.
  private static func note(_ error: any Error) -> String {
    (error as? ModelError)?.message ?? "\(error)"
  }

  private var ending: (EvalRun.Status, String?) {
    switch control.stopReason {
    case nil: (.complete, nil)
    case .interrupted: (.interrupted, "somebody stopped it")
    case .budget(let note): (.budget, note)
    case .decided(let note): (.decided, note)
    }
  }

  /// The samples of each portion of the transcripts, with a look at the gate after it.
  private func generate(_ state: RunState, except finished: Set<SampleKey>) async throws {
    for (look, subjects) in plan.portions.enumerated() {
      let cases = SharedCases(EvalCases(subjects, plan.suite), except: finished)
      try await workers(min(concurrency, plan.cases.count)) {
        while control.stopReason == nil, let next = cases.next() {
          try Task.checkCancellation()
          try await state.makeSample(next)
        }
      }
      guard control.stopReason == nil, look + 1 < plan.portions.count else { continue }
      if let finding = try state.decision(at: look) { control.stop(.decided(finding)) }
    }
  }

  /// Has so many workers do the same at once; the first failure stops all of them.
  func workers(_ count: Int, _ work: @escaping @Sendable () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<max(1, count) { group.addTask { try await work() } }
      try await group.waitForAll()
    }
  }
}

/// Cases that several workers take from.
private final class SharedCases: Sendable {
  private let cases: Mutex<EvalCases>
  private let finished: Set<SampleKey>

  init(_ cases: EvalCases, except finished: Set<SampleKey>) {
    self.cases = Mutex(cases)
    self.finished = finished
  }

  func next() -> EvalCase? {
    cases.withLock { cases in
      while let next = cases.next() {
        if finished.isEmpty || !finished.contains(next.key) { return next }
      }
      return nil
    }
  }
}
