import SourceFiles
import TextAnalysis

/// A grader that measures the similarity of a message to the one recorded at the same place of the conversation.
struct RecordedSimilarity: TextGrader {
  /// The unit of comparison.
  enum Method: String, CaseIterable {
    case characters, words

    func score(of text: String, against reference: String) -> Double? {
      switch self {
      case .characters: CharacterFScore.score(of: text, against: reference)
      case .words: WordFScore.score(of: text, against: reference)
      }
    }
  }

  static let kind = GraderKind(
    GraderDocumentation(
      name: "similarity",
      summary: "The similarity to the recorded message is within limits.",
      discussion: """
        Compares with the coach's message that was recorded at this place, from 0 (nothing in common) to 1 \
        (the same), by runs of characters (chrF: Popović, 2015) or by words (F1 over words). Two good \
        replies to the same message are rarely similar, so a low number is not a fault; a very high one \
        shows that a model repeats what it was given. With a limit the message passes or fails; without one \
        it passes with the similarity as its score, which needs a `threshold`, or a `weight` of 0. A \
        message is not judged if nothing was recorded, or if one of the two has no text. A transcript \
        graded as a reference is compared with itself.
        """,
      options: [
        GraderOption(
          "by", form: .choice(Method.allCases.map(\.rawValue)),
          text: "What is compared: characters (the default), or words."),
        GraderOption("at_least", form: .number(0...1), text: "The minimum similarity that passes."),
        GraderOption("at_most", form: .number(0...1), text: "The maximum similarity that passes."),
      ],
      example: """
        - use: similarity
          id: no-copy
          at_most: 0.8
        """)
  ) { options throws(SourceError) in try RecordedSimilarity(options) }

  let id: String
  let summary: String
  private let method: Method
  private let bounds: MeasureBounds

  private init(_ options: GraderOptions) throws(SourceError) {
    id = options.id
    method = try options.choice("by").flatMap(Method.init) ?? .characters
    bounds = try MeasureBounds(options)
    summary =
      bounds.isOpen
      ? "The similarity to the recorded message."
      : "The similarity to the recorded message is \(bounds.words)."
  }

  func grade(_ conversation: GradedConversation) -> [Grade] {
    conversation.messages.compactMap { message in
      guard let recorded = message.recorded else { return nil }
      let reference = conversation.visibleText(of: recorded)
      guard let score = method.score(of: message.visibleText, against: reference) else {
        return nil
      }
      var grade = grade(
        message, measured: score, unless: bounds.objection(to: score) { "similarity \($0.brief)" })
      if bounds.isOpen { grade.degree = score }
      return grade
    }
  }
}
