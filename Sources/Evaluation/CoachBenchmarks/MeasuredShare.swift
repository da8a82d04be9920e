package import Documents
import EvalStatistics

/// A count as a share of a total, with its 95 % interval.
package struct MeasuredShare: Sendable, Hashable {
  /// The number of elements for which the property holds.
  package var count: Int
  /// The number of all elements.
  package var total: Int
  /// The 95 % interval of the share; `nil` if the total is 0 or there is too little data.
  package var interval: ClosedRange<Double>?

  /// Creates a share of independent elements, with Wilson's interval.
  package init(_ count: Int, of total: Int) {
    self.count = count
    self.total = total
    interval = WilsonInterval.interval(successes: count, trials: total)
  }

  /// Creates a share of elements in clusters, such as the turns of conversations.
  ///
  /// The interval is a clustered one, which does not assume that elements of one cluster are independent.
  init(_ verdicts: [(isSo: Bool, cluster: String)]) {
    count = verdicts.count(where: \.isSo)
    total = verdicts.count
    let members = verdicts.map { PairedDifference(value: $0.isSo ? 1 : 0, cluster: $0.cluster) }
    interval = Estimate.mean(of: members, within: 0...1)?.interval
  }

  /// The count divided by the total; `nil` if the total is 0.
  package var share: Double? { total > 0 ? Double(count) / Double(total) : nil }

  /// The share as JSON: `count`, `n`, `share`, `low`, `high`. Unknown values are null.
  package var json: JSONValue {
    [
      "count": .integer(count), "n": .integer(total), "share": share.json,
      "low": (interval?.lowerBound).json, "high": (interval?.upperBound).json,
    ]
  }
}

extension Sequence {
  /// Returns the share of elements that satisfy a predicate.
  func share(where holds: (Element) -> Bool) -> MeasuredShare {
    let counts = reduce(into: (0, 0)) { counts, element in
      counts.0 += holds(element) ? 1 : 0
      counts.1 += 1
    }
    return MeasuredShare(counts.0, of: counts.1)
  }
}

extension Double? {
  /// The number as JSON; null for `nil`.
  var json: JSONValue { map { .number($0) } ?? .null }
}

extension String? {
  /// The text as JSON; null for `nil`.
  var json: JSONValue { map { .string($0) } ?? .null }
}
