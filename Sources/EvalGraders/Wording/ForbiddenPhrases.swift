import SourceFiles

/// A grader that forbids phrases that a suite lists.
struct ForbiddenPhrases: TextGrader {
  static let kind = GraderKind(
    GraderDocumentation(
      name: "forbidden",
      summary: "The message has none of the words that the suite lists.",
      discussion: """
        Finds whole words in the text that the person reads; capital letters do not count, and a phrase does \
        not reach across the end of a sentence or a comma. In scripts without blanks between words, such as \
        Japanese, a phrase is found wherever its characters are. Other words for the same thing pass.
        """,
      options: PhraseList.options,
      example: """
        - use: forbidden
          id: no-hustle
          words: [hustle, grind*, no excuses, ^push through]
        """)
  ) { options throws(SourceError) in try ForbiddenPhrases(options) }

  let id: String
  let summary: String
  private let phrases: PhraseList

  private init(_ options: GraderOptions) throws(SourceError) {
    id = options.id
    phrases = try PhraseList(options)
    summary = "None of \(phrases.words)."
  }

  func grade(_ conversation: GradedConversation) -> [Grade] {
    eachMessage(of: conversation) { message in
      phrases.firstMatch(in: message.visibleText).map { "says '\($0)'" }
    }
  }
}
