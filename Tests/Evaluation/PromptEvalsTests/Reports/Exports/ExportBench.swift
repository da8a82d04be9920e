import CoachModel
import Documents
@testable import EvalGraders
@testable import PromptEvals

/// Small runs in memory for exports.
enum ExportBench {
  /// A run of the variants, of which the first is the baseline, and the graders `g` and `h`, with existing samples.
  static func report(
    _ samples: [EvalSample], suite: String = "s", model: String = "test:m",
    status: EvalRun.Status = .complete, gate: EvalGate? = nil, texts: [String: String] = [:],
    variants: [String] = ["a"], references: [String] = [], looks: [Double] = [],
    graders: [GraderRole] = [
      GraderRole(id: "g", summary: "S"), GraderRole(id: "h", summary: "S"),
    ], pairwise: [PairwiseVerdict] = []
  ) throws -> (report: EvalReport, export: EvalExport) {
    var run = EvalRun(
      id: "r1", suite: suite, suitePath: "s.yaml", question: "q", started: "2026-03-31 10:20:30Z",
      design: EvalRun.Design(
        replay: .nextTurn,
        variants: variants.map {
          EvalRun.Side(id: $0, prompt: "p@v1", digest: "x", model: model, parameters: [:])
        },
        baseline: variants[0], references: references, graders: graders,
        parameters: ["seed": 1], price: nil, gate: gate, seed: 1, planned: samples.count,
        subjects: samples.count),
      configuration: RunConfiguration(generation: ["x": "1"], grading: ["y": "2"]), status: status)
    run.design.lookFractions = looks
    let recorder = MemoryRecorder()
    recorder.begin(run)
    for sample in samples {
      recorder.add(
        FinishedSample(
          sample: sample, scores: SampleScores(sample, graders: run.design.graders), texts: texts),
        to: run.id)
    }
    recorder.add(pairwise, to: run.id)
    let report = try EvalReport(run, from: recorder)
    return (report, EvalExport(report, from: recorder))
  }

  /// A sample of one message, with verdicts of `g` and `h`.
  static func sample(
    _ transcript: String = "t", reply: String = "What?", cluster: String = "c",
    side: String = "a", isReference: Bool = false,
    grades: [(grader: String, verdict: Grade.Verdict, reason: String?)] = []
  ) -> EvalSample {
    var sample = EvalSample(
      SampleKey(side: side, transcript: transcript), title: "T", cluster: cluster)
    sample.isReference = isReference
    var turn = EvalTurn(number: 1, personBefore: "Hi")
    turn.reply = reply
    turn.visibleText = reply
    turn.source = TurnSource(
      request: "q \(side) \(transcript)", prompt: "p@v1", template: "x",
      sections: [.init(name: "task", digest: "d1")])
    turn.effort = CoachMessageEffort(
      timeToFirstToken: nil, seconds: 1.5, usage: TokenUsage(input: 10, output: 5), dollars: nil)
    sample.turns = [turn]
    sample.grades = grades.map {
      Grade(grader: $0.grader, message: 1, verdict: $0.verdict, reason: $0.reason)
    }
    return sample
  }

  /// A number of transcripts under both variants, each its own cluster: `a` fails `g`, `b` does not.
  static func samples(_ count: Int) -> [EvalSample] {
    (0..<count).flatMap { number in
      [("a", Grade.Verdict.fail), ("b", .pass)].map { side, verdict in
        sample(
          "t\(number)", cluster: "c\(number)", side: side,
          grades: [("g", verdict, nil), ("h", .pass, nil)])
      }
    }
  }

  /// A pairwise verdict on `b` against `a`.
  static func verdict(
    _ transcript: String, _ orders: (PairwiseVerdict.Choice?, PairwiseVerdict.Choice?),
    model: String = "m"
  ) -> PairwiseVerdict {
    PairwiseVerdict(
      judge: "j", model: model, sample: SampleKey(side: "b", transcript: transcript),
      baselineFirst: orders.0, challengerFirst: orders.1, reasons: [])
  }

  /// The complete text of an export.
  static func text(_ export: EvalExport, _ format: EvalExportFormat) throws -> String {
    var text = ""
    try export.write(as: format) { text += $0 }
    return text
  }
}
