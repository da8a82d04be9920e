import CoachKit

/// What an app sends: who writes, and what. Everything else is in the database, so that no app can make it up.
struct AppMessage: Sendable {
  /// The app's id of the message; a repetition has the same.
  var id: String
  var person: String
  /// `nil` if the coach is to speak first.
  var text: String?

  init(json: JSONValue) throws {
    guard let id = json["id"]?.string, let person = json["person"]?.string else {
      throw AppMessageError.missing
    }
    self.id = id
    self.person = person
    text = json["text"]?.string
  }
}

enum AppMessageError: Error, CustomStringConvertible {
  case missing

  var description: String { "a message has an 'id' and a 'person'" }
}

/// The people and their conversations: a database in a real backend, here a dictionary.
actor Conversations {
  private struct Entry {
    var person: Person
    var access = AccessRecord(updatedAt: 0)
    var conversation: TurnRequest.Conversation
  }

  private var entries: [String: Entry] = [:]

  /// Everything that a turn needs to know.
  func request(for message: AppMessage) -> TurnRequest {
    let entry = entry(of: message.person)
    return TurnRequest(
      id: message.id, person: entry.person, access: entry.access,
      conversation: entry.conversation, message: message.text)
  }

  /// Keeps what a turn brought. It is called for every turn, whether or not the app waited for the end.
  func store(_ outcome: TurnOutcome, of request: TurnRequest) {
    var entry = entry(of: request.person.id)
    if let reply = outcome.message {
      if let text = request.message { entry.conversation.messages.append(Message(.user, text)) }
      entry.conversation.messages.append(Message(.assistant, reply.text))
    }
    let updates = outcome.updates
    entry.access = updates.access ?? entry.access
    entry.conversation.domain = updates.domain ?? entry.conversation.domain
    entry.person.discovery = outcome.discovery?.profile ?? entry.person.discovery
    if outcome.isDiscoveryComplete { entry.person.sessions = max(entry.person.sessions, 1) }
    entries[request.person.id] = entry
  }

  private func entry(of person: String) -> Entry {
    entries[person]
      ?? Entry(person: Person(id: person), conversation: .init(id: "conversation of \(person)"))
  }
}
