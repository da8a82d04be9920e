import CoachModel

/// Infers a style from how deeply a person answers each kind of reply.
///
/// The difference of the mean depths after replies at the two ends of a dimension is a measurement with an error, and most
/// people have no strong preference. So it is shrunk toward none (toward the person's general preference in a single
/// domain) by the normal model with a known variance: `posterior = (prior/τ² + measured/s²) / (1/τ² + 1/s²)` with
/// `s² = σ² (1/n₁ + 1/n₂)`.
enum StyleInference {
  /// The standard deviation σ of the depth of single answers around a person's mean.
  private static let noise = 0.2
  /// The standard deviation τ of preferences among people, and of a person's domains around their general one.
  private static let spread = 0.12
  private static let domainSpread = 0.06
  /// The difference of depth that counts as a preference of 1.
  private static let full = 0.25

  /// Returns the general preference.
  static func overall(_ evidence: StyleEvidence) -> StylePreference {
    preference { dimension in
      posterior(evidence.answers(dimension), around: 0, spread: spread)
    }
  }

  /// Returns the preference in a domain.
  static func preference(_ evidence: StyleEvidence, in domain: String) -> StylePreference {
    preference { dimension in
      let general = posterior(evidence.answers(dimension), around: 0, spread: spread)
      return posterior(
        evidence.answers(dimension, in: domain), around: general, spread: domainSpread)
    }
  }

  private static func preference(_ difference: (StyleDimension) -> Double) -> StylePreference {
    var preference = StylePreference()
    for dimension in StyleDimension.allCases {
      preference[dimension] = min(1, max(-1, difference(dimension) / full))
    }
    return preference
  }

  private static func posterior(
    _ answers: (first: StyleEvidence.Answers, second: StyleEvidence.Answers),
    around prior: Double, spread: Double
  ) -> Double {
    let (first, second) = answers
    guard first.count > 0, second.count > 0 else { return prior }
    let measured = second.sum / Double(second.count) - first.sum / Double(first.count)
    let variance = noise * noise * (1 / Double(first.count) + 1 / Double(second.count))
    let (own, known) = (1 / variance, 1 / (spread * spread))
    return (prior * known + measured * own) / (known + own)
  }
}
