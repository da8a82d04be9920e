@testable import CoachBenchmarks
import Testing
import TextAnalysis

@Suite("Training of classifiers")
struct TrainingTests {
  @Test("the minimum of a curved valley is found")
  func minimum() {
    // Rosenbrock's function, whose minimum is at (1, 1).
    let found = LBFGS().minimum(from: [-1.2, 1]) { point, gradient in
      let (x, y) = (Double(point[0]), Double(point[1]))
      gradient[0] = Float(-2 * (1 - x) - 400 * x * (y - x * x))
      gradient[1] = Float(200 * (y - x * x))
      return (1 - x) * (1 - x) + 100 * (y - x * x) * (y - x * x)
    }
    #expect(abs(found[0] - 1) < 0.01 && abs(found[1] - 1) < 0.02)
  }

  @Test("logistic regression finds the log-odds of a feature")
  func logOdds() {
    var matrix = SparseMatrix(width: 1)
    var isInClass: [Bool] = []
    // With the feature 3 of 4, without it 1 of 4.
    for (value, members) in [(Float(1), 3), (0, 1)] {
      for number in 0..<4 {
        matrix.append([(0, value)])
        isInClass.append(number < members)
      }
    }
    let fit = LogisticRegression(cost: 1000).fit(matrix, isInClass)
    #expect(abs(fit.bias + 1.0986) < 0.02 && abs(fit.weights[0] - 2.1972) < 0.04)
    let half = LogisticRegression(cost: 1000).fit(
      matrix, isInClass, weights: isInClass.map { $0 ? 0 : 1 })
    #expect(half.bias < -3)
  }

  @Test("repeated columns of a row add up")
  func rows() {
    var matrix = SparseMatrix(width: 3)
    matrix.append([(2, 1), (0, 2), (2, 0.5)])
    matrix.append([])
    #expect(matrix.height == 2 && matrix.columns == [0, 2] && matrix.values == [2, 1.5])
  }

  @Test("words that only one class uses decide, and the same texts give the same classifier")
  func texts() {
    let texts = ["red apple", "red cherry", "green apple", "green leaf"].map { FoldedText($0) }
    let isRed = [true, true, false, false]
    let model = NGramClassifier(texts, isInClass: isRed, buckets: 1 << 12, cost: 10)
    let scores = ["a red leaf", "a green cherry"].map { text in
      let folded = FoldedText(text)
      return model.score(folded, folded.tokens.indices)
    }
    #expect(scores[0] > 0 && scores[1] < 0)
    #expect(NGramClassifier(texts, isInClass: isRed, buckets: 1 << 12, cost: 10) == model)
  }

  @Test("several classes are told apart by words and by vectors")
  func classes() {
    let texts = ["red apple", "red cherry", "green leaf", "green pea", "blue sea", "blue sky"]
    let labels = [0, 0, 1, 1, 2, 2]
    let words = NGramClasses(
      texts.map { FoldedText($0) }, classes: labels, count: 3, buckets: 1 << 10, cost: 10)
    for (text, label) in [("a red sky", 0), ("a green apple", 1), ("a blue leaf", 2)] {
      let scores = words.scores(FoldedText(text))
      #expect(scores.indices.max { scores[$0] < scores[$1] } == label)
    }
    let vectors: [[Float]] = [[5, 0], [6, 1], [0, 5], [1, 6], [-5, -5], [-6, -4]]
    let linear = LinearClasses(vectors, classes: labels, count: 3, cost: 1)
    for (vector, label) in [([4, 0], 0), ([0, 4], 1), ([-4, -4], 2)] as [([Float], Int)] {
      let scores = linear.scores(vector) ?? []
      #expect(scores.indices.max { scores[$0] < scores[$1] } == label)
    }
  }

  @Test("a layer of units learns what no line separates")
  func exclusiveOr() {
    var training = DenseTraining()
    training.units = 16
    training.epochs = 300
    training.dropout = 0
    training.inputDropout = 0
    training.learningRate = 0.02
    let vectors: [[Float]] = [[0, 0], [0, 1], [1, 0], [1, 1]]
    let isOdd = [false, true, true, false]
    let model = training.classifier(vectors, isInClass: isOdd)
    for (vector, isOdd) in zip(vectors, isOdd) {
      #expect(((model.score(vector) ?? 0) > 0) == isOdd)
    }
    #expect(training.classifier(vectors, isInClass: isOdd) == model)
    training.seed = 2
    #expect(training.classifier(vectors, isInClass: isOdd) != model)
  }
}
