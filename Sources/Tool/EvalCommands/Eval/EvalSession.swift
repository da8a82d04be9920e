import ArgumentParser
import CommandLineSupport
import EvalStatistics
import LanguageModels
import ModelLayers
import PromptEvals
import SourceFiles

/// An interactive run: progress, Ctrl-C, the recording and the report.
struct EvalSession {
  let plan: EvalPlan
  let store: EvalStore
  let folder: String
  let running: EvalRunningOptions
  let models: EvalModels
  let hint: EvalHint
  var recording: RecordingWriter?
  var recordingPath: String?
  /// The scripted models of a whole run, which uses all of their entries.
  var scripts: ScriptedReplies?
  /// The earlier run with which this one is compared.
  var baseline: RunBaseline?

  /// Starts or resumes a run, and prints its report.
  func run(
    _ run: EvalRun, lock: RunLock, resuming: Bool = false, retryFailed: Bool = false
  ) async throws {
    try await work(on: run, lock: lock) {
      try await $0.run(run, resuming: resuming, retryFailed: retryFailed)
    }
  }

  /// Grades the replies of another run again, and prints the report.
  func grade(
    _ old: EvalRun, as run: EvalRun, lock: RunLock, resuming: Bool = false
  ) async throws {
    var run = run
    run.regrades = old.id
    try await work(on: run, lock: lock) { [run] in
      try await $0.grade(old, from: store, as: run, resuming: resuming)
    }
  }

  private func work(
    on run: EvalRun, lock: RunLock, _ work: (EvalRunner) async throws -> EvalRun.Status
  ) async throws {
    let control = RunControl()
    defer { lock.release() }
    let signals = InterruptSignal { count in
      guard count == 1 else { InterruptSignal.quit() }
      control.stop(.interrupted)
      Terminal.printError(
        "\nstopping: calls in progress are completed and kept; Ctrl-C again quits at once")
    }
    defer { signals.end() }
    let line = ProgressLine(isQuiet: running.quiet)
    line.begin(run, samples: plan.sampleCount)
    let watch = Task {
      var line = line
      while !Task.isCancelled {
        line.show(control.progress, limit: models.concurrency.total)
        try await Task.sleep(for: .milliseconds(200))
      }
    }
    defer {
      watch.cancel()
      line.clear()
    }
    var runner = EvalRunner(plan, into: store, control: control, concurrency: running.concurrency)
    // A new run was checked before anything was asked or stored.
    runner.checksDifferences = false
    do {
      _ = try await work(runner)
    } catch {
      watch.cancel()
      line.clear()
      try recording?.finish()
      try await keepSpending(of: run)
      Terminal.printError("what was complete is kept: \(EvalOutput.wayOn(from: run, hint: hint))")
      throw error
    }
    watch.cancel()
    line.clear()
    try finishRecording()
    if let budget = models.budget { Terminal.printError("budget     \(budget.report)") }
    Terminal.printError("took       \(summary(of: control.progress))")
    try await keepSpending(of: run)
    guard let finished = try store.run(run.id) else { return }
    if finished.status == .complete {
      for entry in scripts?.unusedEntries ?? [] {
        Terminal.printError("note: \(entry)".inked(.yellow))
      }
    }
    try EvalOutput.show(
      finished, in: store, folder: folder, writesPage: !running.noPage, hint: hint,
      baseline: baseline)
  }

  /// Stores what the budgets have counted, from which a resumed run continues.
  private func keepSpending(of run: EvalRun) async throws {
    guard let spending = models.spending, var run = try store.run(run.id) else { return }
    run.spending = spending
    try await store.begin(run)
  }

  /// Returns a summary such as `2 000 samples, 2 000 calls in 0.62 s (3 226 calls/s)`.
  private func summary(of progress: EvalProgress) -> String {
    let seconds = progress.elapsed / .seconds(1)
    let rate = progress.callsPerSecond.map { rate in
      " (\(Figures.decimal(rate, places: rate < 10 ? 1 : 0)) calls/s)"
    }
    return
      "\(Figures.counted(progress.done, "sample")), \(Figures.counted(progress.calls, "call")) in"
      + " \(Figures.decimal(seconds, places: 2)) s\(rate ?? "")"
  }

  private func finishRecording() throws {
    guard let recording, let recordingPath else { return }
    try recording.finish()
    Terminal.print("recording  \(recordingPath)")
    guard !recording.leftOut.isEmpty else { return }
    Terminal.printError(
      "note: left out of the recording, since the same was asked before with another reply:"
        + " \(recording.leftOut.count) of the replies (give the suite a seed)")
  }
}
