import EvalGraders
import EvalStatistics
import SourceFiles

/// The first version of a suite's file: complete, and with a comment on what is worth changing.
///
/// ```swift
/// var template = SuiteTemplate(name: "opening")
/// template.variants = ["discovery@v1", "discovery@v2"]
/// template.transcripts = "../transcripts/discovery"
/// template.model = "local"
/// print(template.text)
/// ```
package struct SuiteTemplate: Sendable {
  /// The name of the suite.
  package var name: String
  /// The question that the suite answers; empty for none.
  package var question = ""
  /// The prompts that are compared, as `name@version`, the baseline first.
  package var variants: [String] = []
  /// The folder, file or pattern of the transcripts, relative to the suite's file.
  package var transcripts = "../transcripts"
  /// The kind of the transcripts, `discovery` or `coaching`; `nil` for both.
  package var kind: String?
  /// The file of the cases of a task, relative to the suite's file, in place of transcripts; `nil` for conversations.
  package var cases: String?
  /// The model to ask; `nil` if it is named when the suite is run.
  package var model: String?
  /// The coach messages that are generated, as a suite writes them.
  package var turns = "[1, 6, last]"
  /// Why these, as a sentence; `nil` for no comment.
  package var turnsNote: String?
  /// The kinds of graders, or whole entries of the list.
  package var graders: [String] = []

  /// Creates a template without variants.
  package init(name: String) {
    self.name = name
  }

  /// The content of the file.
  package var text: String {
    let ids = variants.map { String($0.split(separator: "@").last ?? "") }
    let areDistinct = Set(ids).count == ids.count
    var lines = ["# yaml-language-server: $schema=suite.schema.json", "name: \(name)"]
    if !question.isEmpty { lines.append("description: \(Self.quoted(question))") }
    lines += cases.map(caseLines) ?? transcriptLines
    lines.append("variants:")
    lines += zip(variants, ids).map { variant, id in
      "  - {id: \(Self.quoted(areDistinct ? id : variant)), prompt: \(Self.quoted(variant))}"
    }
    let graded = cases == nil ? "message" : "reply"
    lines.append("# Graders score each \(graded), and differences between their scores are tested.")
    lines.append("graders:")
    lines += graders.map { "  - \($0)" }
    lines += [
      "# Every sample must pass an assertion: one that does not makes the run fail.",
      "# assertions:",
      "#   - {use: forbidden, id: no-jargon, words: [leverage, synergy]}",
    ]
    if variants.count > 1 {
      lines += [
        "# The run fails if a variant is worse than the baseline by more than the margin.",
        "# gate: {grader: overall, margin: 0.05}",
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var transcriptLines: [String] {
    let filter = kind.map { ", kind: \($0)" } ?? ""
    return [
      "transcripts: {folder: \(Self.quoted(transcripts))\(filter)}",
      "# Which coach messages are generated, each against the recorded history; all without this line.",
    ] + (turnsNote.map { ["# \($0)"] } ?? []) + [
      "turns: \(turns)",
      modelLine,
      "# With a seed, a model that supports it gives the same replies again.",
      "parameters: {max_tokens: 300, temperature: 0.7, seed: 1}",
    ]
  }

  private func caseLines(_ file: String) -> [String] {
    [
      "# Each case has inputs of the task, and says what is expected of the reply.",
      "cases: \(Self.quoted(file))",
      modelLine,
      "# The prompts' own parameters hold, unless they are named here.",
      "# parameters: {temperature: 0, seed: 1}",
    ]
  }

  private var modelLine: String {
    model.map { "model: \(Self.quoted($0))" } ?? "# model: provider:model, or name one with --model"
  }

  /// Quotes a text for YAML if necessary.
  private static func quoted(_ text: String) -> String {
    let isPlain = text.first?.isLetter ?? (text.first == ".")
    let isSafe = text.allSatisfy { character in
      character.isLetter || character.isNumber || "@-_./".contains(character)
    }
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return isSafe && (isPlain || text.hasPrefix("..")) ? text : "\"\(escaped)\""
  }
}
