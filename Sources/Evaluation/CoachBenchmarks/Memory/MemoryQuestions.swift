package import CoachModel
package import CoachSignals
package import CoachTranscripts
import Documents
package import SourceFiles

/// Conversations with questions about them, of which it is known which messages answer them.
///
/// The file has the form of LoCoMo: a list of conversations, each with sessions, two speakers and questions.
package struct MemoryQuestions: Sendable {
  /// A question about a conversation.
  package struct Question: Sendable {
    /// The question as it is asked.
    package var text: String
    /// The messages before it, as a turn takes them into account.
    package var context: [String] = []
    /// The speaker it is about; `nil` if it names none or both.
    package var speaker: Role?
    /// The kind of question.
    package var kind: String
    /// The ids of the messages that answer it, or of the sessions.
    package var evidence: Set<String>
    /// Whether ``evidence`` are sessions.
    package var namesSessions = false
  }

  /// A conversation with its questions.
  package struct Conversation: Sendable {
    package var id: String
    /// The names of the two speakers, of which the first counts as the person.
    package var speakers: [String]
    /// The language of the conversation.
    package var language = "en"
    package var sessions: [RememberedSession]
    package var questions: [Question]

    /// The text of a question without the speakers' names, which nearly every message would match.
    package func words(of question: Question) -> String {
      speakers.reduce(question.text) { text, name in
        text.split(separator: " ", omittingEmptySubsequences: false)
          .filter { !$0.lowercased().hasPrefix(name.lowercased()) }.joined(separator: " ")
      }
    }
  }

  package var conversations: [Conversation] = []
  /// The number of questions without a known answer in their conversation, which are left out.
  package var unanswerable = 0

  /// Reads a file, and a file of corrections to its evidence, if there is one.
  ///
  /// Throws ``SourceError`` if a file has another form.
  package init(_ file: SourceFile, corrections: SourceFile? = nil) throws(SourceError) {
    let evidence = try corrections.map { file throws(SourceError) in
      try Self.corrections(try Self.list(file))
    }
    for (number, entry) in try Self.list(file).enumerated() {
      guard let conversation = conversation(entry, corrections: evidence ?? [:]) else {
        throw SourceError(
          Diagnostic(
            "measure.memory", "conversation \(number + 1) of '\(file.path)' has another form",
            hint: "it needs 'sample_id', 'conversation' with speakers and sessions, and 'qa'"))
      }
      conversations.append(conversation)
    }
  }

  /// Creates the questions of histories: what a person writes late, and the sessions that a coach would remember.
  package init(_ histories: [PersonHistory]) {
    for history in histories {
      let record = history.record()
      let ids = Dictionary(
        record.memory.sessions.map { ($0.day, $0.id) }, uniquingKeysWith: { first, _ in first })
      conversations.append(
        Conversation(
          id: history.id, speakers: [], language: history.language,
          sessions: record.memory.sessions,
          questions: history.turns.enumerated().filter { !$0.element.needs.isEmpty }.map {
            place, turn in
            Question(
              text: turn.message.text,
              context: history.turns[max(0, place - 2)..<place].map(\.message.text),
              speaker: .user, kind: history.language,
              evidence: Set(turn.needs.compactMap { ids[$0] }), namesSessions: true)
          }))
      unanswerable += history.turns.count { $0.message.role == .user && $0.needs.isEmpty }
    }
  }

  private static func list(_ file: SourceFile) throws(SourceError) -> [JSONValue] {
    guard let list = (try? JSONValue(parsing: file.bytes))?.array, !list.isEmpty else {
      throw SourceError(
        Diagnostic(
          "measure.memory", "'\(file.path)' is not a list of conversations as JSON",
          hint: "name a file in the form of LoCoMo"))
    }
    return list
  }

  /// The corrected evidence by the text of the question and its position.
  private static func corrections(_ list: [JSONValue]) throws(SourceError) -> [String: Set<String>]
  {
    var result: [String: Set<String>] = [:]
    for entry in list {
      guard let question = entry["question"]?.string, let id = entry["question_id"]?.string,
        let place = id.split(separator: "_").last
      else { continue }
      result["\(place) \(question)"] = messageIDs(entry["correct_evidence"])
    }
    return result
  }

  private mutating func conversation(
    _ entry: JSONValue, corrections: [String: Set<String>]
  ) -> Conversation? {
    guard let id = entry["sample_id"]?.string, let said = entry["conversation"]?.object,
      let first = said["speaker_a"]?.string, let second = said["speaker_b"]?.string,
      let questions = entry["qa"]?.array
    else { return nil }
    let sessions = Self.sessions(said, of: id, person: first)
    guard !sessions.isEmpty else { return nil }
    var conversation = Conversation(
      id: id, speakers: [first, second], sessions: sessions, questions: [])
    let known = Set(sessions.flatMap { $0.messages.map(\.id) })
    for (place, question) in questions.enumerated() {
      guard let text = question["question"]?.string else { return nil }
      let evidence =
        (corrections["qa\(place) \(text)"] ?? Self.messageIDs(question["evidence"]))
        .intersection(known)
      guard !evidence.isEmpty else {
        unanswerable += 1
        continue
      }
      let named = zip([Role.user, .assistant], conversation.speakers).filter { _, name in
        text.lowercased().contains(name.lowercased())
      }
      conversation.questions.append(
        Question(
          text: text, speaker: named.count == 1 ? named[0].0 : nil,
          kind: Self.kind(question["category"]?.integer), evidence: evidence))
    }
    return conversation
  }

  private static func sessions(_ said: JSONObject, of id: String, person: String)
    -> [RememberedSession]
  {
    var sessions: [RememberedSession] = []
    var number = 1
    while let messages = said["session_\(number)"]?.array {
      sessions.append(
        RememberedSession(
          id: "\(id)-\(number)", conversation: id,
          day: day(said["session_\(number)_date_time"]?.string ?? ""), language: "en",
          messages: messages.compactMap { message in
            guard let id = message["dia_id"]?.string, let text = message["text"]?.string else {
              return nil
            }
            let isPerson = message["speaker"]?.string == person
            return RememberedMessage(id: id, role: isPerson ? .user : .assistant, text: text)
          }))
      number += 1
    }
    return sessions
  }

  /// Reads "1:56 pm on 8 May, 2023"; the first day of all if it has another form.
  private static func day(_ text: String) -> CalendarDay {
    let first = CalendarDay(unixTime: 0)
    return DateMention.all(in: text, language: "en", today: first, direction: .past).last?.day
      ?? first
  }

  /// The ids in a list, of which some are joined or misspelt: "D8:6; D9:17", "D:11:26", "D1:06".
  private static func messageIDs(_ list: JSONValue?) -> Set<String> {
    var ids: Set<String> = []
    for text in (list?.array ?? []).compactMap(\.string) {
      for part in text.split(whereSeparator: { $0 == ";" || $0 == " " || $0 == "," }) {
        let numbers = part.split { !$0.isNumber }.compactMap { Int($0) }
        if numbers.count == 2 { ids.insert("D\(numbers[0]):\(numbers[1])") }
      }
    }
    return ids
  }

  private static func kind(_ category: Int?) -> String {
    switch category {
    case 1: "multi-hop"
    case 2: "time"
    case 3: "inference"
    case 4: "single-hop"
    case 5: "misleading"
    default: "other"
    }
  }
}
