/// Linear classifiers over the hashed n-grams of a text, one for each of several classes, that read a text once.
///
/// Features and their values are those of ``NGramClassifier``.
package struct NGramClasses: Sendable, Hashable {
  /// How rare features are, by kind and bucket, in steps of 1/``NGramClassifier/rarityStep`` above 1.
  package private(set) var rarities: [UInt8]
  /// The weights by kind and bucket, and then by class.
  package private(set) var weights: QuantizedWeights
  /// The bias of each class.
  package private(set) var biases: [Float]

  /// The number of buckets of a kind of features, a power of two.
  package var buckets: Int { rarities.count / HashedNGrams.Block.allCases.count }

  /// Creates classifiers.
  package init(rarities: [UInt8], weights: QuantizedWeights, biases: [Float]) {
    self.rarities = rarities
    self.weights = weights
    self.biases = biases
  }

  /// Returns the log-odds of each class for a text; the biases if it has no words.
  package func scores(_ text: FoldedText) -> [Float] {
    let mask = UInt32(buckets - 1)
    let (buckets, classes) = (buckets, biases.count)
    var sums = [Float](repeating: 0, count: HashedNGrams.Block.allCases.count * classes)
    var squares = [Float](repeating: 0, count: HashedNGrams.Block.allCases.count)
    rarities.withUnsafeBufferPointer { rarities in
      weights.withLevels { levels, values in
        sums.withUnsafeMutableBufferPointer { sums in
          HashedNGrams.visit(text, text.tokens.indices) { block, hash in
            let column = block.rawValue * buckets + Int(hash & mask)
            let rarity = NGramClassifier.rarity(rarities[column])
            squares[block.rawValue] += rarity * rarity
            let (row, place) = (column * classes, block.rawValue * classes)
            for number in 0..<classes {
              sums[place + number] += rarity * values[Int(levels[row + number]) + 128]
            }
          }
        }
      }
    }
    return biases.indices.map { number in
      squares.enumerated().reduce(biases[number]) { score, block in
        let (kind, square) = block
        return square > 0 ? score + sums[kind * classes + number] / square.squareRoot() : score
      }
    }
  }

  /// Returns the classifiers in another order, given as their present places.
  package func ordered(_ places: [Int]) -> NGramClasses {
    let levels = rarities.indices.flatMap { column in
      places.map { weights.levels[column * biases.count + $0] }
    }
    return NGramClasses(
      rarities: rarities, weights: QuantizedWeights(scale: weights.scale, levels: levels),
      biases: places.map { biases[$0] })
  }
}

extension NGramClasses: TableValue {
  package func write(to table: inout TableWriter) {
    table.write(rarities)
    weights.write(to: &table)
    table.write(biases)
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    rarities = try table.byteArray()
    weights = try QuantizedWeights(from: &table)
    biases = try table.floats()
    let kinds = HashedNGrams.Block.allCases.count
    guard weights.count == rarities.count * biases.count, rarities.count.isMultiple(of: kinds),
      buckets.nonzeroBitCount == 1
    else { throw TableDamage() }
  }
}
