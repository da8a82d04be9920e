/// How many transcripts and samples a comparison needs, before it is run.
///
/// n = (z_{α/2} + z_β)² (ω² + σ²_A/K_A + σ²_B/K_B) · D / δ²
///
/// ω² is how much transcripts really differ in their difference, σ² how much a side's score varies
/// when it is asked again, K the samples of each transcript, D the design effect of clusters, and δ
/// the difference to be seen. More samples take away σ² only: beyond σ²/K ≈ ω² they buy little.
public struct PowerPlan: Sendable, Hashable {
  /// ω², the variance of true differences between transcripts.
  public var transcriptVariance: Double
  /// σ²_A, the variance of the first side's score of a transcript from sample to sample.
  public var firstVariance: Double
  /// σ²_B, the same of the second side.
  public var secondVariance: Double
  /// K_A, samples of each transcript on the first side.
  public var firstSamples: Int
  /// K_B, the same on the second side.
  public var secondSamples: Int
  /// How many times more transcripts clusters cost; 1 when transcripts are independent.
  public var designEffect: Double
  /// The two-sided level α.
  public var level: Double
  /// The chance 1 - β to show a difference of δ.
  public var power: Double

  /// Plans for a level of 5 % and a power of 80 % unless told otherwise.
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

  /// The variance of one transcript's difference, with what clusters add; nil when an input is
  /// negative or a side has no sample.
  public var differenceVariance: Double? {
    guard transcriptVariance >= 0, firstVariance >= 0, secondVariance >= 0, firstSamples > 0,
      secondSamples > 0, designEffect > 0
    else { return nil }
    let noise = firstVariance / Double(firstSamples) + secondVariance / Double(secondSamples)
    return (transcriptVariance + noise) * designEffect
  }

  /// z_{α/2} + z_β; nil unless both lie between 0 and 1, and the power above α/2.
  private var quantiles: Double? {
    guard let a = NormalDistribution.upperQuantile(level / 2),
      let b = NormalDistribution.quantile(power), a + b > 0
    else { return nil }
    return a + b
  }

  /// The n at which a difference of δ is shown with the planned power, not rounded; nil for δ = 0,
  /// undefined inputs, or no variance: where nothing was seen to vary nothing is known of how it will. Below 30 or so it is a little too small, as it takes the variance for
  /// known.
  public func transcripts(toDetect difference: Double) -> Double? {
    guard difference != 0, difference.isFinite, let quantiles, let differenceVariance,
      differenceVariance > 0
    else { return nil }
    return quantiles * quantiles * differenceVariance / (difference * difference)
  }

  /// The smallest difference that n transcripts show with the planned power; nil for n < 1,
  /// undefined inputs, or no variance.
  public func minimumDetectableEffect(transcripts: Int) -> Double? {
    guard transcripts > 0, let quantiles, let differenceVariance, differenceVariance > 0 else {
      return nil
    }
    return quantiles * (differenceVariance / Double(transcripts)).squareRoot()
  }
}
