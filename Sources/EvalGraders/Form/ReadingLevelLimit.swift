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
        Works out the Flesch-Kincaid grade (Kincaid and others, 1975): 0.39 · words per sentence + 11.8 · \
        syllables per word − 15.59, which is about the American school year that can read the text. Syllables \
        are counted by spelling: a text's sum is off by about one in a hundred. The formula knows English only, so \
        other languages are inconclusive, and so are texts of fewer than 10 words. Single short messages \
        scatter widely; look at the mean over many.
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
          message, reason: "the formula is for English, and this is '\(language)'")
      }
      guard let level = ReadingLevel.grade(of: message.visibleText) else {
        return inconclusive(message, reason: "fewer than \(ReadingLevel.minimumWords) words")
      }
      return grade(
        message, measured: level, unless: bounds.objection(to: level) { "grade \($0.brief)" })
    }
  }
}
