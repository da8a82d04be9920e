import CoachModel
import SafetyRules
import TextAnalysis

/// The trained part of a screen, with the rule that turns its scores into decisions.
struct DangerEstimator: Sendable {
  let model: ScreenModel
  let rule: DecisionRule

  /// What the classifiers that run in this process find in a message.
  struct Scores: Sendable, Hashable {
    /// The score by words and parts of words.
    var wording: Float
    /// The part of the message that has this score, in tokens.
    var stretch: Range<Int>
    /// The score by signs.
    var signs: Float
  }

  /// Returns the scores of a message in which the screen found some signs.
  func scores(of text: String, signFeatures: [String: Float]) -> Scores {
    let (stretch, wording) = model.highestScore(of: FoldedText(text))
    return Scores(wording: wording, stretch: stretch, signs: model.signs.score(signFeatures))
  }

  /// Returns what a message with some scores is taken for if it is one of danger: the category that its wording
  /// suggests, with the sentence that weighs most as evidence.
  func assessment(of message: String, _ scores: Scores) -> SafetyAssessment? {
    let text = FoldedText(message)
    guard let category = model.category(of: scores.stretch, in: text) else { return nil }
    let sentences = text.sentences.filter { $0.overlaps(scores.stretch) }
    let decisive = sentences.map { ($0, model.danger.score(text, $0)) }.max { $0.1 < $1.1 }
    let range = decisive.map { text.bytes(of: $0.0) } ?? 0..<0
    return SafetyAssessment(
      categories: [category], severity: .moderate,
      evidence: SafetyAssessment.Evidence(text: message.quote(range), range: range),
      stage: .trainedScreen)
  }

  /// Returns the log-odds of danger among as many dangerous as calm messages.
  func score(of scores: Scores) -> Double {
    model.stack.score([scores.wording, scores.signs])
  }

  /// Returns the score and the estimate with the message's embedding, if it has one that can be used.
  func estimate(
    _ scores: Scores, embedding: TextEmbedding?
  ) -> (score: Double, estimate: DangerEstimate) {
    var score = score(of: scores)
    var sources: [DangerEstimate.Source] = [.wording, .signs]
    var problem: String?
    if let embedding {
      if let head = model.heads.first(where: { $0.model == embedding.model }) {
        if let meaning = head.classifier.score(embedding.vector) {
          score = head.stack.score([scores.wording, scores.signs, meaning])
          sources.append(.embedding(model: head.model))
        } else {
          problem =
            embedding.vector.count == head.classifier.dimensions
            ? "the vector of \(embedding.model) has numbers that no model gives"
            : "the vectors of \(embedding.model) have \(embedding.vector.count) numbers, not \(head.classifier.dimensions)"
        }
      } else {
        let known = model.heads.map(\.model).joined(separator: ", ")
        problem =
          "the screen was not fitted for the embedding model \(embedding.model), only for \(known)"
      }
    }
    return (
      score,
      DangerEstimate(
        probability: rule.probability(score), sources: sources, embeddingProblem: problem)
    )
  }

  /// The share of the way to a sufficient score up to which a suspicion is too faint to add up over a session: else a long
  /// conversation of odd messages would.
  private static let faint = 0.15

  /// Returns how far a score is on the way from a suspicion that adds up over a session, 0, to where the score suffices by
  /// itself, 1.
  func share(_ score: Double) -> Double {
    let share = (score - rule.unsure) / (rule.flagged - rule.unsure)
    return min(max(share - Self.faint, 0) / (1 - Self.faint), 1)
  }
}

extension ScreeningStage {
  /// The assessment of the trained part of ``CrisisScreen``, where the signs of its phrases do not suffice.
  public static let trainedScreen = ScreeningStage(rawValue: "trained_screen")
}
