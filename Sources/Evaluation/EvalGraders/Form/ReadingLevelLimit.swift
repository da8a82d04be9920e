import CoachModel
import SourceFiles
import TextAnalysis

/// A grader that limits the reading level of messages.
struct ReadingLevelLimit: TextGrader {
  static let kind = GraderKind(
    GraderDocumentation(
      name: "reading-level",
      summary: "The reading level of the message is within limits.",
      discussion: """
        Computes the Flesch-Kincaid grade (Kincaid and others, 1975): 0.39 · words per sentence + 11.8 · \
        syllables per word − 15.59, approximately the US school grade needed to read the text. Syllables are \
        counted by spelling, with an error of about 1 % per text. The formula is for English only, so other \
        languages are inconclusive, and so are texts of fewer than 10 words. Scores of single short messages \
        vary widely; use the mean over many.
        """,
      options: [
        GraderOption("at_most", form: .number(-5...40), text: "The maximum grade that passes."),
        GraderOption("at_least", form: .number(-5...40), text: "The minimum grade that passes."),
      ],
      example: """
        - use: reading-level
          at_most: 8
        """)
  ) { options throws(SourceError) in try ReadingLevelLimit(options) }

  let id: String
  let summary: String
  private let bounds: MeasureBounds

  private init(_ options: GraderOptions) throws(SourceError) {
    id = options.id
    bounds = try MeasureBounds(required: options)
    summary = "The reading level is grade \(bounds.words)."
  }

  func grade(_ conversation: GradedConversation) -> [Grade] {
    let language = conversation.transcript.language.languageCode
    return conversation.messages.map { message in
      guard language == "en" else {
        return inconclusive(
          message, reason: "the formula is for English, not for '\(language)'")
      }
      guard let level = ReadingLevel.grade(of: message.visibleText) else {
        return inconclusive(message, reason: "fewer than \(ReadingLevel.minimumWords) words")
      }
      return grade(
        message, measured: level, unless: bounds.objection(to: level) { "grade \($0.brief)" })
    }
  }
}
