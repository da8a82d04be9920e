/// A classifier over vectors of one embedding model: a layer of rectified units, and a weighted sum of these.
package struct DenseClassifier: Sendable, Hashable {
  /// The mean of each number of the vectors in training, and one over its standard deviation.
  package private(set) var means: [Float]
  package private(set) var scales: [Float]
  /// The weights of the units, by input and then by unit.
  package private(set) var inputWeights: QuantizedWeights
  package private(set) var unitBiases: [Float]
  package private(set) var outputWeights: [Float]
  package private(set) var bias: Float

  /// The length of the vectors.
  package var dimensions: Int { means.count }

  /// Creates a classifier. `inputWeights` holds one weight for each pair of an input and a unit.
  package init(
    means: [Float], scales: [Float], inputWeights: QuantizedWeights, unitBiases: [Float],
    outputWeights: [Float], bias: Float
  ) {
    self.means = means
    self.scales = scales
    self.inputWeights = inputWeights
    self.unitBiases = unitBiases
    self.outputWeights = outputWeights
    self.bias = bias
  }

  /// Returns the log-odds of the class for a vector; `nil` if it has another length.
  package func score(_ vector: [Float]) -> Float? {
    guard vector.count == dimensions else { return nil }
    var units = unitBiases
    let width = units.count
    inputWeights.withLevels { levels, values in
      for (place, number) in vector.enumerated() {
        let input = (number - means[place]) * scales[place]
        for unit in 0..<width {
          units[unit] += input * values[Int(levels[place * width + unit]) + 128]
        }
      }
    }
    let score = zip(units, outputWeights).reduce(bias) { $0 + max(0, $1.0) * $1.1 }
    return score.isFinite ? score : nil
  }
}

extension DenseClassifier: TableValue {
  package func write(to table: inout TableWriter) {
    for numbers in [means, scales, unitBiases, outputWeights, [bias, inputWeights.scale]] {
      table.write(numbers)
    }
    table.write(inputWeights.levels.map { UInt8(bitPattern: $0) })
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    var lists: [[Float]] = []
    for _ in 0..<5 { lists.append(try table.floats()) }
    (means, scales, unitBiases, outputWeights) = (lists[0], lists[1], lists[2], lists[3])
    let levels = try table.byteArray().map { Int8(bitPattern: $0) }
    guard lists[4].count == 2, scales.count == means.count,
      outputWeights.count == unitBiases.count, levels.count == means.count * unitBiases.count
    else { throw TableDamage() }
    bias = lists[4][0]
    inputWeights = QuantizedWeights(scale: lists[4][1], levels: levels)
  }
}
