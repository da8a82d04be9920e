package import EvalStatistics
package import JSON

extension Estimate? {
  /// An estimate as JSON; null for none.
  package var json: JSONValue { self?.json ?? .null }
}

extension Estimate {
  /// The estimate as JSON.
  package var json: JSONValue {
    [
      "value": .number(value), "low": interval.map { .number($0.lowerBound) } ?? .null,
      "high": interval.map { .number($0.upperBound) } ?? .null, "n": .integer(count),
      "clusters": .integer(clusters), "method": .string(method),
    ]
  }
}
