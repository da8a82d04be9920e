public import Conversations
import LanguageModels

/// What an evaluation found, in figures and one sentence.
public struct EvalReport: Sendable {
  /// The run it is about.
  public let run: EvalRun
  /// One row a grader.
  public let rows: [Row]
  /// One a side: variants first, then references.
  public let sides: [SideSummary]

  /// One grader over all sides.
  public struct Row: Sendable {
    /// The grader's id.
    public var grader: String
    /// What it demands.
    public var summary: String
    /// The mean share of messages that pass, over transcripts, by side; absent where the grader
    /// applied to nothing.
    public var rates: [String: Estimate]
    /// The last variant against the baseline.
    public var comparison: PairedComparison?
  }

  /// What one side consumed and how far it got.
  public struct SideSummary: Sendable {
    /// The variant's or reference's id.
    public var id: String
    /// Whether it was graded as written.
    public var isReference: Bool
    /// Transcripts.
    public var samples: Int
    /// Coach messages.
    public var turns: Int
    /// Messages without a whole reply, which were not graded.
    public var failedTurns: Int
    /// Replies that ended at the limit of tokens; they are graded as they stand.
    public var limitedTurns: Int
    /// What the calls consumed; nil when a provider did not count.
    public var usage: TokenUsage?
    /// The cost in dollars at the suite's price; nil when unknown.
    public var cost: Double?
  }

  /// Analyses a run.
  public init(_ run: EvalRun) {
    self.run = run
    let names = run.variants.map(\.id) + run.references
    let samples = Dictionary(grouping: run.samples, by: \.side)
    var rows = run.graders.map { grader in
      let scores = names.reduce(into: [String: [String: Double]]()) { scores, side in
        scores[side] = Self.scores(grader.id, of: samples[side] ?? [])
      }
      var row = Row(
        grader: grader.id, summary: grader.summary,
        rates: scores.compactMapValues { Estimate.mean(of: Array($0.values), within: 0...1) })
      if let first = run.variants.first, let last = run.variants.last, first != last {
        row.comparison = PairedComparison(
          first: scores[first.id] ?? [:], second: scores[last.id] ?? [:])
      }
      return row
    }
    let adjusted = HolmAdjustment.adjust(rows.map { $0.comparison?.p })
    for (position, p) in adjusted.enumerated() { rows[position].comparison?.adjustedP = p }
    self.rows = rows
    sides = names.map { Self.summary($0, of: samples[$0] ?? [], run) }
  }

  /// The share of messages that pass, by transcript.
  private static func scores(_ grader: String, of samples: [EvalSample]) -> [String: Double] {
    samples.reduce(into: [:]) { scores, sample in
      let grades = sample.grades.filter { $0.grader == grader }
      guard !grades.isEmpty else { return }
      scores[sample.transcript] = Double(grades.count(where: \.isPass)) / Double(grades.count)
    }
  }

  private static func summary(_ side: String, of samples: [EvalSample], _ run: EvalRun)
    -> SideSummary
  {
    let turns = samples.flatMap(\.turns)
    let isReference = run.references.contains(side)
    let usage = turns.usage
    return SideSummary(
      id: side, isReference: isReference, samples: samples.count, turns: turns.count,
      failedTurns: turns.count { $0.error != nil },
      limitedTurns: turns.count { $0.finish == FinishReason.length.word },
      usage: isReference ? nil : usage,
      cost: isReference ? nil : run.price.flatMap { $0.price.cost(of: usage) })
  }
}
