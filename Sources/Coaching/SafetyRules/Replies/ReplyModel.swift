package import TextAnalysis

/// The trained part of the reply checks: how much a sentence resembles those that a coach must never say.
///
/// Where it is sure, it finds a sentence by itself. Where a phrase is only a hint, it decides, and needs to be less sure.
package struct ReplyModel: Sendable, Hashable {
  /// First whether a sentence is harmful at all, then whether a check finds it, in the order of ``checks``.
  private var classes: NGramClasses
  private var checks: [ReplyCheck]
  /// The score from which a sentence with a hint is harmful.
  private var hintThreshold: Float
  /// The score from which any sentence is harmful.
  private var threshold: Float

  /// The number of words below which a sentence is too short to be judged by itself.
  private static let minimumWords = 4

  /// Creates a model. `classes` are one for all checks together, and then one for each of `checks`.
  package init(
    classes: NGramClasses, checks: [ReplyCheck], hintThreshold: Float, threshold: Float
  ) {
    (self.classes, self.checks) = (classes, checks)
    (self.hintThreshold, self.threshold) = (hintThreshold, threshold)
  }

  /// Returns the same model with other thresholds.
  package func with(hintThreshold: Float, threshold: Float) -> ReplyModel {
    ReplyModel(
      classes: classes, checks: checks, hintThreshold: hintThreshold, threshold: threshold)
  }

  /// The bytes of its file.
  package var fileBytes: [UInt8] { tableBytes }

  /// What the model makes of a sentence.
  package struct Judgement: Sendable, Hashable {
    /// The check that finds the sentence most likely.
    package var check: ReplyCheck
    /// The log-odds that the sentence is harmful plus those that the check finds it.
    package var score: Float
    /// Whether the sentence is harmful if it has a hint.
    package var confirmsHint: Bool
    /// Whether the sentence is harmful with or without a hint.
    package var suffices: Bool
  }

  /// Returns what the model makes of a sentence; `nil` without any check.
  package func judgement(on sentence: String) -> Judgement? {
    let text = FoldedText(sentence)
    let scores = classes.scores(text)
    guard let (check, own) = zip(checks, scores.dropFirst()).max(by: { $0.1 < $1.1 }) else {
      return nil
    }
    var score = scores[0] + own
    // Scores are those of sentences. Of a word said again and again, each time adds to them.
    if score >= min(hintThreshold, threshold), text.isRepetition { score = -.infinity }
    return Judgement(
      check: check, score: score, confirmsHint: score >= hintThreshold,
      suffices: score >= threshold && text.wordCount >= Self.minimumWords)
  }
}

extension ReplyModel: TableValue {
  package func write(to table: inout TableWriter) {
    table.write(Self.format)
    table.write(checks.map(\.rawValue))
    classes.write(to: &table)
    table.write(Double(hintThreshold))
    table.write(Double(threshold))
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    guard try table.text() == Self.format else { throw TableDamage() }
    let names = try table.texts()
    checks = names.compactMap { ReplyCheck.builtIn(named: $0) }
    classes = try NGramClasses(from: &table)
    hintThreshold = Float(try table.double())
    threshold = Float(try table.double())
    guard checks.count == names.count, classes.biases.count == checks.count + 1 else {
      throw TableDamage()
    }
  }

  private static let format = "coachkit replies 2"
}
