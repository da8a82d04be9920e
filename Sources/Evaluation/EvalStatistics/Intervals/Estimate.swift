/// An estimated value with its confidence interval.
///
/// ```swift
/// let scores = [1, 1, 0.5, 1, 0, 1, 1, 0.75]
/// if let mean = Estimate.mean(of: scores, within: 0...1) {
///   print("mean \(mean.value) over \(mean.count) transcripts")
///   if let interval = mean.interval {
///     print("95 % interval from \(interval.lowerBound) to \(interval.upperBound)")
///   }
/// }
/// ```
public struct Estimate: Sendable, Hashable {
  /// The point estimate.
  public var value: Double
  /// The 95 % interval, unless the method was asked for another level; `nil` if there are too few
  /// observations for one.
  public var interval: ClosedRange<Double>?
  /// The standard error; `nil` if the method has none, or the observations do not vary.
  public var standardError: Double?
  /// The number of observations, usually transcripts.
  public var count: Int
  /// The number of clusters that the observations form; clusters are independent of each other.
  public var clusters: Int
  /// A short name of the method that computed the interval, for reports.
  public var method: String

  /// Creates an estimate from figures computed elsewhere, for example read from a stored result.
  public init(
    value: Double, interval: ClosedRange<Double>? = nil, standardError: Double? = nil, count: Int,
    clusters: Int, method: String
  ) {
    self.value = value
    self.interval = interval
    self.standardError = standardError
    self.count = count
    self.clusters = clusters
    self.method = method
  }
}

extension Estimate {
  /// Returns the mean of independent values, one per transcript, with its 95 % interval.
  ///
  /// The clustered interval, with each transcript a cluster of its own: Student's, widened if few
  /// values differ from the commonest one or if the mean is near a bound, and clipped to `bounds`.
  /// Returns `nil` if there are no values, or one is not finite.
  public static func mean(of values: [Double], within bounds: ClosedRange<Double>) -> Estimate? {
    guard values.allSatisfy(\.isFinite), let totals = ClusterTotals(values.map { [$0] }) else {
      return nil
    }
    return ClusteredInterval.estimate(totals, of: .scores, bounds: bounds)
  }

  /// Returns the mean of values in clusters with its interval; `nil` if there are no values, or one
  /// is not finite.
  ///
  /// By ``ClusteredInterval``, for scores of one side: each member holds a transcript's score
  /// instead of a difference. Without bounds there is no interval if all values are the same. The
  /// interval has an error of `tail` on either end.
  package static func mean(
    of members: [PairedDifference], within bounds: ClosedRange<Double>?, tail: Double = 0.025
  ) -> Estimate? {
    ClusterTotals(members).map {
      ClusteredInterval.estimate($0, of: .scores, bounds: bounds, tail: tail)
    }
  }

  /// Returns the mean of differences with its interval; `nil` if there are none, or one is not
  /// finite.
  ///
  /// By ``ClusteredInterval``; the interval has an error of `tail` on either end.
  package static func difference(
    of differences: [PairedDifference], within bounds: ClosedRange<Double>?, tail: Double = 0.025
  ) -> Estimate? {
    ClusterTotals(differences).map {
      ClusteredInterval.estimate($0, of: .differences, bounds: bounds, tail: tail)
    }
  }
}
