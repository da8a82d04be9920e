import CoachModel
import CoachTranscripts
import Documents
import EvalStatistics
import SourceFiles
import TextAnalysis

/// A grader that requires a message to use what the person told in the earlier sessions that it should remember.
struct Remembers: TextGrader {
  static let kind = GraderKind(
    GraderDocumentation(
      name: "remembers",
      summary: "The message uses what the person told in an earlier session.",
      discussion: """
        For the late conversations of histories (see Evals/months), in which 'needs' names the sessions that a \
        message should remember. Counts the words of these sessions that carry content and that the message uses, \
        in any inflection that a light stemmer recognises. A word does not count if it occurs in the conversation so \
        far, or in many of the other sessions. A message that needs no session is not judged. It \
        compares words: it does not notice that a detail is wrong, and ordinary words occur by chance. Compare with a \
        variant that has no memories to see how often.
        """,
      options: [
        GraderOption(
          "at_least", form: .integer(1...100),
          text: "The minimum number of words from these sessions; 3 by default.")
      ],
      example: """
        - use: remembers
          at_least: 4
        """)
  ) { options throws(SourceError) in try Remembers(options) }

  let id: String
  let summary: String
  private let atLeast: Int

  private init(_ options: GraderOptions) throws(SourceError) {
    id = options.id
    atLeast = try options.integer("at_least") ?? 3
    summary =
      "The message uses at least \(Figures.counted(atLeast, "word")) of the session it needs."
  }

  func grade(_ conversation: GradedConversation) -> [Grade] {
    guard let history = conversation.history else { return [] }
    let language = history.language.languageCode
    return conversation.messages.compactMap { message in
      let needed = history.needed(for: message.number)
      guard !needed.isEmpty else { return nil }
      let said = message.history.map(\.text).joined(separator: "\n")
      guard let coach = ContentWords(message.visibleText, language: language),
        let present = ContentWords(said, language: language)
      else {
        return inconclusive(message, reason: "no word list exists for the language '\(language)'")
      }
      let distinctive = history.distinctiveStems(of: needed)
      let words = coach.stems.filter { distinctive.contains($0) && !present.contains($0) }
      var grade = grade(
        message, measured: Double(words.count),
        unless: words.count >= atLeast
          ? nil
          : "uses \(Figures.counted(words.count, "word")) of \(needed.map(\.day.description).joined(separator: ", ")), \(atLeast) are needed"
      )
      grade.details["words"] = .array(words.map { .string(coach.forms[$0] ?? $0) })
      return grade
    }
  }
}

extension PersonHistory {
  /// The stems of sessions that occur in no more sessions than these, or in at most a third of all.
  fileprivate func distinctiveStems(of needed: [Session]) -> Set<String> {
    let stems = sessions.map { session in
      Set(
        ContentWords(
          session.messages.map(\.text).joined(separator: "\n"), language: language.languageCode)?
          .stems ?? [])
    }
    let days = Set(needed.map(\.day))
    let counts = stems.joined().reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
    let wanted = zip(sessions, stems).filter { days.contains($0.0.day) }.map(\.1)
    let maximum = max(days.count, sessions.count / 3)
    return Set(wanted.joined().filter { (counts[$0] ?? 0) <= maximum })
  }
}
