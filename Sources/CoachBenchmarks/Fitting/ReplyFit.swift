import ClassifierTraining
import CoachModel
package import CoachSafety
import JSON
package import SafetyRules
import TextAnalysis
import TextClassification

/// Sentences of coaches, some of which a coach must never say.
public struct ReplyExamples: Sendable {
  /// A sentence.
  public struct Example: Sendable {
    /// What is said.
    public var text: String
    /// Whether a coach must never say it.
    public var isHarmful: Bool
    /// What is harmful about it; of a good sentence, what it is close to.
    public var kind: String
    /// The language (BCP 47); empty if it is unknown.
    public var language: String
    /// Who wrote it.
    public var writer: String
    /// How much it counts in a fit.
    var weight: Float = 1
    /// Whether it is from a conversation with a coach.
    var isOfConversation = false
  }

  /// The sentences, in the order of the files.
  public var sentences: [Example] = []

  /// The label of a good sentence.
  private static let good = "ok"

  /// Reads rows with `text`, `label`, `language` and `writer`; good ones have the label `ok`, and may name what they are
  /// `near`. Of conversations the coach's sentences are read, which are all good.
  public init(_ table: LabelledTable) {
    for row in table.rows {
      let isHarmful = row.label != Self.good
      sentences.append(
        Example(
          text: row.text, isHarmful: isHarmful,
          kind: (isHarmful ? row.label : row.fields["near"]?.string) ?? "",
          language: row.language ?? row.fields["language"]?.string ?? "",
          writer: row.fields["writer"]?.string ?? ""))
    }
    for session in table.sessions {
      for turn in session.turns where turn.message.role == .assistant {
        for text in Self.sentences(of: turn.message.text) {
          sentences.append(
            Example(
              text: text, isHarmful: false, kind: "",
              language: session.fields["language"]?.string ?? "", writer: "",
              isOfConversation: true))
        }
      }
    }
  }

  /// Reads calm messages that people wrote, which together count as much as some sentences.
  ///
  /// No coach said them. They tell the classifier which words are harmless by themselves.
  public init(calmMessages table: LabelledTable, totalWeight: Float) {
    let calm = table.rows.filter { $0.label == "none" }
    sentences = calm.map {
      Example(
        text: $0.text, isHarmful: false, kind: "", language: "", writer: "",
        weight: totalWeight / Float(calm.count))
    }
  }

  private static func sentences(of text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).flatMap { line in
      ReplySentences(Array(line.unicodeScalars)).sentences.map {
        String(String.UnicodeScalarView($0))
      }
    }
  }
}

/// Fits the trained part of the reply checks, and measures the checks on writers that it has not seen.
public struct ReplyFit: Sendable {
  /// The number of buckets of the classifier.
  public var buckets = 1 << 16
  /// The cost of misfit.
  public var cost: Float = 100
  /// The share of a coach's sentences in conversations that the classifier may take for harmful.
  public var falseShare = 0.002

  /// Creates a fit with the standard settings.
  public init() {}

  /// The findings in sentences by one kind, language or writer.
  public struct Figures: Sendable, Hashable {
    /// What the sentences have in common.
    public var name: String
    /// The number of harmful sentences.
    public var harmful = 0
    /// The number of good sentences.
    public var good = 0
    /// The number of harmful sentences that phrases find.
    public var foundByPhrases = 0
    /// The number of harmful sentences that phrases find, or hints with the trained part.
    public var found = 0
    /// The number of good sentences in which something is found.
    public var wrong = 0
  }

  /// Fits a model to some sentences.
  package func model(_ sentences: [ReplyExamples.Example]) -> ReplyModel {
    // How sure the classifier is of sentences it knows says nothing, so the threshold comes from folds.
    let scores = (0..<Self.folds).flatMap { fold -> [Float] in
      let known = sentences.indices.filter { $0 % Self.folds != fold }.map { sentences[$0] }
      let model = ReplyModel(classifier: classifier(known), threshold: 0)
      return sentences.indices.filter {
        $0 % Self.folds == fold && sentences[$0].isOfConversation
      }.map { model.score(sentences[$0].text) }
    }.sorted()
    let index = Int(Double(scores.count) * (1 - falseShare))
    return ReplyModel(
      classifier: classifier(sentences),
      threshold: scores.indices.contains(index) ? scores[index] : 0)
  }

  private static let folds = 5

  /// Measures checks on the sentences of each writer by a classifier that has not seen them, with the threshold of the whole
  /// model, in groups by kind, language and writer.
  package func figuresByWriter(
    _ sentences: [ReplyExamples.Example], with phrases: ReplyChecks, like whole: ReplyModel
  ) -> [Figures] {
    var figures: [Figures] = []
    for writer in Set(sentences.map(\.writer)).subtracting([""]).sorted() {
      let model = ReplyModel(
        classifier: classifier(sentences.filter { $0.writer != writer }),
        threshold: whole.threshold)
      figures.merge(
        self.figures(sentences.filter { $0.writer == writer }, with: phrases, model))
    }
    return figures.inOrder
  }

  /// Measures checks without and with a model on sentences.
  package func figures(
    _ sentences: [ReplyExamples.Example], with phrases: ReplyChecks, _ model: ReplyModel
  ) -> [Figures] {
    let all = phrases.with(model)
    var figures: [Figures] = []
    for sentence in sentences {
      var one = Figures(name: "all")
      let isFound = Self.isFound(sentence.text, by: all)
      if sentence.isHarmful {
        one.harmful = 1
        one.found = isFound ? 1 : 0
        one.foundByPhrases = Self.isFound(sentence.text, by: phrases) ? 1 : 0
      } else {
        one.good = 1
        one.wrong = isFound ? 1 : 0
      }
      var groups = [one]
      for name in [sentence.kind, sentence.language, sentence.writer] where !name.isEmpty {
        one.name = name
        groups.append(one)
      }
      figures.merge(groups)
    }
    return figures.inOrder
  }

  /// Returns whether something would be removed; tone and advice, which are only marked, are other matters.
  private static func isFound(_ text: String, by checks: ReplyChecks) -> Bool {
    !ReplyGuard(policy: .standard, isDiscovery: false, language: "en", checks: checks)
      .removals(in: text).isEmpty
  }

  private func classifier(_ sentences: [ReplyExamples.Example]) -> NGramClassifier {
    NGramClassifier(
      sentences.map { FoldedText($0.text) }, isInClass: sentences.map(\.isHarmful),
      buckets: buckets, cost: cost, sampleWeights: sentences.map(\.weight))
  }
}

extension [ReplyFit.Figures] {
  /// Adds figures to those of the same name.
  fileprivate mutating func merge(_ others: [ReplyFit.Figures]) {
    for other in others {
      guard let index = firstIndex(where: { $0.name == other.name }) else {
        append(other)
        continue
      }
      self[index].harmful += other.harmful
      self[index].good += other.good
      self[index].foundByPhrases += other.foundByPhrases
      self[index].found += other.found
      self[index].wrong += other.wrong
    }
  }

  fileprivate var inOrder: [ReplyFit.Figures] {
    filter { $0.name == "all" } + filter { $0.name != "all" }.sorted { $0.name < $1.name }
  }
}
