package import TextAnalysis

/// A linear classifier over the signs that a screen found in a message.
package struct SignWeights: Sendable, Hashable {
  /// The weight of each feature, by name; a feature without one has no effect.
  package var weights: [String: Float]
  package var bias: Float

  /// Creates weights.
  package init(weights: [String: Float] = [:], bias: Float = 0) {
    self.weights = weights
    self.bias = bias
  }

  /// Returns the log-odds of danger for the values of features.
  package func score(_ features: [String: Float]) -> Float {
    // In the order of the names, so that the sum is the same at every run.
    features.sorted { $0.key < $1.key }
      .reduce(bias) { $0 + (weights[$1.key] ?? 0) * $1.value }
  }
}

extension SignWeights: TableValue {
  package func write(to table: inout TableWriter) {
    let sorted = weights.sorted { $0.key < $1.key }
    table.write(sorted.map(\.key))
    table.write(sorted.map(\.value))
    table.write(Double(bias))
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    let names = try table.texts()
    let values = try table.floats()
    guard names.count == values.count else { throw TableDamage() }
    weights = Dictionary(zip(names, values)) { $1 }
    bias = Float(try table.double())
  }
}
