/// How two sides differ on one grader, transcript by transcript.
///
/// The unit is the transcript: its score is the share of its messages that pass, so twelve messages
/// of one conversation count once, not twelve times.
public struct PairedComparison: Sendable, Hashable {
  /// The mean difference, second side minus first, with its interval.
  public var difference: Estimate
  /// The sign-flip p.
  public var p: Double?
  /// The same, adjusted for the number of graders; set by ``EvalReport``.
  public var adjustedP: Double?

  /// Compares scores by transcript; only transcripts that both sides have take part. Nil when there
  /// is none.
  public init?(first: [String: Double], second: [String: Double]) {
    let shared = first.keys.filter { second[$0] != nil }.sorted()
    let differences = shared.compactMap { id in
      second[id].flatMap { b in first[id].map { b - $0 } }
    }
    guard let difference = Estimate.mean(of: differences, within: -1...1) else { return nil }
    self.difference = difference
    p = SignFlipTest.p(differences)
  }

  /// Whether a difference is shown at the 5 % level.
  public var isShown: Bool { (adjustedP ?? 1) < 0.05 }
}
