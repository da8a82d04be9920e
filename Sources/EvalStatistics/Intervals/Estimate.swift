/// A figure with how sure it is. What cannot be known is nil.
public struct Estimate: Sendable, Hashable {
  /// The value.
  public var value: Double
  /// The 95 % interval; nil when there are too few observations for one.
  public var interval: ClosedRange<Double>?
  /// The standard error; nil when the method has none, or the observations do not vary.
  public var standardError: Double?
  /// How many transcripts it rests on.
  public var count: Int
  /// How many clusters they form: the number of independent observations.
  public var clusters: Int
  /// How the interval came about, in a word for reports.
  public var method: String

  /// Creates an estimate.
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
  /// The mean of independent values, one a transcript, with its interval; nil when there is none.
  ///
  /// By ``IntervalMethod/clustered`` with each transcript a cluster of its own: Student's interval,
  /// widened where values that differ from the commonest are rare.
  public static func mean(of values: [Double], within bounds: ClosedRange<Double>) -> Estimate? {
    guard values.allSatisfy(\.isFinite), let totals = ClusterTotals(values.map { [$0] }) else {
      return nil
    }
    return ClusteredInterval.estimate(totals, of: .scores, bounds: bounds)
  }

  /// The mean of values in clusters with its interval; nil when there is none, or one is not a
  /// number.
  ///
  /// By ``IntervalMethod/clustered``, for scores of one side: each member holds a transcript's
  /// score instead of a difference. Without bounds there is no interval when all values are the
  /// same. The interval has an error of `tail` on either end.
  package static func mean(
    of members: [PairedDifference], within bounds: ClosedRange<Double>?, tail: Double = 0.025
  ) -> Estimate? {
    ClusterTotals(members).map {
      ClusteredInterval.estimate($0, of: .scores, bounds: bounds, tail: tail)
    }
  }

  /// The mean of differences, likewise.
  package static func difference(
    of differences: [PairedDifference], within bounds: ClosedRange<Double>?, tail: Double
  ) -> Estimate? {
    ClusterTotals(differences).map {
      ClusteredInterval.estimate($0, of: .differences, bounds: bounds, tail: tail)
    }
  }
}
