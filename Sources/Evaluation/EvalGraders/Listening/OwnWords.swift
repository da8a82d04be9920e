import CoachModel
import Documents
import EvalStatistics
import SourceFiles
import TextAnalysis

/// A grader that requires messages to take up the person's own words.
struct OwnWords: TextGrader {
  static let kind = GraderKind(
    GraderDocumentation(
      name: "own-words",
      summary: "The message uses words that the person has just used.",
      discussion: """
        Takes the distinct words of the person's last message that carry content (no articles, pronouns, \
        auxiliary verbs or fillers), and counts how many of them occur in the coach's message, in any \
        inflection that a light stemmer recognises ("worries" and "worried" are one). Works for English, \
        Spanish, German, French and Portuguese; other languages are inconclusive. A message after a very \
        short answer, or after none, is not judged. It compares words, not meaning: "not afraid" counts as \
        taking up "afraid", and a good paraphrase in other words counts for nothing.
        """,
      options: [
        GraderOption(
          "last", form: .integer(1...1000),
          text: "The number of the person's last messages that count; one by default."),
        GraderOption(
          "at_least", form: .integer(1...1000),
          text:
            "The minimum number of their words that must occur; 1 by default, unless 'share' is set."
        ),
        GraderOption(
          "share", form: .number(0...1), text: "The minimum share of their words that must occur."),
        GraderOption(
          "shortest", form: .integer(1...1000),
          text:
            "The minimum number of content words in an answer for the message after it to be judged; 3 by default."
        ),
      ],
      example: """
        - use: own-words
          at_least: 2
        """)
  ) { options throws(SourceError) in try OwnWords(options) }

  let id: String
  let summary: String
  private let last: Int
  private let atLeast: Int
  private let share: Double
  private let shortest: Int

  private init(_ options: GraderOptions) throws(SourceError) {
    id = options.id
    last = try options.integer("last") ?? 1
    let atLeast = try options.integer("at_least")
    let share = try options.number("share")
    self.atLeast = atLeast ?? (share == nil ? 1 : 0)
    self.share = share ?? 0
    shortest = try options.integer("shortest") ?? 3
    summary =
      "The message takes up "
      + (share.map { "\(Figures.percent($0))" } ?? "at least \(self.atLeast)")
      + " of the person's own words."
  }

  func grade(_ conversation: GradedConversation) -> [Grade] {
    let language = conversation.transcript.language.languageCode
    return conversation.messages.compactMap { message in
      let said = message.personMessages.suffix(last).joined(separator: "\n")
      guard !said.isEmpty else { return nil }
      guard let person = ContentWords(said, language: language),
        let coach = ContentWords(message.visibleText, language: language)
      else {
        return inconclusive(message, reason: "no word list exists for the language '\(language)'")
      }
      guard person.stems.count >= shortest else { return nil }
      let shared = person.stems.filter(coach.contains)
      let needed = max(Double(atLeast), share * Double(person.stems.count))
      let isEnough = Double(shared.count) >= needed - 1e-9
      var grade = grade(
        message, measured: Double(shared.count),
        unless: isEnough
          ? nil
          : "takes up \(shared.count) of the person's \(person.stems.count) words, \(needed.brief) are needed"
      )
      grade.details["words"] = .array(shared.map { .string(person.forms[$0] ?? $0) })
      return grade
    }
  }
}
