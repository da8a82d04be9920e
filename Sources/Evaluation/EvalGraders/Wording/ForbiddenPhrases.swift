import SourceFiles

/// A grader that forbids phrases that a suite lists.
struct ForbiddenPhrases: TextGrader {
  static let kind = GraderKind(
    GraderDocumentation(
      name: "forbidden",
      summary: "The message contains none of the listed phrases.",
      discussion: """
        Finds whole words in the text that the person reads, in any case and emphasis, also across a line \
        break. A phrase of words does not match across the end of a sentence, a comma or a paragraph, and a \
        hyphen in it may be a space. Other signs count as they are written: `node.js`, `C#`, `$9.99`, `24/7` \
        and `-5 kg` match just these, and `42` is not in 42.5 or 42,000. In scripts without spaces between \
        words, such as Japanese, a phrase matches wherever its characters occur. Synonyms pass. A phrase \
        without a letter or digit is refused.
        """,
      options: PhraseList.options + LonePhrases.options + PersonQuestion.options + [
        GraderOption(
          "unless_said", form: .flag,
          text: "Whether a phrase is allowed once the person has used it, in any message."),
        GraderOption(
          "except", form: .texts,
          text: "Longer phrases in which a phrase is harmless, such as 'nothing you need to'."),
        GraderOption(
          "at_most", form: .integer(0...1000),
          text: "The number of different phrases that a message may contain; 0 by default."),
      ],
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
  /// Whether the person's own words are allowed.
  private let allowsPersonsWords: Bool
  private let maximum: Int
  /// Phrases that are removed from a message before it is searched.
  private let exceptions: PhraseList?

  private init(_ options: GraderOptions) throws(SourceError) {
    id = options.id
    phrases = try PhraseList(options)
    alone = try LonePhrases(phrases, options)
    exemption = try PersonQuestion(options)
    allowsPersonsWords = try options.flag("unless_said")
    maximum = try options.integer("at_most") ?? 0
    exceptions = try PhraseList(option: "except", of: options)
    guard alone == nil || (!allowsPersonsWords && maximum == 0) else {
      throw options.error(
        for: "alone", "'alone' does not go with 'unless_said' and 'at_most'", hint: "leave it out")
    }
    let what =
      alone != nil ? "No sentence that is only one" : maximum == 0 ? "None" : "At most \(maximum)"
    let condition =
      exemption != nil
      ? ", unless the person asks" : allowsPersonsWords ? ", unless the person has said it" : ""
    summary = "\(what) of \(phrases.words)\(condition)."
  }

  func grade(_ conversation: GradedConversation) -> [Grade] {
    eachMessage(
      of: conversation,
      quoting: { message in
        guard var found = found(in: message) else { return nil }
        guard let exemption else { return found }
        found.reason += " unasked"
        return exemption.isAsked(in: message.personBefore ?? "") ? nil : found
      })
  }

  private func found(in message: CoachMessage) -> Objection? {
    let text = exceptions?.removed(from: message.visibleText) ?? message.visibleText
    if let alone {
      return alone.firstSentence(in: text).map {
        Objection(reason: "says only '\($0)'", quotes: [$0])
      }
    }
    guard allowsPersonsWords || maximum > 0 else {
      return phrases.firstMatch(in: text).map { Objection(reason: "says '\($0)'", quotes: [$0]) }
    }
    let said = allowsPersonsWords ? message.personMessages.joined(separator: "\n") : ""
    let found = phrases.matches(in: text, unlessIn: said)
    guard found.count > maximum else { return nil }
    return Objection(
      reason: "says " + found.map { "'\($0)'" }.joined(separator: ", "), quotes: found)
  }
}
