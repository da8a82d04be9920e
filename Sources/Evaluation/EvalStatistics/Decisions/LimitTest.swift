/// Whether a mean lies above or below a limit, and what that is decided by.
///
/// By ``BoundedMean`` on paired differences or on the scores of one side. Of two sides without a
/// transcript in common, the limits of both means are combined by MOVER (Zou and Donner 2008): the
/// distance from the difference to its limit is the root of the sum of the two squared distances.
/// The combination is monotone as well, since with a mean its limits never move the other way.
package struct LimitTest: Sendable, Hashable {
  /// The mean with the limits that decide: the lower one with the error of passing, the upper one
  /// with that of failing.
  package let estimate: Estimate
  /// The decision: passed if the mean lies above the limit, a regression if it lies below.
  package let decision: GateDecision

  /// Tests the mean of differences, or of the scores of one side.
  ///
  /// - Parameters:
  ///   - members: One value per transcript.
  ///   - limit: The limit, in the unit of the values.
  ///   - bounds: Between which all values must lie.
  ///   - tail: The probability of passing although the mean is the limit.
  ///   - failingTail: The probability of failing although it is.
  ///   - isInclusive: Whether a lower limit equal to `limit` passes.
  /// - Returns: `nil` if there are no values, or one is not finite.
  package init?(
    _ members: [PairedDifference], limit: Double, within bounds: ClosedRange<Double>,
    tail: Double = 0.025, failingTail: Double = 0.025, isInclusive: Bool = false
  ) {
    guard let totals = ClusterTotals(members) else { return nil }
    self.init(
      Sample(second: totals, bounds: bounds), limit: limit, tail: tail, failingTail: failingTail,
      isInclusive: isInclusive)
  }

  /// Tests the difference of the means of two sides without a transcript in common, second minus
  /// first; `bounds` are those of the scores.
  package init?(
    first: [PairedDifference], second: [PairedDifference], limit: Double,
    within bounds: ClosedRange<Double>, tail: Double = 0.025, failingTail: Double = 0.025
  ) {
    guard let first = ClusterTotals(first), let second = ClusterTotals(second) else { return nil }
    self.init(
      Sample(first: first, second: second, bounds: bounds), limit: limit, tail: tail,
      failingTail: failingTail, isInclusive: false)
  }

  private init(
    _ sample: Sample, limit: Double, tail: Double, failingTail: Double, isInclusive: Bool
  ) {
    var estimate = Estimate(
      value: sample.mean, standardError: sample.standardError, count: sample.count,
      clusters: sample.clusters, method: BoundedMean.name)
    guard let low = sample.lowerLimit(tail: tail),
      let high = sample.upperLimit(tail: failingTail)
    else {
      self.estimate = estimate
      decision = .inconclusive(transcriptsNeeded: nil)
      return
    }
    estimate.interval = low...max(low, high)
    self.estimate = estimate
    if isInclusive ? low >= limit : low > limit {
      decision = .passed
    } else if high < limit {
      decision = .regression
    } else {
      decision = .inconclusive(
        transcriptsNeeded: sample.transcriptsNeeded(limit, tail: tail, failingTail: failingTail))
    }
  }
}

/// The values of one side or of differences, or of two sides without a transcript in common.
private struct Sample {
  /// The side that is subtracted; `nil` for a single mean.
  var first: ClusterTotals?
  var second: ClusterTotals
  var bounds: ClosedRange<Double>

  var mean: Double { second.mean - (first?.mean ?? 0) }

  /// The number of transcripts on all sides.
  var count: Int { second.count + (first?.count ?? 0) }

  var clusters: Int { second.clusters + (first?.clusters ?? 0) }

  /// The standard error of the mean; `nil` if nothing varies.
  var standardError: Double? {
    let errors = [first, second].compactMap { $0 }.map { totals in
      totals.onlyValue == nil ? ClusteredMean(totals)?.standardError ?? 0 : 0
    }
    let square = errors.reduce(0) { $0 + $1 * $1 }
    return square > 0 ? square.squareRoot() : nil
  }

  /// With `scale` as of that many times the clusters; `nil` with a single cluster on a side.
  func lowerLimit(tail: Double, scale: Double = 1) -> Double? {
    guard second.clusters > 1,
      let low = BoundedMean.lowerLimit(
        second, lowest: bounds.lowerBound, tail: tail, scale: scale)
    else { return nil }
    guard let first else { return low }
    guard first.clusters > 1,
      let high = BoundedMean.upperLimit(
        first, highest: bounds.upperBound, tail: tail, scale: scale)
    else { return nil }
    return mean - Self.distance(second.mean - low, high - first.mean)
  }

  func upperLimit(tail: Double, scale: Double = 1) -> Double? {
    guard second.clusters > 1,
      let high = BoundedMean.upperLimit(
        second, highest: bounds.upperBound, tail: tail, scale: scale)
    else { return nil }
    guard let first else { return high }
    guard first.clusters > 1,
      let low = BoundedMean.lowerLimit(
        first, lowest: bounds.lowerBound, tail: tail, scale: scale)
    else { return nil }
    return mean + Self.distance(high - second.mean, first.mean - low)
  }

  private static func distance(_ a: Double, _ b: Double) -> Double {
    (a * a + b * b).squareRoot()
  }

  /// Returns the number of transcripts of the same kinds with which the same limits decide with a
  /// probability of 80 %; `nil` if the mean is the limit, or if it takes ten million or more.
  ///
  /// That is when the limit of a sample that lies z_.8 standard errors nearer is passed.
  func transcriptsNeeded(_ limit: Double, tail: Double, failingTail: Double) -> Int? {
    guard abs(mean - limit) > 1e-6 else { return nil }
    let reserve = (NormalDistribution.quantile(0.8) ?? 0) * (standardError ?? 0)
    func decides(_ total: Int) -> Bool {
      let scale = Double(total) / Double(count)
      let distance = reserve / scale.squareRoot()
      return mean > limit
        ? lowerLimit(tail: tail, scale: scale).map { $0 - distance > limit } ?? false
        : upperLimit(tail: failingTail, scale: scale).map { $0 + distance < limit } ?? false
    }
    var low = count
    var high = count + 1
    while !decides(high) {
      guard high < 10_000_000 else { return nil }
      low = high
      high = min(10_000_000, high * 2)
    }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if decides(middle) { high = middle } else { low = middle }
    }
    return high
  }
}
