/// A linear classifier over hashed n-grams, which says how much a text resembles one class rather than another.
///
/// A feature's value is how often it occurs, times how rare it was among the training texts (its inverse document
/// frequency); the values of a kind of features are divided by the length of their vector, without adding up repeated
/// ones, so that a text's length does not matter.
package struct NGramClassifier: Sendable, Hashable {
  /// How rare features are, by kind and bucket, in steps of 1/``rarityStep`` above 1.
  package private(set) var rarities: [UInt8]
  /// The weights by kind and bucket.
  package private(set) var weights: QuantizedWeights
  package private(set) var bias: Float
  /// The number of buckets of a kind of features, a power of two.
  package var buckets: Int { rarities.count / HashedNGrams.Block.allCases.count }

  /// The number of steps of a rarity in 1.
  package static let rarityStep: Float = 26

  /// Creates a classifier.
  package init(rarities: [UInt8], weights: QuantizedWeights, bias: Float) {
    self.rarities = rarities
    self.weights = weights
    self.bias = bias
  }

  /// Returns the rarity that a level stands for.
  package static func rarity(_ level: UInt8) -> Float { 1 + Float(level) / rarityStep }

  /// What the features of some tokens add up to, by kind.
  private struct Sums {
    var words = (weights: 0.0, squares: 0.0)
    var letters = (weights: 0.0, squares: 0.0)

    static func - (left: Sums, right: Sums) -> Sums {
      var difference = Sums()
      difference.words.weights = left.words.weights - right.words.weights
      difference.words.squares = left.words.squares - right.words.squares
      difference.letters.weights = left.letters.weights - right.letters.weights
      difference.letters.squares = left.letters.squares - right.letters.squares
      return difference
    }
  }

  /// Returns the log-odds of the class for some tokens of a text; the bias if there are none.
  package func score(_ text: FoldedText, _ tokens: Range<Int>) -> Float {
    var last = Sums()
    sum(text, tokens) { last = $0 }
    return score(last)
  }

  /// Returns the log-odds of the class for stretches of a text, which is read once.
  package func scores(_ text: FoldedText, _ stretches: [Range<Int>]) -> [Float] {
    var sums = [Sums()]
    sums.reserveCapacity(text.tokens.count + 1)
    sum(text, text.tokens.indices) { sums.append($0) }
    return stretches.map { score(sums[$0.upperBound] - sums[$0.lowerBound]) }
  }

  /// Adds up features, and passes the sums to a function after each token.
  private func sum(_ text: FoldedText, _ tokens: Range<Int>, _ token: (Sums) -> Void) {
    let mask = UInt32(buckets - 1)
    var sums = Sums()
    let letters = buckets
    rarities.withUnsafeBufferPointer { rarities in
      weights.withLevels { levels, values in
        HashedNGrams.visit(
          text, tokens,
          { block, hash in
            let bucket = Int(hash & mask)
            switch block {
            case .words:
              let rarity = Double(Self.rarity(rarities[bucket]))
              sums.words.weights += rarity * Double(values[Int(levels[bucket]) + 128])
              sums.words.squares += rarity * rarity
            case .letters:
              let rarity = Double(Self.rarity(rarities[letters + bucket]))
              sums.letters.weights += rarity * Double(values[Int(levels[letters + bucket]) + 128])
              sums.letters.squares += rarity * rarity
            }
          }, token: { token(sums) })
      }
    }
  }

  private func score(_ sums: Sums) -> Float {
    let normal = { (sum: (weights: Double, squares: Double)) in
      sum.squares > 0.5 ? sum.weights / sum.squares.squareRoot() : 0
    }
    return bias + Float(normal(sums.words) + normal(sums.letters))
  }
}

extension NGramClassifier: TableValue {
  package func write(to table: inout TableWriter) {
    table.write(rarities)
    weights.write(to: &table)
    table.write(Double(bias))
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    rarities = try table.byteArray()
    weights = try QuantizedWeights(from: &table)
    bias = Float(try table.double())
    let kinds = HashedNGrams.Block.allCases.count
    guard weights.count == rarities.count, rarities.count.isMultiple(of: kinds),
      buckets.nonzeroBitCount == 1
    else { throw TableDamage() }
  }
}
