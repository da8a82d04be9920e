import Foundation
package import TextAnalysis

extension NGramClassifier {
  /// Trains a classifier on texts of which some belong to the class.
  ///
  /// - Parameters:
  ///   - buckets: The number of buckets of a kind of features, a power of two.
  ///   - cost: The cost of misfit; see ``LogisticRegression``.
  ///   - sampleWeights: How much each text counts; 1 if `nil`.
  package init(
    _ texts: [FoldedText], isInClass: [Bool], buckets: Int, cost: Float,
    sampleWeights: [Float]? = nil
  ) {
    let (rarities, matrix) = Self.features(of: texts, buckets: buckets)
    let fit = LogisticRegression(cost: cost).fit(matrix, isInClass, weights: sampleWeights)
    self.init(rarities: rarities, weights: QuantizedWeights(fit.weights), bias: fit.bias)
  }

  /// Returns how rare features are in some texts, and the features of each text.
  static func features(
    of texts: [FoldedText], buckets: Int
  ) -> (rarities: [UInt8], matrix: SparseMatrix) {
    let rarities = rarities(in: texts, buckets: buckets)
    var matrix = SparseMatrix(width: rarities.count)
    for text in texts { matrix.append(row(text, rarities)) }
    return (rarities, matrix)
  }

  /// Returns how rare the features of each bucket are: `1 + log((1 + texts) / (1 + texts with the feature))`.
  private static func rarities(in texts: [FoldedText], buckets: Int) -> [UInt8] {
    let mask = UInt32(buckets - 1)
    var counts = [Int32](repeating: 0, count: buckets * HashedNGrams.Block.allCases.count)
    var last = [Int32](repeating: -1, count: counts.count)
    for (number, text) in texts.enumerated() {
      HashedNGrams.visit(text, text.tokens.indices) { block, hash in
        let column = block.rawValue * buckets + Int(hash & mask)
        if last[column] != Int32(number) {
          last[column] = Int32(number)
          counts[column] += 1
        }
      }
    }
    return counts.map { count in
      let rarity = log(Float(1 + texts.count) / Float(1 + count))
      return UInt8(min(255, (rarity * rarityStep).rounded()))
    }
  }

  /// Returns the features of a text as in ``score(_:_:)``.
  private static func row(
    _ text: FoldedText, _ rarities: [UInt8]
  ) -> [(column: Int32, value: Float)] {
    let kinds = HashedNGrams.Block.allCases.count
    let buckets = rarities.count / kinds
    let mask = UInt32(buckets - 1)
    var row: [(column: Int32, value: Float)] = []
    var squares = [Float](repeating: 0, count: kinds)
    HashedNGrams.visit(text, text.tokens.indices) { block, hash in
      let column = block.rawValue * buckets + Int(hash & mask)
      let rarity = rarity(rarities[column])
      row.append((Int32(column), rarity))
      squares[block.rawValue] += rarity * rarity
    }
    for place in row.indices {
      row[place].value /= squares[Int(row[place].column) / buckets].squareRoot()
    }
    return row
  }
}
