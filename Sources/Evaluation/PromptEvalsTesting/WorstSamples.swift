import EvalGraders
import EvalStatistics
import PromptEvals

/// The samples of a run with the lowest scores, in words.
struct WorstSamples {
  /// One line for each sample.
  let lines: [String]

  /// How many samples are named, and how many reasons of each.
  private static let (maximumSamples, maximumReasons) = (5, 2)

  /// Reads the samples of the versions that are judged: the challengers, or the only version.
  init(of run: EvalRun, in reader: some RunReader) throws {
    let challengers = run.design.challengers.map(\.id)
    let sides = Set(challengers.isEmpty ? [run.design.baseline] : challengers)
    var found: [(scores: SampleScores, sample: EvalSample)] = []
    try reader.eachSample(of: run) { sample in
      guard sides.contains(sample.key.side) else { return }
      let scores = SampleScores(sample, graders: run.design.graders)
      guard Self.isUnmet(sample) else { return }
      found.append((scores, sample))
      // A run may have more samples than anybody wants in memory.
      if found.count > 50 * Self.maximumSamples { found = Self.worst(of: found) }
    }
    lines = Self.worst(of: found).map { Self.line(on: $0.sample, $0.scores) }
  }

  private static func worst(
    of samples: [(scores: SampleScores, sample: EvalSample)]
  ) -> [(scores: SampleScores, sample: EvalSample)] {
    Array(
      samples.sorted { one, other in
        // A sample without a score lacks a reply or a verdict, which is worse than a low one.
        (one.scores.overall ?? -1, one.sample.key) < (other.scores.overall ?? -1, other.sample.key)
      }.prefix(maximumSamples))
  }

  private static func isUnmet(_ sample: EvalSample) -> Bool {
    sample.turns.contains { $0.error != nil } || sample.grades.contains(where: isUnmet)
  }

  private static func isUnmet(_ grade: Grade) -> Bool {
    grade.verdict != .pass && grade.verdict != .notApplicable
  }

  private static func line(on sample: EvalSample, _ scores: SampleScores) -> String {
    let attempt = sample.key.attempt > 1 ? " #\(sample.key.attempt)" : ""
    let overall = scores.overall.map { ", overall \(Figures.percent($0))" } ?? ""
    let replies = sample.turns.compactMap { turn in
      turn.error.map { "message \(turn.number): \($0)" }
    }
    let verdicts = sample.grades.filter(isUnmet).map { grade in
      let place = grade.message.map { "message \($0), " } ?? ""
      return "\(place)\(grade.grader): \(grade.reason ?? grade.verdict.rawValue)"
    }
    let reasons = replies + verdicts
    let rest = reasons.count - maximumReasons
    let more = rest > 0 ? "; and \(rest) more" : ""
    let shown = reasons.prefix(maximumReasons).joined(separator: "; ")
    return "\(sample.key.side), \(sample.key.transcript)\(attempt)\(overall): \(shown)\(more)"
  }
}
