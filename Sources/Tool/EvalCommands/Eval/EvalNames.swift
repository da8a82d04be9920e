import CommandLineSupport
import PromptEvals
import SourceFiles

/// Checks the names of a run's sides, graders and transcripts that a user types.
struct EvalNames {
  let run: EvalRun
  let hint: EvalHint

  /// Throws if the run has no such side or grader; nil is always right.
  func check(side: String? = nil, grader: String? = nil) throws {
    let graders = run.design.graders.map(\.id)
    for (what, name, known) in [("side", side, run.design.sides), ("grader", grader, graders)] {
      guard let name, !known.contains(name) else { continue }
      throw missing(what, name, among: known)
    }
  }

  /// Returns the samples of a transcript; throws if the run has none.
  func samples(of transcript: String, in store: EvalStore) throws -> [EvalSample] {
    let samples = try store.samples(of: run, transcript: transcript)
    guard !samples.isEmpty else {
      throw missing(
        run.design.replay.unit, transcript, among: try store.subjectNotes(of: run).keys.sorted())
    }
    return samples
  }

  private func missing(_ what: String, _ name: String, among known: [String]) -> CommandError {
    CommandError(
      "the run '\(run.id)' has no \(what) '\(name)'",
      hint: known.hint(for: name) ?? "see '\(hint.command("show", run.id))'")
  }
}
