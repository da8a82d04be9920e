/// Weights in one byte each, on a scale of squares: small ones, which are many, are the most exact.
package struct QuantizedWeights: Sendable, Hashable {
  /// The greatest magnitude.
  package private(set) var scale: Float
  /// For each weight, from −127 to 127: the sign, and the square root of the magnitude over the scale.
  package private(set) var levels: [Int8]
  /// By level, from −128: the weight.
  private let values: [Float]

  /// Creates weights from levels.
  package init(scale: Float, levels: [Int8]) {
    self.scale = scale
    self.levels = levels
    values = (-128...127).map { level in
      let share = Float(level) / 127
      return share * abs(share) * scale
    }
  }

  /// Rounds weights to the nearest levels.
  package init(_ weights: [Float]) {
    let scale = weights.reduce(0) { $1.isFinite ? max($0, abs($1)) : $0 }
    self.init(
      scale: scale,
      levels: weights.map { weight in
        guard scale > 0, weight.isFinite else { return 0 }
        let level = (abs(weight) / scale).squareRoot() * 127
        return Int8((weight < 0 ? -level : level).rounded())
      })
  }

  package var count: Int { levels.count }

  package subscript(index: Int) -> Float { values[Int(levels[index]) + 128] }

  /// Calls a function with the levels, and with the weight of each level, from −128.
  func withLevels<Result>(
    _ body: (UnsafeBufferPointer<Int8>, UnsafeBufferPointer<Float>) -> Result
  ) -> Result {
    levels.withUnsafeBufferPointer { levels in
      values.withUnsafeBufferPointer { body(levels, $0) }
    }
  }
}

extension QuantizedWeights: TableValue {
  package func write(to table: inout TableWriter) {
    table.write(Double(scale))
    table.write(levels.map { UInt8(bitPattern: $0) })
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    let scale = Float(try table.double())
    self.init(scale: scale, levels: try table.byteArray().map { Int8(bitPattern: $0) })
  }
}
