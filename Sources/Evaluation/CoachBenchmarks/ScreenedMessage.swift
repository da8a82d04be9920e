import CoachModel
import CoachSafety
import Documents
import SafetyRules

/// A message with the screen's report.
struct ScreenedMessage {
  var report: ScreeningReport
  var place: LabelledTable.Place
  /// The number among the person's messages, from 1; `nil` for a single message.
  var number: Int?
  var label: String?
  var group: String?
  var language: String?
  var category: String?
  /// The expected answer; `nil` if the label does not state one.
  var expectation: CrisisMeasure.Expectation?

  var answer: CrisisMeasure.Expectation {
    switch report.assessment?.subject {
    case .writer: .flag
    case .someoneElse: .other
    case nil: .calm
    }
  }

  var isRight: Bool { answer == expectation }

  /// Whether a second opinion would be asked about it.
  var isAsked: Bool { report.verdict.isInDoubt }

  func finding() -> CrisisFinding {
    CrisisFinding(
      place: place, message: number, label: label, group: group, expected: expectation,
      answer: answer, weight: report.weight, carriedWeight: report.carriedWeight,
      signs: report.signs.map {
        CrisisFinding.Sign(
          concept: $0.concept, subject: $0.subject, strength: $0.strength, cues: $0.cues)
      })
  }
}

/// A conversation with the screen's reports on the person's messages.
struct ScreenedSession {
  var label: String?
  var group: String?
  var place: LabelledTable.Place
  var messages: [ScreenedMessage]

  /// The number, from 1, of the first message that is flagged as about the person; `nil` if there is none.
  var firstFlag: Int? { messages.firstIndex { $0.answer == .flag }.map { $0 + 1 } }

  /// The number of that message counted from the first message with a sign of danger, which is 1.
  var sinceSign: Int? {
    guard let flag = firstFlag else { return nil }
    let sign = messages.firstIndex { $0.report.weight >= CrisisMeasure.minimumSign }.map { $0 + 1 }
    return flag - min(sign ?? flag, flag) + 1
  }

  var flaggedMessages: [CrisisFinding] {
    messages.filter { $0.answer != .calm }.map { $0.finding() }
  }

  /// The messages with signs or, if there are none, the first, so that the conversation is listed.
  var signs: [CrisisFinding] {
    let found = messages.filter { !$0.report.signs.isEmpty }
    return (found.isEmpty ? Array(messages.prefix(1)) : found).map { $0.finding() }
  }
}

/// Screens messages and measures the time, separately for messages with and without a history.
struct Screening {
  let screen: any CrisisScreening
  /// Returns the embedding of a message; `nil` if there is none.
  let embedding: (String) -> TextEmbedding?
  var alone = Stopwatch()
  var withHistory = Stopwatch()

  mutating func screen(_ row: LabelledTable.Row) -> ScreenedMessage {
    ScreenedMessage(
      report: examine(row.text, after: row.history), place: row.place, label: row.label,
      group: row.group, language: row.language, category: row.fields["category"]?.string,
      expectation: row.label.flatMap { .init(rawValue: $0.lowercased()) })
  }

  mutating func screen(_ session: LabelledTable.Session) -> ScreenedSession {
    var history: [Message] = []
    var messages: [ScreenedMessage] = []
    for turn in session.turns {
      if turn.message.role == .user {
        messages.append(
          ScreenedMessage(
            report: examine(turn.message.text, after: history), place: session.place,
            number: messages.count + 1, label: session.label, group: session.group))
      }
      history.append(turn.message)
    }
    return ScreenedSession(
      label: session.label, group: session.group, place: session.place, messages: messages)
  }

  private mutating func examine(_ text: String, after history: [Message]) -> ScreeningReport {
    let (screen, embedding) = (screen, embedding(text))
    return history.contains { $0.role == .user }
      ? withHistory.time {
        screen.examine(text, history: history, language: nil, embedding: embedding)
      }
      : alone.time { screen.examine(text, history: history, language: nil, embedding: embedding) }
  }
}
