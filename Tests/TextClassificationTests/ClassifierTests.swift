import Phrases
import TestKit
import TextClassification
import Testing

@Suite("Classifiers over texts and vectors")
struct ClassifierTests {
  @Test("weights are rounded to one byte each, the small ones most exactly")
  func quantized() {
    let weights: [Float] = [0, 1, -1, 0.25, 0.001, -0.0004]
    let rounded = QuantizedWeights(weights)
    #expect(rounded.scale == 1 && rounded.count == weights.count)
    for (place, weight) in weights.enumerated() {
      #expect(abs(rounded[place] - weight) <= 0.01 * abs(weight).squareRoot() + 1e-5)
    }
    #expect(QuantizedWeights([0, 0])[1] == 0)
  }

  /// A classifier whose features all count alike, with a weight for each.
  private func classifier(_ weights: [Float]) -> NGramClassifier {
    NGramClassifier(
      rarities: Array(repeating: 0, count: weights.count), weights: QuantizedWeights(weights),
      bias: 0.5)
  }

  @Test("a text's length does not matter, and one without words scores the bias")
  func length() {
    let model = classifier(Array(repeating: 1, count: 16))
    let once = FoldedText("alpha beta gamma")
    let empty = FoldedText("")
    #expect(model.score(empty, empty.tokens.indices) == 0.5)
    // Each kind of features sums to the root of their number.
    var counts: [HashedNGrams.Block: Float] = [:]
    HashedNGrams.visit(once, once.tokens.indices) { block, _ in counts[block, default: 0] += 1 }
    let expected = counts.values.reduce(0.5) { $0 + $1.squareRoot() }
    #expect(abs(model.score(once, once.tokens.indices) - expected) < 1e-4)
  }

  @Test("classifiers survive being written and read")
  func tables() throws {
    let model = classifier((0..<32).map { Float($0) - 12 })
    try expect(NGramClassifier(base64: model.base64), equals: model)
    let dense = DenseClassifier(
      means: [0, 1], scales: [1, 2], inputWeights: QuantizedWeights([1, -1, 0.5, 0.25, 1, 0]),
      unitBiases: [0, 0.1, 0.2], outputWeights: [1, 2, 3], bias: -0.5)
    try expect(DenseClassifier(base64: dense.base64), equals: dense)
    #expect(throws: TableDamage.self) { try DenseClassifier(base64: model.base64) }
    #expect(throws: TableDamage.self) { try NGramClassifier(base64: dense.base64) }
  }

  @Test("a vector of another length has no score")
  func dimensions() {
    let dense = DenseClassifier(
      means: [0, 1], scales: [1, 2], inputWeights: QuantizedWeights([1, 0, 0, 1]),
      unitBiases: [0, 0], outputWeights: [1, -1], bias: 0.25)
    // The first unit is 3, the second 2 · (2 − 1) = 2.
    #expect(dense.score([3, 2]) == 3 - 2 + 0.25)
    #expect(dense.score([-3, 0]) == 0.25)
    #expect(dense.score([3]) == nil && dense.score([]) == nil)
  }
}
