import EvalStatistics
public import JSON

/// How many of how many, with a 95 % interval of the share.
public struct MeasuredShare: Sendable, Hashable {
  /// How many are so.
  public var count: Int
  /// How many there are.
  public var total: Int
  /// The interval; nil where there is none of anything, or too little for one.
  public var interval: ClosedRange<Double>?

  /// A share of things that are independent, with Wilson's interval.
  public init(_ count: Int, of total: Int) {
    self.count = count
    self.total = total
    interval = WilsonInterval.interval(successes: count, trials: total)
  }

  /// A share of things that belong together in clusters, such as the turns of a conversation.
  ///
  /// The interval is that of ``IntervalMethod/clustered``; it takes no two of a cluster for independent.
  init(_ verdicts: [(isSo: Bool, cluster: String)]) {
    count = verdicts.count(where: \.isSo)
    total = verdicts.count
    let members = verdicts.map { PairedDifference(value: $0.isSo ? 1 : 0, cluster: $0.cluster) }
    interval = Estimate.mean(of: members, within: 0...1)?.interval
  }

  /// The share; nil of nothing.
  public var share: Double? { total > 0 ? Double(count) / Double(total) : nil }

  /// The share as data: `count`, `n`, `share`, `low`, `high`. What is not known is null.
  public var json: JSONValue {
    [
      "count": .integer(count), "n": .integer(total), "share": share.json,
      "low": (interval?.lowerBound).json, "high": (interval?.upperBound).json,
    ]
  }
}

extension Sequence {
  /// The share of elements for which something holds.
  func share(where holds: (Element) -> Bool) -> MeasuredShare {
    let counts = reduce(into: (0, 0)) { counts, element in
      counts.0 += holds(element) ? 1 : 0
      counts.1 += 1
    }
    return MeasuredShare(counts.0, of: counts.1)
  }
}

extension Double? {
  /// The number as data; null for none.
  var json: JSONValue { map { .number($0) } ?? .null }
}

extension String? {
  /// The text as data; null for none.
  var json: JSONValue { map { .string($0) } ?? .null }
}
