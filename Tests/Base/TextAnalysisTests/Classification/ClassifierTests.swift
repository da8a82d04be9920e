import Testing
import TestKit
import TextAnalysis

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

  @Test("stretches of a text that is read once score like the stretches by themselves")
  func stretches() {
    let model = classifier((0..<64).map { Float($0 % 7) - 3 })
    let text = FoldedText("one two. three four five. six")
    let scores = model.scores(text, text.sentences)
    #expect(scores.count == 3)
    // Only runs of words across the beginning of a stretch differ.
    #expect(abs(scores[0] - model.score(text, text.sentences[0])) < 1e-4)
    #expect(abs(model.scores(text, [0..<0])[0] - 0.5) < 1e-4)
  }

  @Test("classifiers of several classes score like one for each, in any order")
  func classes() throws {
    let rows: [[Float]] = [
      (0..<16).map { Float($0) - 8 }, (0..<16).map { 8 - Float($0) },
      Array(repeating: 1, count: 16),
    ]
    let weights = QuantizedWeights((0..<16).flatMap { column in rows.map { $0[column] } })
    let model = NGramClasses(
      rarities: Array(repeating: 0, count: 16), weights: weights, biases: [0.5, 0.5, 0.5])
    let text = FoldedText("Alpha beta, alpha!")
    let scores = model.scores(text)
    for (number, row) in rows.enumerated() {
      #expect(abs(scores[number] - classifier(row).score(text, text.tokens.indices)) < 0.2)
    }
    #expect(model.ordered([2, 0, 1]).scores(text) == [scores[2], scores[0], scores[1]])
    #expect(model.scores(FoldedText("")) == [0.5, 0.5, 0.5])
    try expect(NGramClasses(base64: model.base64), equals: model)
  }

  @Test("linear classifiers over vectors have a score for each class")
  func linear() throws {
    let model = LinearClasses(weights: [1, 0, 0, 2, -1, -1], biases: [0, 1, 0])
    #expect(model.scores([3, 4]) == [3, 9, -7] && model.scores([3]) == nil)
    #expect(model.ordered([1, 2, 0]).scores([3, 4]) == [9, -7, 3])
    try expect(LinearClasses(base64: model.base64), equals: model)
    #expect(LinearClasses(weights: [], biases: []).scores([1]) == nil)
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
