package import CoachModel
package import CoachSignals
import Documents
package import SourceFiles

/// A person with months of sessions and a late conversation that goes back to them, written to measure what memory and
/// style are good for.
package struct PersonHistory: Sendable {
  /// An earlier session.
  package struct Session: Sendable {
    package var day: CalendarDay
    package var domain: String
    package var messages: [Message]
  }

  /// A message of the late conversation.
  package struct Turn: Sendable {
    package var message: Message
    /// The days of the sessions that a good coach would remember now; empty for a message of the coach.
    package var needs: [CalendarDay]
  }

  package var id: String
  package var name: String
  package var language: String
  /// The person in a few sentences.
  package var about: String?
  /// How the person likes to be coached; the sessions were written so that their answers show it.
  package var style: StylePreference
  /// The earlier sessions, the earliest first.
  package var sessions: [Session]
  /// The day of the late conversation.
  package var today: CalendarDay
  /// The domain of the late conversation.
  package var domain: String
  package var turns: [Turn]

  /// Reads a file of `Evals/months`. Throws ``SourceError`` with the location of the problem.
  package init(_ file: SourceFile) throws(SourceError) {
    var map = try MappingReader(try DocumentNode.parse(file), "a history")
    id = try map.string("id")
    name = try map.string("name")
    language = try map.string("language")
    _ = map.optional("time_zone")
    about = try map.optional("about")?.string("'about'")
    style = try StylePreference.members.form.read(try map.required("style"), "'style'")
    sessions = []
    for node in try map.required("sessions").list("'sessions'") {
      sessions.append(try Session(node))
    }
    var late = try MappingReader(try map.required("conversation"), "'conversation'")
    today = try late.required("day").day
    domain = try late.string("domain")
    turns = []
    for node in try late.required("turns").list("'turns'") { turns.append(try Turn(node)) }
    try late.finish()
    try map.finish()
    let days = Set(sessions.map(\.day))
    for turn in turns where !days.isSuperset(of: turn.needs) {
      throw try map.required("conversation").error(
        "history.needs", "a message needs a day without a session",
        hint: "name days of 'sessions'")
    }
  }

  /// Whether a file holds a history and not a transcript, by the sessions that only a history has.
  package static func isHistory(_ file: SourceFile) -> Bool {
    guard let node = try? DocumentNode.parse(file) else { return false }
    return node.json["sessions"] != nil
  }

  /// The late conversation, in which the last message is the person's.
  package var transcript: Transcript {
    Transcript(
      id: id, title: "\(name), after months of coaching", kind: .coaching, origin: "written",
      quality: .unrated, domain: domain, language: language, person: id,
      ending: .stopped(reason: "the person's last message waits for a reply"),
      messages: turns.map(\.message))
  }

  /// The sessions that the n-th message of the coach should remember.
  package func needed(for coachMessage: Int) -> [Session] {
    var written = 0
    for (place, turn) in turns.enumerated() {
      if turn.message.role == .assistant { written += 1 }
      if turn.message.role == .user, written == coachMessage - 1 {
        return sessions.filter { turns[place].needs.contains($0.day) }
      }
    }
    return []
  }

  /// The record that the sessions leave, closed one after the other without a model, of a person who wants to be
  /// remembered.
  package func record() -> PersonRecord {
    var record = PersonRecord(id: id, language: language, salt: id)
    record.name = name
    for session in sessions {
      let start = session.day.unixTime + 43_200
      let messages = session.messages.enumerated().map { place, message in
        SessionMessage(
          id: "\(session.day)-\(place)", role: message.role, text: message.text,
          time: start + Double(place) * 60,
          domain: message.role == .assistant ? session.domain : nil)
      }
      record.note(messages, in: "\(id)-\(session.day)", kind: .coaching)
      guard let open = record.session(in: "\(id)-\(session.day)"),
        let outcome = record.closing(open, end: .app, zone: .utc)
      else { continue }
      record.apply(outcome, on: session.day)
    }
    record.offers.record(.remember, .accepted, sessions: 1, on: sessions.first?.day ?? today)
    record.refreshStyle()
    return record
  }
}

extension PersonHistory.Session {
  fileprivate init(_ node: DocumentNode) throws(SourceError) {
    var map = try MappingReader(node, "a session")
    day = try map.required("day").day
    domain = try map.string("domain")
    messages = []
    for node in try map.required("messages").list("'messages'") {
      messages.append(try Message(node))
    }
    try map.finish()
  }
}

extension PersonHistory.Turn {
  fileprivate init(_ node: DocumentNode) throws(SourceError) {
    var map = try MappingReader(node, "a turn")
    if let said = map.optional("person") {
      message = Message(.user, try said.string("'person'"))
    } else {
      message = Message(.assistant, try map.string("coach"))
    }
    needs = []
    if let list = map.optional("needs") {
      for node in try list.list("'needs'") { needs.append(try node.day) }
    }
    _ = map.optional("because")
    try map.finish()
  }
}

extension DocumentNode {
  fileprivate var day: CalendarDay {
    get throws(SourceError) {
      try JSONForm<CalendarDay>.day.read(self, "a day")
    }
  }
}
