import CoachModel
import SourceFiles
import TextAnalysis

/// A grader that forbids messages to begin like the coach's last ones.
struct VariedOpenings: TextGrader {
  static let kind = GraderKind(
    GraderDocumentation(
      name: "varied-openings",
      summary: "The message does not begin like one of the coach's last messages.",
      discussion: """
        Compares the first words of the message with those of the messages before it, in any case. A coach \
        that always begins with "So you" or "It makes sense that" sounds like a machine, however true each \
        message is. The first message is not judged.
        """,
      options: [
        GraderOption(
          "words", form: .integer(1...20),
          text: "The number of words that must differ; 2 by default."
        ),
        GraderOption(
          "last", form: .integer(1...1000),
          text: "The number of the coach's last messages that are compared; 3 by default."),
      ],
      example: """
        - use: varied-openings
          last: 5
        """)
  ) { options throws(SourceError) in try VariedOpenings(options) }

  let id: String
  let summary: String
  private let words: Int
  private let last: Int

  private init(_ options: GraderOptions) throws(SourceError) {
    id = options.id
    words = try options.integer("words") ?? 2
    last = try options.integer("last") ?? 3
    summary = "The first \(words) words differ from those of the last \(last) messages."
  }

  func grade(_ conversation: GradedConversation) -> [Grade] {
    conversation.messages.compactMap { message in
      let own = opening(message.visibleText)
      let earlier = conversation.coachTexts(before: message).suffix(last)
      guard !earlier.isEmpty, own.count == words else { return nil }
      let repeats = earlier.contains { opening($0) == own }
      return Grade(
        grader: id, message: message.number,
        unless: repeats ? "begins with '\(own.joined(separator: " "))', as a message before" : nil)
    }
  }

  private func opening(_ text: String) -> [String] {
    SpokenWords(text).words.prefix(words).map { String($0) }
  }
}
