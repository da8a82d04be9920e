package import SafetyRules
import TextAnalysis

/// Fits the trained part of the crisis screen to labelled messages.
///
/// The classifiers are fitted to all messages. How their scores add up is fitted to scores for messages of writers
/// that the classifiers have not seen, in five folds: on their own messages classifiers are too sure of themselves.
package struct ScreenFit: Sendable {
  /// The number of buckets of the classifier of danger.
  package var buckets = 1 << 18
  /// The number of buckets of the classifiers of categories.
  package var categoryBuckets = 1 << 15
  /// The cost of misfit of the classifiers over n-grams.
  package var cost: Float = 30
  /// The cost of misfit of the classifier over signs.
  package var signCost: Float = 0.5
  static let folds = 5

  /// Creates a fit with the standard settings.
  package init() {}

  /// The scores of a message by classifiers that have not seen its writer.
  private struct Scores {
    var place: Int
    var wording: Float
    var signs: Float
    /// `nil` for a message without a vector.
    var embedding: Float?
  }

  /// Fits a model.
  ///
  /// - Parameters:
  ///   - embeddingModel: The name of the model of the messages' embeddings; `nil` without embeddings.
  ///   - progress: Called with what is done next.
  package func model(
    _ messages: ScreenMessages, embeddingModel: String?,
    progress: @escaping @Sendable (String) -> Void = { _ in }
  ) async -> ScreenModel {
    async let danger = danger(messages)
    async let categories = categories(messages)
    async let head = embeddingModel == nil ? nil : head(messages)
    let folds = Folds.ofWriters(messages.writers, count: Self.folds)
    let scores = await Folds.map(Self.folds) { fold -> [Scores] in
      progress("fold \(fold + 1) of \(Self.folds)")
      return self.scores(
        of: messages, where: { folds[$0] == fold }, hasEmbeddings: embeddingModel != nil)
    }.joined().sorted { $0.place < $1.place }
    let (wording, signs) = (scores.map(\.wording), scores.map(\.signs))
    var heads: [ScreenModel.Head] = []
    if let name = embeddingModel, let classifier = await head {
      let embedded = scores.filter { $0.embedding != nil }
      let stack = stack(
        [embedded.map(\.wording), embedded.map(\.signs), embedded.compactMap(\.embedding)],
        messages.part { scores[$0].embedding != nil })
      heads.append(ScreenModel.Head(model: name, classifier: classifier, stack: stack))
    }
    return ScreenModel(
      danger: await danger, categories: await categories, signs: self.signs(messages),
      stack: stack([wording, signs], messages), heads: heads)
  }

  /// Returns the scores of some messages by classifiers that are fitted to all others.
  private func scores(
    of messages: ScreenMessages, where isHeldOut: (Int) -> Bool, hasEmbeddings: Bool
  ) -> [Scores] {
    let known = messages.part { !isHeldOut($0) }
    let danger = danger(known)
    let signs = signs(known)
    let head = hasEmbeddings ? head(known) : nil
    return messages.texts.indices.filter(isHeldOut).map { place in
      let text = messages.folded[place]
      return Scores(
        place: place, wording: ScreenModel.highestScore(of: text, by: danger).score,
        signs: signs.score(messages.signs[place]),
        embedding: head?.score(messages.embeddings[place]))
    }
  }

  private func danger(_ messages: ScreenMessages) -> NGramClassifier {
    NGramClassifier(
      messages.folded, isInClass: messages.isDanger, buckets: buckets, cost: cost,
      sampleWeights: messages.weights)
  }

  private func categories(_ messages: ScreenMessages) -> [NGramClassifier] {
    let dangerous = messages.part { messages.categories[$0] != nil }
    return CrisisCategory.trained.map { category in
      NGramClassifier(
        dangerous.folded, isInClass: dangerous.categories.map { $0 == category },
        buckets: categoryBuckets, cost: cost)
    }
  }

  private func head(_ messages: ScreenMessages) -> DenseClassifier {
    let embedded = messages.part { !messages.embeddings[$0].isEmpty }
    return DenseTraining().classifier(
      embedded.embeddings, isInClass: embedded.isDanger, weights: embedded.weights)
  }

  /// Returns a model whose classifiers are fitted to other messages, and whose scores add up as before: what a model would be
  /// without one of its sources. It has no categories and no heads.
  package func refitted(_ model: ScreenModel, to messages: ScreenMessages) -> ScreenModel {
    ScreenModel(
      danger: danger(messages), categories: [], signs: signs(messages), stack: model.stack,
      heads: [])
  }

  private func signs(_ messages: ScreenMessages) -> SignWeights {
    let names = Set(messages.signs.flatMap(\.keys)).sorted()
    let columns = Dictionary(
      uniqueKeysWithValues: names.enumerated().map { ($1, Int32($0)) })
    var matrix = SparseMatrix(width: names.count)
    for signs in messages.signs {
      matrix.append(signs.compactMap { name, value in columns[name].map { ($0, value) } })
    }
    let fit = LogisticRegression(cost: signCost).fit(
      matrix, messages.isDanger, weights: messages.weights)
    return SignWeights(
      weights: Dictionary(uniqueKeysWithValues: zip(names, fit.weights)), bias: fit.bias)
  }

  /// Fits how scores add up, with as much weight for all dangerous messages together as for all others.
  private func stack(_ scores: [[Float]], _ messages: ScreenMessages) -> StackWeights {
    let isDanger = messages.isDanger
    var matrix = SparseMatrix(width: scores.count)
    for place in isDanger.indices {
      matrix.append(scores.enumerated().map { (Int32($0), $1[place]) })
    }
    let weights = messages.weights
    let dangerous = zip(isDanger, weights).reduce(0) { $0 + ($1.0 ? $1.1 : 0) }
    let calm = weights.reduce(0, +) - dangerous
    let fit = LogisticRegression(cost: 1).fit(
      matrix, isDanger,
      weights: zip(isDanger, weights).map { $0 ? $1 * calm / dangerous : $1 })
    return StackWeights(weights: fit.weights, bias: fit.bias)
  }
}
