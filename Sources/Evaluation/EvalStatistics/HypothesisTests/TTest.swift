/// Student's t tests of means, with a two-sided p.
package struct TTest: Sendable, Hashable {
  /// The mean, or the difference of the two means, in standard errors.
  package let statistic: Double
  /// The degrees of freedom, possibly fractional.
  package let degreesOfFreedom: Double
  /// The two-sided p-value, between 0 and 1.
  package let p: Double
  /// The standard error of the mean, or of the difference of the two means.
  let standardError: Double

  private init?(_ value: Double, standardError: Double, degreesOfFreedom: Double) {
    // With a spread of 0 the statistic is undefined.
    guard standardError > 0,
      let p = StudentT.twoSidedP(value / standardError, degreesOfFreedom: degreesOfFreedom)
    else { return nil }
    statistic = value / standardError
    self.standardError = standardError
    self.degreesOfFreedom = degreesOfFreedom
    self.p = p
  }

  /// Returns the paired test for independent transcripts; `nil` with fewer than two differences, or
  /// if they are all the same.
  package static func paired(_ differences: [Double]) -> TTest? {
    clustered(differences.enumerated().map { PairedDifference(value: $1, cluster: "\($0)") })
  }

  /// Returns the paired test on clusters, with CR2's standard error and Satterthwaite's degrees of
  /// freedom.
  ///
  /// Returns `nil` with fewer than two clusters, or if all differences are the same.
  package static func clustered(_ differences: [PairedDifference]) -> TTest? {
    guard let totals = ClusterTotals(differences), totals.onlyValue == nil,
      let mean = ClusteredMean(totals)
    else { return nil }
    return TTest(
      mean.value, standardError: mean.standardError, degreesOfFreedom: mean.degreesOfFreedom)
  }

  /// Returns Welch's test (1947) of two groups of unequal variance, second minus first, with CR2's
  /// standard error for clusters.
  ///
  /// Satterthwaite's degrees of freedom of the difference are (s² + t²)²/(s⁴/ν + t⁴/μ), where s and t
  /// are the standard errors of the means, and ν and μ their degrees of freedom: G - 1 with equal
  /// clusters. Returns `nil` with fewer than two clusters in a group, or if neither group varies.
  package static func welch(_ first: [PairedDifference], _ second: [PairedDifference]) -> TTest? {
    guard let a = ClusterTotals(first), let b = ClusterTotals(second) else { return nil }
    return welch(a, b)
  }

  static func welch(_ first: ClusterTotals, _ second: ClusterTotals) -> TTest? {
    guard let a = ClusteredMean(first), let b = ClusteredMean(second) else { return nil }
    let shareA = first.onlyValue == nil ? a.standardError * a.standardError : 0
    let shareB = second.onlyValue == nil ? b.standardError * b.standardError : 0
    let square = shareA + shareB
    let spread = shareA * shareA / a.degreesOfFreedom + shareB * shareB / b.degreesOfFreedom
    guard spread > 0 else { return nil }
    return TTest(
      b.value - a.value, standardError: square.squareRoot(),
      degreesOfFreedom: square * square / spread)
  }
}
