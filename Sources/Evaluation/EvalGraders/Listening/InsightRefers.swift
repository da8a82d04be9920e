import CoachModel
import Documents
import SourceFiles
import TextAnalysis

/// A grader that requires a message to draw on several earlier messages of the person.
struct InsightRefers: TextGrader {
  static let kind = GraderKind(
    GraderDocumentation(
      name: "insight-refers",
      summary: "The message refers to at least three earlier messages of the person.",
      discussion: """
        For the insight message, which `turns` selects. A message of the person counts as referred to when \
        words with content that it shares with the coach's message add up to 1.5: a word that the person \
        said in only one message counts 1 for it, a word said in two messages 1/2 for each, in three 1/3, \
        and so on. Inflection does not matter. Works for English, Spanish, German, French and Portuguese; \
        other languages are inconclusive, and a message before which the person has not spoken often enough \
        is not judged. It compares words: a reference in other words is missed, and long texts pass by \
        chance. Compared with the words of another person, coach messages passed in 3 of 100 cases at \
        messages 8 to 10, and in 18 of 100 at the long summaries after them; ordinary messages 5 to 7 \
        passed in 17 of 100. The threshold was chosen on the same few conversations, so expect more \
        elsewhere. Treat the result as an indication, and use a judge for the verdict.
        """,
      options: [
        GraderOption(
          "messages", form: .integer(1...1000),
          text: "The minimum number of messages referred to; 3 by default.")
      ],
      example: """
        - use: insight-refers
          turns: 8-10
        """)
  ) { options throws(SourceError) in try InsightRefers(options) }

  let id: String
  let summary: String
  private let minimum: Int

  private init(_ options: GraderOptions) throws(SourceError) {
    id = options.id
    minimum = try options.integer("messages") ?? 3
    summary = "The message refers to at least \(minimum) earlier messages of the person."
  }

  func grade(_ conversation: GradedConversation) -> [Grade] {
    let language = conversation.transcript.language.languageCode
    return conversation.messages.compactMap { message in
      let said = message.personMessages
      guard said.count >= minimum else { return nil }
      guard let references = MessageReferences(message.visibleText, to: said, language: language)
      else {
        return inconclusive(message, reason: "no word list exists for the language '\(language)'")
      }
      let numbers = references.numbers
      var grade = grade(
        message, measured: Double(numbers.count),
        unless: numbers.count >= minimum
          ? nil
          : "refers to \(numbers.count) of the person's \(said.count) messages, under \(minimum)")
      grade.details["messages"] = .array(
        numbers.map { number in
          [
            "number": .integer(number),
            "words": .array(references.words(of: number).map { .string($0) }),
          ]
        })
      return grade
    }
  }
}
