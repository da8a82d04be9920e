/// What makes differences vary: the transcripts, or asking again? Estimated from repeated samples.
///
/// By analysis of variance: σ² of a side is the pooled variance of its samples within transcripts;
/// ω² is the variance of the transcripts' mean differences, less what σ² contributes to it. Where
/// that comes out negative, as chance has it when ω² is small, it is 0.
package struct VarianceComponents: Sendable, Hashable {
  /// The scores of one transcript, one a sample.
  package struct Repeated: Sendable, Hashable {
    /// The first side's scores.
    package var first: [Double]
    /// The second side's scores.
    package var second: [Double]

    /// Creates the scores of a transcript.
    package init(first: [Double], second: [Double]) {
      self.first = first
      self.second = second
    }
  }

  /// One transcript on both sides.
  package struct Pair {
    package let first: Moments
    package let second: Moments

    /// Nil when a side has nothing.
    package init?(_ first: Moments?, _ second: Moments?) {
      guard let first, let second else { return nil }
      self.first = first
      self.second = second
    }
  }

  /// ω², the variance of true differences; with a side whose σ² is unknown it includes that side's.
  package let transcript: Double
  /// σ²_A; nil when no transcript has two samples of the first side.
  package let first: Double?
  /// σ²_B; nil when no transcript has two samples of the second side.
  package let second: Double?

  /// Nil with fewer than two transcripts that both sides have, or with scores that are not numbers.
  package init?(_ transcripts: [Repeated]) {
    let shared = transcripts.filter { !$0.first.isEmpty && !$0.second.isEmpty }
    let pairs = shared.compactMap { Pair(Moments($0.first), Moments($0.second)) }
    guard pairs.count == shared.count else { return nil }
    self.init(pairs)
  }

  /// Nil with fewer than two transcripts.
  package init?(_ pairs: [Pair]) {
    guard let variance = Moments(pairs.map { $0.second.mean - $0.first.mean })?.variance else {
      return nil
    }
    first = Self.pooled(pairs.map(\.first))
    second = Self.pooled(pairs.map(\.second))
    let noise =
      (first ?? 0) * Self.meanReciprocal(pairs.map(\.first))
      + (second ?? 0) * Self.meanReciprocal(pairs.map(\.second))
    transcript = max(0, variance - noise)
  }

  private static func pooled(_ moments: [Moments]) -> Double? {
    let degrees = moments.reduce(0) { $0 + $1.count - 1 }
    return degrees > 0 ? moments.reduce(0) { $0 + $1.squares } / degrees : nil
  }

  private static func meanReciprocal(_ moments: [Moments]) -> Double {
    moments.reduce(0) { $0 + 1 / $1.count } / Double(moments.count)
  }

  /// A plan with these variances.
  package func plan(firstSamples: Int, secondSamples: Int, designEffect: Double = 1) -> PowerPlan {
    PowerPlan(
      transcriptVariance: transcript, firstVariance: first ?? 0, secondVariance: second ?? 0,
      firstSamples: firstSamples, secondSamples: secondSamples, designEffect: designEffect)
  }
}
