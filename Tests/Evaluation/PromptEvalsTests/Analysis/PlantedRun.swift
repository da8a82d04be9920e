import CoachModel
import Documents
@testable import EvalGraders
@testable import PromptEvals
import Testing

/// A run with verdicts and costs that a test plants, and its report in every form.
struct PlantedRun {
  var graders: [GraderRole]
  var variants = ["a", "b"]
  var references: [String] = []
  private(set) var samples: [EvalSample] = []

  init(_ graders: [String] = ["g"]) {
    self.graders = graders.map { GraderRole(id: $0, summary: "S") }
  }

  /// Adds a sample with one message, a verdict of each grader on it, and what the message cost.
  ///
  /// - Parameters:
  ///   - verdicts: The verdicts in the order of the graders; `nil` where there is none.
  ///   - messages: The number of messages, all with the same verdicts; 0 for a transcript without one to generate.
  ///   - edit: Changes the sample further.
  mutating func add(
    _ side: String, _ transcript: Int, _ verdicts: [Grade.Verdict?], cluster: String? = nil,
    dollars: Double? = nil, messages: Int = 1, edit: (inout EvalSample) -> Void = { _ in }
  ) {
    let id = "t\(transcript)"
    var sample = EvalSample(
      SampleKey(side: side, transcript: id), title: "A talk", cluster: cluster ?? id)
    sample.isReference = references.contains(side)
    for number in 1..<(messages + 1) {
      var turn = EvalTurn(number: number, personBefore: nil)
      if !sample.isReference {
        // Replies to the same request would be one observation.
        turn.source = TurnSource(
          request: "\(side) \(id) \(number)", prompt: "p@v1", template: "x")
        turn.effort = CoachMessageEffort(
          usage: TokenUsage(input: 10, output: 5), dollars: dollars)
      }
      sample.turns.append(turn)
      sample.grades += zip(graders, verdicts).compactMap { role, verdict in
        verdict.map { Grade(grader: role.id, message: number, verdict: $0) }
      }
    }
    edit(&sample)
    samples.append(sample)
  }

  /// Adds a transcript on both sides, with verdicts of all graders.
  mutating func add(
    _ transcript: Int, _ first: Grade.Verdict, _ second: Grade.Verdict, cluster: String? = nil
  ) {
    add("a", transcript, graders.map { _ in first }, cluster: cluster)
    add("b", transcript, graders.map { _ in second }, cluster: cluster)
  }

  var export: EvalExport {
    get throws {
      try ExportBench.report(
        samples, variants: variants, references: references, graders: graders
      ).export
    }
  }

  var report: EvalReport { get throws { try export.report } }

  func text(_ format: EvalExportFormat) throws -> String { try ExportBench.text(export, format) }

  /// The data of the page.
  var page: JSONValue {
    get throws {
      let page = try text(.html)
      let head = "<script type=\"application/json\" id=\"report\">"
      let start = try #require(page.ranges(of: head).first).upperBound
      let end = try #require(page[start...].ranges(of: "</script>").first).lowerBound
      return try JSONValue(parsing: String(page[start..<end]))
    }
  }
}
