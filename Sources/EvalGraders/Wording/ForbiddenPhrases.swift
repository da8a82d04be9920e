import SourceFiles

/// A grader that forbids phrases that a suite lists.
struct ForbiddenPhrases: TextGrader {
  static let kind = GraderKind(
    GraderDocumentation(
      name: "forbidden",
      summary: "The message contains none of the listed phrases.",
      discussion: """
        Finds whole words in the text that the person reads, in any case. A phrase does not match across the \
        end of a sentence or a comma. In scripts without spaces between words, such as Japanese, a phrase \
        matches wherever its characters occur. Synonyms pass.
        """,
      options: PhraseList.options + LonePhrases.options + PersonQuestion.options,
      example: """
        - use: forbidden
          id: no-hustle
          words: [hustle, grind*, no excuses, ^push through]
        """)
  ) { options throws(SourceError) in try ForbiddenPhrases(options) }

  let id: String
  let summary: String
  private let phrases: PhraseList
  /// Finds the phrases as sentences of their own; `nil` to find them anywhere.
  private let alone: LonePhrases?
  /// The question of the person after which the phrases are allowed; `nil` if they are never allowed.
  private let exemption: PersonQuestion?

  private init(_ options: GraderOptions) throws(SourceError) {
    id = options.id
    phrases = try PhraseList(options)
    alone = try LonePhrases(phrases, options)
    exemption = try PersonQuestion(options)
    let what = alone == nil ? "None" : "No sentence that is only one"
    summary = "\(what) of \(phrases.words)\(exemption == nil ? "" : ", unless the person asks")."
  }

  func grade(_ conversation: GradedConversation) -> [Grade] {
    eachMessage(
      of: conversation,
      quoting: { message in
        guard var found = found(in: message.visibleText) else { return nil }
        guard let exemption else { return found }
        found.reason += " unasked"
        return exemption.isAsked(in: message.personBefore ?? "") ? nil : found
      })
  }

  private func found(in text: String) -> Objection? {
    if let alone {
      return alone.firstSentence(in: text).map {
        Objection(reason: "says only '\($0)'", quotes: [$0])
      }
    }
    return phrases.firstMatch(in: text).map { Objection(reason: "says '\($0)'", quotes: [$0]) }
  }
}
