import CoachModel
package import CoachSafety
import Documents
package import SafetyRules
import TextAnalysis

/// Sentences of coaches, some of which a coach must never say.
package struct ReplyExamples: Sendable {
  /// A sentence.
  package struct Example: Sendable {
    /// What is said.
    package var text: String
    /// Whether a coach must never say it.
    package var isHarmful: Bool
    /// What is harmful about it; of a good sentence, what it is close to.
    package var kind: String
    /// The language (BCP 47); empty if it is unknown.
    package var language: String
    /// Who wrote it.
    package var writer: String
    /// How much it counts in a fit.
    var weight: Float = 1
    /// Whether it is from a conversation with a coach.
    var isOfConversation = false
  }

  /// The sentences, in the order of the files.
  package var sentences: [Example] = []

  /// The label of a good sentence.
  private static let good = "ok"

  /// Reads rows with `text`, `label`, `language` and `writer`; good ones have the label `ok`, and may name what they are
  /// `near`. Of conversations the coach's sentences are read, which are all good.
  package init(_ table: LabelledTable) {
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
              language: session.fields["language"]?.string ?? "",
              writer: session.fields["writer"]?.string ?? "", isOfConversation: true))
        }
      }
    }
  }

  /// Reads calm messages that people wrote, evenly spread, which together count as much as some sentences.
  ///
  /// No coach said them. They tell the classifier which words are harmless by themselves.
  package init(calmMessages table: LabelledTable, totalWeight: Float, maximum: Int) {
    let all = table.rows.filter { $0.label == "none" }
    let step = EvenSpread.step(over: all.count, maximum: maximum)
    let calm = stride(from: 0, to: all.count, by: step).map { all[$0] }
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
///
/// One classifier for all harmful sentences knows what a coach leaves alone, one for each check knows how the harm of its kind is
/// worded. Together they find a third more of unseen writers' sentences than the first alone, at the same price in good ones.
package struct ReplyFit: Sendable {
  /// The number of buckets of the classifiers.
  package var buckets = 1 << 16
  /// The cost of misfit.
  package var cost: Float = 10
  /// The share of a coach's sentences in conversations that may be taken for harmful without any phrase.
  package var falseShare = 0.001
  /// The share of them that may be taken for harmful where there is a hint, of which good ones have few.
  package var falseShareOfHints = 0.003

  /// Creates a fit with the standard settings.
  package init() {}

  /// The findings in sentences by one kind, language or writer.
  package struct Figures: Sendable, Hashable {
    /// What the sentences have in common.
    package var name: String
    /// The number of harmful sentences.
    package var harmful = 0
    /// The number of good sentences.
    package var good = 0
    /// The number of harmful sentences that phrases find.
    package var foundByPhrases = 0
    /// The number of harmful sentences that phrases or the trained part find.
    package var found = 0
    /// The number of good sentences in which something is found.
    package var wrong = 0
  }

  /// Fits a model to some sentences, and measures checks with it on the sentences of each writer, and of conversations, by
  /// models that have not seen them.
  ///
  /// How sure a classifier is of sentences it knows says nothing, so that the thresholds come from the same models.
  package func model(
    _ sentences: [ReplyExamples.Example], with phrases: ReplyChecks,
    progress: @escaping @Sendable (String) -> Void = { _ in }
  ) async -> (model: ReplyModel, writers: [Figures], conversations: [Figures]) {
    let folds = Folds.ofWriters(sentences.map(\.writer), count: Self.folds)
    let parts = (0..<Self.folds).map { fold in
      sentences.indices.filter { folds[$0] == fold }.map { sentences[$0] }
    }
    let models = await Folds.map(Self.folds) { fold -> ReplyModel in
      progress("fold \(fold + 1) of \(Self.folds)")
      return fitted(to: parts.indices.filter { $0 != fold }.flatMap { parts[$0] })
    }
    let scores = zip(parts, models).flatMap { part, model in
      part.filter(\.isOfConversation).compactMap { model.judgement(on: $0.text)?.score }
    }.sorted(by: >)
    let thresholds = [falseShareOfHints, falseShare].map { share in
      scores.isEmpty ? 0 : scores[Int(Double(scores.count) * share)]
    }
    let unseen = models.map { $0.with(hintThreshold: thresholds[0], threshold: thresholds[1]) }
    func figures(_ isIncluded: (ReplyExamples.Example) -> Bool) -> [Figures] {
      var figures: [Figures] = []
      for (part, model) in zip(parts, unseen) {
        figures.merge(self.figures(part.filter(isIncluded), with: phrases, model))
      }
      return figures.inOrder
    }
    progress("all")
    return (
      fitted(to: sentences).with(hintThreshold: thresholds[0], threshold: thresholds[1]),
      figures { !$0.writer.isEmpty && !$0.isOfConversation }, figures(\.isOfConversation)
    )
  }

  private static let folds = 6
  /// A more exact fit takes several times as long and finds the same sentences.
  private static let tolerance: Float = 1e-3

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
      let writer = sentence.isOfConversation ? "" : sentence.writer
      for name in [sentence.kind, sentence.language, writer] where !name.isEmpty {
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

  private func fitted(to sentences: [ReplyExamples.Example]) -> ReplyModel {
    let harmful = Set(sentences.filter(\.isHarmful).map(\.kind))
    let checks = ReplyCheck.builtIn.filter { harmful.contains($0.rawValue) }
    let classes = NGramClasses(
      sentences.map { FoldedText($0.text) },
      classes: [sentences.map(\.isHarmful)]
        + checks.map { check in
          sentences.map { $0.isHarmful && $0.kind == check.rawValue }
        },
      buckets: buckets, cost: cost, tolerance: Self.tolerance,
      sampleWeights: sentences.map(\.weight))
    return ReplyModel(classes: classes, checks: checks, hintThreshold: 0, threshold: 0)
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
