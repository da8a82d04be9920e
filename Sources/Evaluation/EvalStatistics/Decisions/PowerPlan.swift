/// A power analysis: how many transcripts and samples a comparison needs, before it is run.
///
/// n = (z_{α/2} + z_β)² (ω² + σ²_A/K_A + σ²_B/K_B) · D / δ²
///
/// ω² is the variance of the true differences between transcripts, σ² the variance of a side's
/// score over repeated samples, K the samples of each transcript, D the design effect of clusters,
/// and δ the difference to detect. More samples reduce σ² only: beyond σ²/K ≈ ω² they buy little.
///
/// ```swift
/// let plan = PowerPlan(
///   transcriptVariance: 0.04, firstVariance: 0.02, secondVariance: 0.02, designEffect: 1.5)
/// if let needed = plan.transcripts(toDetect: 0.05) {
///   print("\(needed.rounded(.up)) transcripts")  // 377.0 transcripts
/// }
/// if let effect = plan.minimumDetectableEffect(transcripts: 100) {
///   print("100 transcripts show a difference of \(effect)")  // about 0.097
/// }
/// ```
public struct PowerPlan: Sendable, Hashable {
  /// ω², the variance of the true differences between transcripts.
  public var transcriptVariance: Double
  /// σ²_A, the variance of the first side's score of a transcript from sample to sample.
  public var firstVariance: Double
  /// σ²_B, the variance of the second side's score of a transcript from sample to sample.
  public var secondVariance: Double
  /// K_A, the samples of each transcript on the first side.
  public var firstSamples: Int
  /// K_B, the samples of each transcript on the second side.
  public var secondSamples: Int
  /// D, the factor by which clustering increases the number of transcripts needed; 1 for
  /// independent transcripts.
  public var designEffect: Double
  /// α, the two-sided significance level.
  public var level: Double
  /// 1 - β, the probability of showing a true difference of δ.
  public var power: Double

  /// Creates a plan, by default with one sample per transcript, independent transcripts, a level of
  /// 5 % and a power of 80 %.
  public init(
    transcriptVariance: Double, firstVariance: Double = 0, secondVariance: Double = 0,
    firstSamples: Int = 1, secondSamples: Int = 1, designEffect: Double = 1, level: Double = 0.05,
    power: Double = 0.8
  ) {
    self.transcriptVariance = transcriptVariance
    self.firstVariance = firstVariance
    self.secondVariance = secondVariance
    self.firstSamples = firstSamples
    self.secondSamples = secondSamples
    self.designEffect = designEffect
    self.level = level
    self.power = power
  }

  /// The variance of one transcript's difference, including the design effect; `nil` if a variance
  /// is negative, a side has no sample, or the design effect is not positive.
  public var differenceVariance: Double? {
    guard transcriptVariance >= 0, firstVariance >= 0, secondVariance >= 0, firstSamples > 0,
      secondSamples > 0, designEffect > 0
    else { return nil }
    let noise = firstVariance / Double(firstSamples) + secondVariance / Double(secondSamples)
    return (transcriptVariance + noise) * designEffect
  }

  /// z_{α/2} + z_β; `nil` unless α/2 and the power lie between 0 and 1 and the power is above α/2.
  private var quantiles: Double? {
    guard let a = NormalDistribution.upperQuantile(level / 2),
      let b = NormalDistribution.quantile(power), a + b > 0
    else { return nil }
    return a + b
  }

  /// Returns the number of transcripts, not rounded, at which a difference of δ is shown with the
  /// planned power.
  ///
  /// Below 30 or so the result is slightly too small, because the formula takes the variance as
  /// known. Returns `nil` for δ = 0, for invalid inputs, and for a variance of 0: if nothing was
  /// seen to vary, nothing is known about how it will.
  public func transcripts(toDetect difference: Double) -> Double? {
    guard difference != 0, difference.isFinite, let quantiles, let differenceVariance,
      differenceVariance > 0
    else { return nil }
    return quantiles * quantiles * differenceVariance / (difference * difference)
  }

  /// Returns the smallest difference that n transcripts show with the planned power; `nil` for n <
  /// 1, invalid inputs, or a variance of 0.
  public func minimumDetectableEffect(transcripts: Int) -> Double? {
    guard transcripts > 0, let quantiles, let differenceVariance, differenceVariance > 0 else {
      return nil
    }
    return quantiles * (differenceVariance / Double(transcripts)).squareRoot()
  }
}
