import CoachModel
import EvalGraders
public import LanguageModels
import SourceFiles
import Synchronization

/// Runs a plan: generates and grades samples, and stores each one as soon as it is finished.
///
/// In this example, `suite` and `subjects` are read as shown for ``EvalSuite``, and `models` has a model for
/// each of ``EvalSuite/modelReferences``.
///
/// ```swift
/// import CoachKit
/// import PromptEvals
///
/// let content = EvalContent(
///   suite: suite, library: try PromptLibrary(folder: "Prompts"), subjects: subjects,
///   person: { Person(id: $0) }, models: models)
/// let plan = try EvalPlan(content)
/// let run = plan.run(id: "run-1", started: "2026-03-31 10:20:30Z", suitePath: "suite.yaml")
/// let store = try EvalStore(path: ".coachkit/evals.sqlite")
/// let status = try await EvalRunner(plan, into: store).run(run)
/// print(status.isFinal ? "finished" : "stopped early")
/// ```
public struct EvalRunner: Sendable {
  let plan: EvalPlan
  let recorder: any RunRecorder & RunReader
  let control: RunControl
  let concurrency: Int
  let clock: CallClock
  let commands: GraderCommands
  /// Whether a run in which no request of a challenger differs is refused; not needed for a plan that was checked before.
  package var checksDifferences = true

  /// Creates a runner for a plan.
  ///
  /// - Parameters:
  ///   - plan: What is run.
  ///   - recorder: Where results are stored. Interim looks at a gate, pairwise judges and resumed runs also
  ///     read from it.
  ///   - control: Stops the run and reports its progress.
  ///   - concurrency: How many samples are generated at once, at least 1. The number of concurrent calls to a
  ///     provider is up to the layers around the models.
  ///   - clock: The clock for timestamps and latencies.
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

  /// Generates, grades and stores the samples of a run that are not stored yet.
  ///
  /// A reply that fails for a reason of its own (truncated, timed out, context overflow) is stored as failed
  /// and not graded. A failure that every further call would meet too (server unreachable, wrong key, request
  /// not recorded) ends the run with that error. So do eight calls in a row of one model that find it
  /// overloaded, rate-limited or too slow; the samples in which they failed are not stored, so that a resumed
  /// run generates them again. A budget that is used up, and ``RunControl/stop(_:)``, end the run without an
  /// error. However the run ends, finished samples are stored, and a resumed run continues from there.
  ///
  /// A new run is refused before its first call if no challenger sends a request that differs from the baseline's.
  ///
  /// - Parameters:
  ///   - run: The run, as created by ``EvalPlan/run(id:started:suitePath:)``.
  ///   - isResumed: Whether to resume a run that was stopped.
  ///   - retriesFailed: Whether a resumed run replaces samples in which a call failed for a reason that may be
  ///     gone by now. The old sample stays until the new one is finished.
  /// - Returns: The status with which the run ended.
  /// - Throws: ``SourceError`` if there is nothing to compare, or if the stored results of a resumed run have another
  ///   order of variants, references or graders than the plan; otherwise the error that ended the run.
  @discardableResult
  public func run(
    _ run: EvalRun, resuming isResumed: Bool = false, retryFailed retriesFailed: Bool = false
  ) async throws -> EvalRun.Status {
    if checksDifferences, !isResumed { try await plan.checkDifferences() }
    var run = run
    run.status = .running
    run.note = nil
    run.owner = .current
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

  /// Returns the keys of the samples that a resumed run has already.
  ///
  /// Throws ``SourceError`` if their order is not the plan's.
  func known(of run: EvalRun) async throws -> Set<SampleKey> {
    try recorder.run(run.id)?.checkOrder(in: run)
    return try await recorder.finishedSamples(of: run.id)
  }

  private func failed(in run: EvalRun) throws -> Set<SampleKey> {
    var failed: Set<SampleKey> = []
    try recorder.eachSample(of: run) { if $0.mayBeRetried { failed.insert($0.key) } }
    return failed
  }

  func state(of run: EvalRun, isResumed: Bool, retried: Set<SampleKey> = []) throws -> RunState {
    try RunState(
      plan: plan, run: run, recorder: recorder, control: control, clock: clock, commands: commands,
      isResumed: isResumed, retried: retried)
  }

  /// Does a run's work, and records how the run ended.
  ///
  /// - Parameter whole: The status and note of a run that nothing stopped.
  func conclude(
    _ run: EvalRun, whole: (EvalRun.Status, String?) = (.complete, nil),
    work: () async throws -> Void
  ) async throws -> EvalRun.Status {
    do {
      try await work()
      if let failure = control.failure { throw failure }
    } catch is RunStopped {
      // Recorded below, with the reason.
    } catch {
      let isStopped = error is CancellationError || Task.isCancelled
      try await recorder.end(
        run.id, as: isStopped ? .interrupted : .failed, note: isStopped ? nil : Self.note(error))
      throw error
    }
    let (status, note) = ending(whole)
    try await recorder.end(run.id, as: status, note: note)
    return status
  }

  private static func note(_ error: any Error) -> String {
    (error as? ModelError)?.message ?? "\(error)"
  }

  private func ending(_ whole: (EvalRun.Status, String?)) -> (EvalRun.Status, String?) {
    switch control.stopReason {
    case nil: whole
    case .interrupted: (.interrupted, "interrupted")
    case .budget(let note): (.budget, note)
    case .decided(let note): (.decided, note)
    case .failed(let note): (.failed, note)
    }
  }

  /// Generates the samples of each portion of the transcripts, with an interim look at the gate after each.
  ///
  /// Returns the finding of a look that ends the run.
  ///
  /// A look uses all stored samples, so a resumed run skips the looks before the last portion that has samples.
  private func generate(
    _ state: RunState, except finished: Set<SampleKey>, known: Set<SampleKey>
  ) async throws -> String? {
    let portions = plan.portions
    let reached = lastPortion(of: known, in: portions)
    for (look, subjects) in portions.enumerated() {
      let cases = SharedCases(EvalCases(subjects, suite: plan.suite), except: finished)
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

  /// Returns the index of the last portion that has samples; 0 if there is none.
  private func lastPortion(of known: Set<SampleKey>, in portions: [ArraySlice<EvalSubject>]) -> Int
  {
    guard portions.count > 1, !known.isEmpty else { return 0 }
    let variants = Set(plan.suite.comparison.variants.map(\.id))
    let started = Set(known.filter { variants.contains($0.side) }.map(\.transcript))
    return portions.lastIndex { $0.contains { started.contains($0.transcript.id) } } ?? 0
  }
}

/// A queue of cases that is shared by several workers.
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
