package import TextAnalysis

/// How the scores of several classifiers add up to one: a logistic regression on scores for texts that the
/// classifiers were not trained on.
package struct StackWeights: Sendable, Hashable {
  /// The weight of each score, in the order in which the scores are given.
  package var weights: [Float]
  package var bias: Float

  /// Creates weights.
  package init(weights: [Float], bias: Float) {
    self.weights = weights
    self.bias = bias
  }

  /// Returns the log-odds of danger among the training messages, of which half are dangerous.
  package func score(_ scores: [Float]) -> Double {
    Double(zip(weights, scores).reduce(bias) { $0 + $1.0 * $1.1 })
  }
}

extension StackWeights: TableValue {
  package func write(to table: inout TableWriter) {
    table.write(weights + [bias])
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    weights = try table.floats()
    guard let last = weights.popLast() else { throw TableDamage() }
    bias = last
  }
}
