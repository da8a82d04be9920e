import ArgumentParser
import CommandLineSupport
import LanguageModels
import PromptEvals

/// The option for the recording that a run writes.
struct EvalRecordingOption: ParsableArguments {
  @Option(help: ArgumentHelp("Record the replies in this file.", valueName: "file"))
  var record: String?

  /// Returns the path and the recorded model; nil without a recording.
  ///
  /// Throws if the suite's replies cannot be recorded there.
  func target(for suite: EvalSuite, fallback: [String]) throws -> (
    path: String, model: ModelReference
  )? {
    guard let record else { return nil }
    guard fallback.isEmpty else {
      throw CommandError(
        "a recording is of one model", hint: "leave out --fallback or --record")
    }
    guard let reference = suite.generation.model else {
      throw CommandError(
        "the suite names no model, of which there could be a recording",
        hint: "name one with --model")
    }
    if reference.provider == "replay", OutputFile.isSame(reference.model, record) {
      throw CommandError(
        "\(record) is the recording that is replayed", hint: "name another file with --record")
    }
    try OutputFile.prepare(record)
    return (record, reference)
  }
}
