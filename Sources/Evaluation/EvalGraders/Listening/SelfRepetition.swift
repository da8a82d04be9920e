import CoachModel
import EvalStatistics
import SourceFiles
import TextAnalysis

/// A grader that forbids messages to repeat the coach's earlier ones.
struct SelfRepetition: TextGrader {
  static let kind = GraderKind(
    GraderDocumentation(
      name: "repetition",
      summary: "The message does not repeat earlier messages of the coach.",
      discussion: """
        Takes the message's runs of three words, or of another length, and measures the share of them that \
        occurs in one of the coach's earlier messages; the earlier message with the highest share counts. \
        In scripts without spaces between words, runs consist of characters. The same thought in other \
        words is not recognised. The first message is not judged.
        """,
      options: [
        GraderOption(
          "at_most", form: .number(0...1), text: "The maximum share that passes; 0.3 by default."),
        GraderOption(
          "words", form: .integer(1...20), text: "The number of words in a run; 3 by default."),
      ],
      example: """
        - use: repetition
          at_most: 0.25
        """)
  ) { options throws(SourceError) in try SelfRepetition(options) }

  let id: String
  let summary: String
  private let limit: Double
  private let length: Int

  private init(_ options: GraderOptions) throws(SourceError) {
    id = options.id
    limit = try options.number("at_most") ?? 0.3
    length = try options.integer("words") ?? 3
    summary = "At most \(Figures.percent(limit)) of a message is in an earlier one."
  }

  func grade(_ conversation: GradedConversation) -> [Grade] {
    conversation.messages.compactMap { message in
      let own = WordNGrams(message.visibleText, length: length)
      let earlier = conversation.coachTexts(before: message).map { WordNGrams($0, length: length) }
      let shares = earlier.map { own.share(in: $0) ?? 0 }
      guard !own.runs.isEmpty, let worst = shares.indices.max(by: { shares[$0] < shares[$1] })
      else { return nil }
      let share = shares[worst]
      return grade(
        message, measured: share,
        unless: share <= limit
          ? nil
          : "\(Figures.percent(share)) of it is in message \(worst + 1), such as '\(own.first(in: earlier[worst]) ?? "")'"
      )
    }
  }
}
