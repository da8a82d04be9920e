/// Linear classifiers over vectors of one embedding model, one for each of several classes.
package struct LinearClasses: Sendable, Hashable {
  /// The weights by class and then by number of the vector.
  package private(set) var weights: [Float]
  /// The bias of each class.
  package private(set) var biases: [Float]

  /// The length of the vectors.
  package var dimensions: Int { biases.isEmpty ? 0 : weights.count / biases.count }

  /// Creates classifiers. `weights` holds one weight for each pair of a class and a number of the vector.
  package init(weights: [Float], biases: [Float]) {
    self.weights = weights
    self.biases = biases
  }

  /// Returns the log-odds of each class for a vector; `nil` if it has another length.
  package func scores(_ vector: [Float]) -> [Float]? {
    guard vector.count == dimensions else { return nil }
    return biases.enumerated().map { number, bias in
      let row = number * dimensions
      return vector.indices.reduce(bias) { $0 + weights[row + $1] * vector[$1] }
    }
  }

  /// Returns the classifiers in another order, given as their present places.
  package func ordered(_ places: [Int]) -> LinearClasses {
    LinearClasses(
      weights: places.flatMap { weights[($0 * dimensions)..<(($0 + 1) * dimensions)] },
      biases: places.map { biases[$0] })
  }
}

extension LinearClasses: TableValue {
  package func write(to table: inout TableWriter) {
    table.write(weights)
    table.write(biases)
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    weights = try table.floats()
    biases = try table.floats()
    guard !biases.isEmpty, weights.count.isMultiple(of: biases.count) else { throw TableDamage() }
  }
}
