/// How two sides differ on one grader, transcript by transcript.
///
/// The unit is the transcript: its score is the share of its messages that pass, so twelve messages
/// of one conversation count once, not twelve times. Transcripts of one person, user or template
/// form a cluster, and clusters are what is taken for independent.
public struct PairedComparison: Sendable, Hashable {
  /// The mean difference, second side minus first, with its interval.
  public var difference: Estimate
  /// The p of the sign-flip test of whole clusters.
  public var p: Double?
  /// The same, adjusted for the number of graders; set by ``EvalReport``.
  public var adjustedP: Double?
  /// Why ``difference`` may not decide a gate; nil when it may.
  public var refusal: String?

  /// Compares scores by transcript; only transcripts that both sides have take part. Nil when there
  /// is none.
  ///
  /// `clusters` names the cluster of a transcript; one without a name is alone in its own. Scores
  /// lie in 0...1. The seed is used by random methods only.
  public init?(
    first: [String: Double], second: [String: Double], clusters: [String: String] = [:],
    method: IntervalMethod = .clustered, seed: UInt64 = 1
  ) {
    let differences = PairedDifference.pairs(first: first, second: second, clusters: clusters)
    guard let difference = method.estimate(differences, bounds: -1...1, seed: seed) else {
      return nil
    }
    self.difference = difference
    p = SignFlipTest.p(differences, seed: seed)
    refusal = method.isRefusedAsGate(differences)
  }

  /// Whether a difference is shown at the 5 % level.
  public var isShown: Bool { (adjustedP ?? 1) < 0.05 }
}
