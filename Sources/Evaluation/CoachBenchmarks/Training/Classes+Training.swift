package import TextAnalysis

extension LogisticRegression {
  /// Returns one fit for each class against all others, with as much weight for its rows as for all others together.
  func fits(_ matrix: SparseMatrix, classes: [Int], count: Int) -> [Fit] {
    (0..<count).map { number in
      let isInClass = classes.map { $0 == number }
      let own = Float(max(1, isInClass.count { $0 }))
      let total = Float(classes.count)
      let others = max(1, total - own)
      return fit(
        matrix, isInClass,
        weights: isInClass.map { total / 2 / ($0 ? own : others) })
    }
  }
}

extension NGramClasses {
  /// Trains classifiers on texts with the number of the class of each.
  ///
  /// - Parameters:
  ///   - count: The number of classes.
  ///   - buckets: The number of buckets of a kind of features, a power of two.
  ///   - cost: The cost of misfit; see ``LogisticRegression``.
  package init(_ texts: [FoldedText], classes: [Int], count: Int, buckets: Int, cost: Float) {
    self.init(texts, buckets: buckets) {
      LogisticRegression(cost: cost).fits($0, classes: classes, count: count)
    }
  }

  /// Trains classifiers of classes that may overlap, on texts that count as much as their weights.
  ///
  /// - Parameters:
  ///   - classes: For each class, which texts belong to it.
  ///   - buckets: The number of buckets of a kind of features, a power of two.
  ///   - cost: The cost of misfit; see ``LogisticRegression``.
  ///   - tolerance: How exact the fit is.
  package init(
    _ texts: [FoldedText], classes: [[Bool]], buckets: Int, cost: Float, tolerance: Float,
    sampleWeights: [Float]
  ) {
    self.init(texts, buckets: buckets) { matrix in
      classes.map {
        LogisticRegression(cost: cost, tolerance: tolerance)
          .fit(matrix, $0, weights: sampleWeights)
      }
    }
  }

  private init(
    _ texts: [FoldedText], buckets: Int, fits: (SparseMatrix) -> [LogisticRegression.Fit]
  ) {
    let (rarities, matrix) = NGramClassifier.features(of: texts, buckets: buckets)
    let fits = fits(matrix)
    let weights = rarities.indices.flatMap { column in fits.map { $0.weights[column] } }
    self.init(
      rarities: rarities, weights: QuantizedWeights(weights), biases: fits.map(\.bias))
  }
}

extension LinearClasses {
  /// Trains classifiers on vectors with the number of the class of each.
  ///
  /// - Parameters:
  ///   - count: The number of classes.
  ///   - cost: The cost of misfit for numbers of unit variance; see ``LogisticRegression``.
  package init(_ vectors: [[Float]], classes: [Int], count: Int, cost: Float) {
    let (means, scales) = Moments.of(vectors)
    var matrix = SparseMatrix(width: means.count)
    for vector in vectors {
      matrix.append(
        vector.enumerated().map { (Int32($0), ($1 - means[$0]) * scales[$0]) })
    }
    let fits = LogisticRegression(cost: cost).fits(matrix, classes: classes, count: count)
    // Scoring takes vectors as they come, so that means and scales are part of weights and biases.
    self.init(
      weights: fits.flatMap { fit in zip(fit.weights, scales).map { $0 * $1 } },
      biases: fits.map { fit in
        fit.weights.indices.reduce(fit.bias) { bias, place in
          bias - fit.weights[place] * scales[place] * means[place]
        }
      })
  }
}
