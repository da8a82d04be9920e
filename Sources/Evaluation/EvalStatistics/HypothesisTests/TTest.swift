/// Student's t tests of means, with a two-sided p.
package struct TTest: Sendable, Hashable {
  /// The mean, or the difference of the two means, in standard errors.
  package let statistic: Double
  /// The degrees of freedom, possibly fractional.
  package let degreesOfFreedom: Double
  /// The two-sided p-value, between 0 and 1.
  package let p: Double

  private init?(_ value: Double, standardError: Double, degreesOfFreedom: Double) {
    // With a spread of 0 the statistic is undefined.
    guard standardError > 0,
      let p = StudentT.twoSidedP(value / standardError, degreesOfFreedom: degreesOfFreedom)
    else { return nil }
    statistic = value / standardError
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

  /// Returns Welch's test (1947) of two independent groups of unequal variance, second minus first.
  ///
  /// Returns `nil` with fewer than two values in a group, or if neither group varies.
  package static func welch(_ first: [Double], _ second: [Double]) -> TTest? {
    guard let a = Moments(first), let b = Moments(second), let varianceA = a.variance,
      let varianceB = b.variance
    else { return nil }
    let shareA = varianceA / a.count
    let shareB = varianceB / b.count
    let square = shareA + shareB
    let spread = shareA * shareA / (a.count - 1) + shareB * shareB / (b.count - 1)
    guard spread > 0 else { return nil }
    return TTest(
      b.mean - a.mean, standardError: square.squareRoot(),
      degreesOfFreedom: square * square / spread)
  }
}
