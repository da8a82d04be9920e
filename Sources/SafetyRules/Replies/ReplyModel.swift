package import Phrases
package import TextClassification

/// The trained part of the reply checks: how much a sentence resembles those that a coach must never say.
///
/// By itself it would remove too many good sentences, for good and harmful ones share their words. It decides where a phrase
/// is only a hint.
package struct ReplyModel: Sendable, Hashable {
  private var classifier: NGramClassifier
  /// The log-odds from which a sentence with a hint is harmful.
  package private(set) var threshold: Float

  /// Creates a model.
  package init(classifier: NGramClassifier, threshold: Float) {
    (self.classifier, self.threshold) = (classifier, threshold)
  }

  /// The bytes of its file.
  package var fileBytes: [UInt8] { tableBytes }

  /// Returns the log-odds that a sentence is harmful, among as many harmful as good ones.
  package func score(_ sentence: String) -> Float {
    let text = FoldedText(sentence)
    return classifier.score(text, text.tokens.indices)
  }

  /// Returns whether a sentence with a hint is harmful.
  package func confirms(_ sentence: String) -> Bool { score(sentence) >= threshold }
}

extension ReplyModel: TableValue {
  package func write(to table: inout TableWriter) {
    table.write(Self.format)
    classifier.write(to: &table)
    table.write(Double(threshold))
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    guard try table.text() == Self.format else { throw TableDamage() }
    classifier = try NGramClassifier(from: &table)
    threshold = Float(try table.double())
  }

  private static let format = "coachkit replies 1"
}
