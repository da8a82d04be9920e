import CoachModel
import EvalGraders
public import LanguageModels
import SourceFiles
import Synchronization

/// Carries out a plan: generates, grades, and has every sample kept as soon as it is finished.
public struct EvalRunner: Sendable {
  let plan: EvalPlan
  let recorder: any RunRecorder & RunReader
  let control: RunControl
  let concurrency: Int
  let clock: CallClock
  let commands: GraderCommands

  /// Creates a runner.
  /// - Parameter recorder: where results go. Looks at a gate, pairwise judges and runs that go on read from it
  ///   what is there already.
  /// - Parameter concurrency: how many samples are under way at once. How many calls that makes at a
  ///   provider is for the layers around the models to say.
  public init(
    _ plan: EvalPlan, into recorder: any RunRecorder & RunReader,
    control: RunControl = RunControl(), concurrency: Int = 20, clock: CallClock = .system
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
  /// error, and so do eight calls of a model in a row that find it overloaded, limited or too slow; their samples
  /// are left for later. A budget that is used up, and ``RunControl/stop(_:)``, end it without an error. Whatever
  /// ends it, what was finished is there, and running the same plan again goes on from it.
  /// - Parameters:
  ///   - isResumed: whether the run goes on. Throws ``SourceError`` when what it holds has not the same order as
  ///     the plan: of variants, references or graders.
  ///   - retriesFailed: whether a run that goes on makes samples again in which a call had failed for a reason
  ///     that may be gone by now. The old one stays until the new one is there.
  /// - Returns: how it ended.
  @discardableResult
  public func run(
    _ run: EvalRun, resuming isResumed: Bool = false, retryFailed retriesFailed: Bool = false
  ) async throws -> EvalRun.Status {
    var run = run
    run.status = .running
    run.note = nil
    let known = isResumed ? try await known(of: run) : []
    let retried = isResumed && retriesFailed ? try failed(in: run) : []
    let finished = known.subtracting(retried)
    try await recorder.begin(run)
    control.begin(total: plan.sampleCount, done: finished.count)
    let state = try state(of: run, isResumed: isResumed, retried: retried)
    return try await conclude(run) {
      try await state.addReferences(except: finished)
      let finding = try await generate(state, except: finished, known: known)
      guard control.stopReason == nil else { return }
      try await state.keepRest()
      try await state.judgePairs(workers: concurrency)
      if let finding { control.stop(.decided(finding)) }
    }
  }

  /// The samples that are there under a run that goes on.
  func known(of run: EvalRun) async throws -> Set<SampleKey> {
    try recorder.run(run.id)?.checkOrder(in: run)
    return try await recorder.finishedSamples(of: run.id)
  }

  private func failed(in run: EvalRun) throws -> Set<SampleKey> {
    var failed: Set<SampleKey> = []
    try recorder.eachSample(of: run) { if $0.mayBeRetried { failed.insert($0.key) } }
    return failed
  }

  /// What the samples of a run have in common.
  func state(of run: EvalRun, isResumed: Bool, retried: Set<SampleKey> = []) throws -> RunState {
    try RunState(
      plan, run, recorder, control, clock, commands, isResumed: isResumed, retried: retried)
  }

  /// Does a run's work, and notes how it ended.
  /// - Parameter whole: how it ends where nothing stopped it.
  func conclude(
    _ run: EvalRun, whole: (EvalRun.Status, String?) = (.complete, nil),
    _ work: () async throws -> Void
  ) async throws -> EvalRun.Status {
    do {
      try await work()
      if let failure = control.failure { throw failure }
    } catch is RunStopped {
      // Noted below, with the reason.
    } catch {
      let isStopped = error is CancellationError || Task.isCancelled
      try await recorder.end(
        run.id, isStopped ? .interrupted : .failed, note: isStopped ? nil : Self.note(error))
      throw error
    }
    let (status, note) = ending(whole)
    try await recorder.end(run.id, status, note: note)
    return status
  }

  /// A failure in one line.
  private static func note(_ error: any Error) -> String {
    (error as? ModelError)?.message ?? "\(error)"
  }

  private func ending(_ whole: (EvalRun.Status, String?)) -> (EvalRun.Status, String?) {
    switch control.stopReason {
    case nil: whole
    case .interrupted: (.interrupted, "somebody stopped it")
    case .budget(let note): (.budget, note)
    case .decided(let note): (.decided, note)
    case .failed(let note): (.failed, note)
    }
  }

  /// The samples of each portion of the transcripts, with a look at the gate after it. Returns what a look came
  /// to where that ends the run.
  ///
  /// A look takes in all that is there, so one that comes before samples of a later portion is not repeated once
  /// there are any.
  private func generate(
    _ state: RunState, except finished: Set<SampleKey>, known: Set<SampleKey>
  ) async throws -> String? {
    let portions = plan.portions
    let reached = lastPortion(of: known, in: portions)
    for (look, subjects) in portions.enumerated() {
      let cases = SharedCases(EvalCases(subjects, plan.suite), except: finished)
      try await withWorkers(min(concurrency, plan.cases.count)) {
        while control.stopReason == nil, let next = cases.next() {
          try Task.checkCancellation()
          try await state.makeSample(next)
        }
      }
      guard control.stopReason == nil else { return nil }
      guard look + 1 < portions.count, reached <= look else { continue }
      if let finding = try state.decision(at: look) { return finding }
    }
    return nil
  }

  /// The last portion of which there are samples; 0 where there are none.
  private func lastPortion(of known: Set<SampleKey>, in portions: [ArraySlice<EvalSubject>]) -> Int
  {
    guard portions.count > 1, !known.isEmpty else { return 0 }
    let variants = Set(plan.suite.variants.map(\.id))
    let begun = Set(known.filter { variants.contains($0.side) }.map(\.transcript))
    return portions.lastIndex { $0.contains { begun.contains($0.transcript.id) } } ?? 0
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
