import CoachKit
import Foundation

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
    var record: PersonRecord
    var access = AccessRecord(updatedAt: 0)
    var conversation: TurnRequest.Conversation
  }

  private var entries: [String: Entry] = [:]
  /// The zone of the people's days; a real backend keeps one for each person.
  private let zone = TimeZoneRules.utc
  /// The time in seconds since 1970.
  private let now: @Sendable () -> Double
  private var today: CalendarDay { zone.day(at: now()) }

  init(now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }) {
    self.now = now
  }

  /// Everything that a turn needs to know.
  func request(for message: AppMessage) -> TurnRequest {
    let entry = entry(of: message.person)
    entries[message.person] = entry
    return TurnRequest(
      id: message.id, record: entry.record, access: entry.access,
      conversation: entry.conversation, message: message.text, today: today)
  }

  /// Keeps what a turn brought. It is called for every turn, whether or not the app waited for the end.
  func store(_ outcome: TurnOutcome, of request: TurnRequest) {
    // The person may have been forgotten during the turn.
    guard var entry = entries[request.person.id], entry.conversation.id == request.conversation.id
    else { return }
    if let reply = outcome.message {
      if let text = request.message { entry.conversation.messages.append(Message(.user, text)) }
      entry.conversation.messages.append(Message(.assistant, reply.text))
    }
    let updates = outcome.updates
    entry.access = updates.access ?? entry.access
    entry.conversation.domain = updates.domain ?? entry.conversation.domain
    if !updates.assignments.isEmpty { entry.conversation.assignments = updates.assignments }
    entry.record.take(outcome, of: request, at: now(), on: today)
    entries[request.person.id] = entry
  }

  /// Closes a person's sessions that are over, and the one that goes on if the app says that it has ended.
  func closeSessions(of person: String, isOver: Bool = false, by service: ChatService) async {
    let before = entry(of: person)
    var record = before.record
    var ended = record.overdue(at: now(), zone: zone)
    if isOver, let session = record.session(in: before.conversation.id) {
      ended.append((session, .app))
    }
    guard !ended.isEmpty else { return }
    for (session, end) in ended {
      await service.close(session, end: end, in: &record, on: today, zone: zone)
    }
    // While the model wrote its notes, a message may have come, or the person may have been forgotten.
    guard var entry = entries[person], entry.conversation.id == before.conversation.id else {
      return
    }
    entry.record = entry.record.merged(with: record)
    entry.conversation.sessionStart = before.conversation.messages.count
    entries[person] = entry
  }

  /// Closes the sessions that are over, so that nobody waits for the notes on the last session before they get a reply.
  func closeSessions(by service: ChatService) async {
    for person in entries.keys { await closeSessions(of: person, by: service) }
  }

  /// What was learned of a person, for them to see.
  func learned(of person: String) -> PersonProfile { entry(of: person).record.profile }

  /// Carries out what a person decided about something learned; returns whether there is such an item.
  func decide(keep: Bool, item: String, of person: String) -> Bool {
    var entry = entry(of: person)
    let isKnown =
      keep
      ? entry.record.confirm(item, at: now(), on: today)
      : entry.record.remove(item, at: now(), on: today)
    if isKnown { entries[person] = entry }
    return isKnown
  }

  /// Deletes everything about a person, including the counts of their messages.
  func forget(_ person: String, usage: any UsageStore) async throws {
    entries[person] = nil
    try await usage.forget(person)
  }

  private func entry(of person: String) -> Entry {
    entries[person]
      ?? Entry(
        record: PersonRecord(id: person, salt: UUID().uuidString),
        conversation: .init(id: UUID().uuidString))
  }
}
