package import TextAnalysis

/// The trained part of the crisis screen: how much a message resembles those of people in danger.
///
/// `coachkit safety fit` trains it; `card.json` beside its file says on what, when, and with which results.
package struct ScreenModel: Sendable, Hashable {
  /// A classifier over the vectors of one embedding model, and how its score adds to the others.
  package struct Head: Sendable, Hashable {
    /// The name that the embedding server reports for its model.
    package var model: String
    package var classifier: DenseClassifier
    /// For the scores of n-grams, signs and embedding.
    package var stack: StackWeights

    /// Creates a head.
    package init(model: String, classifier: DenseClassifier, stack: StackWeights) {
      self.model = model
      self.classifier = classifier
      self.stack = stack
    }
  }

  /// Whether a message is one of danger, by its n-grams.
  package var danger: NGramClassifier
  /// For each category, whether a dangerous message belongs to it rather than to another.
  package var categories: [NGramClassifier]
  /// Whether a message is one of danger, by the signs that the phrases found.
  package var signs: SignWeights
  /// For the scores of n-grams and signs.
  package var stack: StackWeights
  /// One for each embedding model that it was fitted for.
  package var heads: [Head]

  /// Creates a model; `categories` are in the order of ``CrisisCategory/trained``.
  package init(
    danger: NGramClassifier, categories: [NGramClassifier], signs: SignWeights,
    stack: StackWeights, heads: [Head]
  ) {
    self.danger = danger
    self.categories = categories
    self.signs = signs
    self.stack = stack
    self.heads = heads
  }

  /// The bytes of its file.
  package var fileBytes: [UInt8] { tableBytes }

  /// The number of tokens up to which a message is scored as a whole.
  private static let wholeLength = 160
  /// The length of the stretches of a longer message; the next begins in the middle of the one before.
  private static let stretchLength = 120
  /// The length of the stretches in which a clause of danger stands out from a message about something else.
  private static let clauseLength = 24
  /// How much more such a stretch has to weigh: among many, one weighs much by chance.
  private static let clausePenalty: Float = 1.5

  /// Returns the highest log-odds of danger by n-grams of any stretch of a text, and the stretch.
  package func highestScore(of text: FoldedText) -> (stretch: Range<Int>, score: Float) {
    Self.highestScore(of: text, by: danger)
  }

  /// Returns the same by a classifier.
  package static func highestScore(
    of text: FoldedText, by danger: NGramClassifier
  ) -> (stretch: Range<Int>, score: Float) {
    let count = text.tokens.count
    let long =
      count > wholeLength ? stretches(of: count, length: stretchLength) : [text.tokens.indices]
    let clauses = count > clauseLength ? stretches(of: count, length: clauseLength) : []
    let scores = danger.scores(text, long + clauses)
    let penalized = zip(long + clauses, scores).enumerated().map { index, scored in
      (stretch: scored.0, score: index < long.count ? scored.1 : scored.1 - clausePenalty)
    }
    return penalized.max { $0.score < $1.score } ?? (text.tokens.indices, danger.bias)
  }

  private static func stretches(of count: Int, length: Int) -> [Range<Int>] {
    stride(from: 0, to: count - length / 2, by: length / 2).map { $0..<min($0 + length, count) }
  }

  /// Returns the category that the n-grams of a dangerous stretch suggest; `nil` without any classifier.
  package func category(of stretch: Range<Int>, in text: FoldedText) -> CrisisCategory? {
    zip(CrisisCategory.trained, categories)
      .map { (category: $0, score: $1.score(text, stretch)) }
      .max { $0.score < $1.score }?.category
  }
}

extension ScreenModel: TableValue {
  package func write(to table: inout TableWriter) {
    table.write(Self.format)
    danger.write(to: &table)
    table.write(categories)
    signs.write(to: &table)
    stack.write(to: &table)
    table.write(heads)
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    guard try table.text() == Self.format else { throw TableDamage() }
    danger = try NGramClassifier(from: &table)
    categories = try table.values()
    signs = try SignWeights(from: &table)
    stack = try StackWeights(from: &table)
    heads = try table.values()
    guard stack.weights.count == 2, heads.allSatisfy({ $0.stack.weights.count == 3 }),
      categories.count == CrisisCategory.trained.count || categories.isEmpty
    else { throw TableDamage() }
  }

  private static let format = "coachkit screen 1"
}

extension ScreenModel.Head: TableValue {
  package func write(to table: inout TableWriter) {
    table.write(model)
    classifier.write(to: &table)
    stack.write(to: &table)
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    model = try table.text()
    classifier = try DenseClassifier(from: &table)
    stack = try StackWeights(from: &table)
  }
}
