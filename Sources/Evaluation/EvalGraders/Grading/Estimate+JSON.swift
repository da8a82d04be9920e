package import Documents
package import EvalStatistics

extension Estimate? {
  /// The estimate as JSON; null for `nil`.
  package var json: JSONValue { self?.json ?? .null }
}

extension Estimate {
  /// The estimate as JSON: `value`, `low`, `high`, `n`, `clusters`, `method`; the limits are null without an
  /// interval.
  package var json: JSONValue {
    [
      "value": .number(value), "low": interval.map { .number($0.lowerBound) } ?? .null,
      "high": interval.map { .number($0.upperBound) } ?? .null, "n": .integer(count),
      "clusters": .integer(clusters), "method": .string(method),
    ]
  }
}
