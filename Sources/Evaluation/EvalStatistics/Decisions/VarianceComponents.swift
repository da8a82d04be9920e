/// The variance of differences, split into variation between transcripts and variation between
/// repeated samples.
///
/// By analysis of variance: σ² of a side is the pooled variance of its samples within transcripts;
/// ω² is the variance of the transcripts' mean differences, less what σ² contributes to it. A
/// negative estimate of ω², which chance produces if ω² is small, is reported as 0.
package struct VarianceComponents: Sendable, Hashable {
  /// The scores of one transcript on both sides, one per sample.
  package struct Repeated: Sendable, Hashable {
    package var first: [Double]
    package var second: [Double]

    package init(first: [Double], second: [Double]) {
      self.first = first
      self.second = second
    }
  }

  /// The moments of one transcript's scores on both sides.
  package struct Pair {
    package let first: Moments
    package let second: Moments

    /// Returns `nil` if a side has no scores.
    package init?(_ first: Moments?, _ second: Moments?) {
      guard let first, let second else { return nil }
      self.first = first
      self.second = second
    }
  }

  /// ω², the variance of true differences; if a side's σ² is unknown, ω² includes that variance.
  package let transcript: Double
  /// σ²_A; `nil` if no transcript has two samples of the first side.
  package let first: Double?
  /// σ²_B; `nil` if no transcript has two samples of the second side.
  package let second: Double?

  /// Estimates the components; returns `nil` with fewer than two transcripts that both sides have,
  /// or if a score is not finite.
  package init?(_ transcripts: [Repeated]) {
    let shared = transcripts.filter { !$0.first.isEmpty && !$0.second.isEmpty }
    let pairs = shared.compactMap { Pair(Moments($0.first), Moments($0.second)) }
    guard pairs.count == shared.count else { return nil }
    self.init(pairs)
  }

  /// Estimates the components; returns `nil` with fewer than two transcripts.
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

  /// Returns a power plan with these variances; an unknown σ² counts as 0.
  package func plan(firstSamples: Int, secondSamples: Int, designEffect: Double = 1) -> PowerPlan {
    PowerPlan(
      transcriptVariance: transcript, firstVariance: first ?? 0, secondVariance: second ?? 0,
      firstSamples: firstSamples, secondSamples: secondSamples, designEffect: designEffect)
  }
}
