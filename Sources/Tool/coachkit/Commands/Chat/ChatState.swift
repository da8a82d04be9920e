import CoachAccess
import CoachDomains
import CoachEngine
import CoachModel
import CoachSignals
import CommandLineSupport
import Documents
import SourceFiles

/// What a conversation in the terminal keeps of a person between runs: everything that a caller of turns would
/// store.
struct ChatState {
  /// The version of the file's format. Version 1 had no record.
  private static let format = 2
  /// The maximum by which the clock can be set forward: thirty years.
  static let maximumOffset = 30 * 365 * 86_400

  var record: PersonRecord
  var access: AccessRecord
  var conversation: TurnRequest.Conversation
  /// The number of messages used, by allowance.
  var used: [String: Int] = [:]
  /// The last message of the person if it got no reply.
  var unanswered: String?
  /// How far the person's clock has been set forward, in seconds.
  var clockOffset = 0

  init(_ person: Person, salt: String, on today: CalendarDay) {
    record = PersonRecord(person, salt: salt, on: today)
    access = AccessRecord(
      discoveryCompletedAt: person.discovery == nil ? nil : 0, updatedAt: 0)
    conversation = TurnRequest.Conversation(id: "chat-\(person.id)")
  }

  // MARK: The file

  /// Reads a state; nil if the file does not exist. Throws a ``SourceError`` with the location of a mistake.
  ///
  /// The salt and the day are those of the record that a state of version 1 gets.
  static func read(_ path: String, files: any FileSystem, salt: String, on today: CalendarDay)
    throws
    -> ChatState?
  {
    guard OutputFile.isFile(path) else { return nil }
    return try ChatState(try files.read(path), salt: salt, on: today)
  }

  init(_ file: SourceFile, salt: String, on today: CalendarDay) throws(SourceError) {
    let node = try DocumentNode.parseJSON(file)
    var map = try MappingReader(node, "a chat's state")
    let version = try map.required("format").integer("'format'", in: 1...Self.format)
    if version == 1 {
      record = PersonRecord(try Person(try map.required("person")), salt: salt, on: today)
    } else {
      record = try PersonRecord.document.form.read(try map.required("record"), "'record'")
    }
    access = try AccessRecord(try map.required("access"))
    conversation = try TurnRequest.Conversation(try map.required("conversation"))
    if let counts = map.optional("used") {
      for entry in try MappingReader(counts, "'used'").entries {
        used[entry.key] = try entry.value.integer("a count", in: 0...1_000_000)
      }
    }
    unanswered = try map.optional("unanswered")?.string("'unanswered'")
    if let offset = map.optional("clock_offset") {
      clockOffset = try offset.integer("'clock_offset'", in: 0...Self.maximumOffset)
    }
    try map.finish()
  }

  /// Locks a state's file, which only one program may change at a time.
  static func lock(_ path: String, hint: String) throws -> RunLock {
    try OutputFile.prepare(path)
    guard let lock = try RunLock(free: path.fileName, folder: path.parentFolder) else {
      throw CommandError("\(path) is in use by another chat", hint: hint)
    }
    return lock
  }

  private var json: JSONValue {
    var object: JSONObject = [
      "format": .integer(Self.format), "record": record.json, "access": access.json,
      "conversation": conversation.json,
      "used": .object(
        used.sorted { $0.key < $1.key }.reduce(into: JSONObject()) { object, count in
          object[count.key] = .integer(count.value)
        }),
    ]
    object["unanswered"] = unanswered.map { .string($0) }
    if clockOffset != 0 { object["clock_offset"] = .integer(clockOffset) }
    return .object(object)
  }

  /// Writes the state atomically, so that an interruption leaves the previous file intact. Nobody else may read what a
  /// person said.
  func write(to path: String) throws {
    try OutputFile.write(text: path, isPrivate: true) { write in
      try write(json.text(.indented(2)) + "\n")
    }
  }

  // MARK: What a turn brings

  /// Updates the state with the outcome of a turn.
  mutating func take(_ outcome: TurnOutcome, of request: TurnRequest, at now: Double) {
    let message = request.message
    if let reply = outcome.message {
      if let message { conversation.messages.append(Message(.user, message)) }
      conversation.messages.append(reply.stored)
      if message != nil { unanswered = nil }
    } else {
      unanswered = message ?? unanswered
    }
    access = outcome.updates.access ?? access
    conversation.domain = outcome.updates.domain ?? conversation.domain
    let assignments = outcome.updates.assignments
    if !assignments.isEmpty { conversation.assignments = assignments }
    if let notice = outcome.limits { used[notice.key] = notice.used }
    guard outcome.route != .pinned else { return }
    record.take(outcome, of: request, at: now, on: request.today ?? CalendarDay(unixTime: now))
  }

  /// Removes messages that say the same as some that were forgotten.
  mutating func forget(_ messages: [Message]) {
    func isForgotten(_ message: Message) -> Bool {
      messages.contains { $0.role == message.role && $0.text == message.text }
    }
    let before = conversation.messages.prefix(conversation.sessionStart).count(where: isForgotten)
    conversation.messages.removeAll(where: isForgotten)
    conversation.sessionStart -= before
    if let text = unanswered, isForgotten(Message(.user, text)) { unanswered = nil }
  }

  /// Forgets the conversation, with everything that was learned from it.
  mutating func forgetConversation() {
    record.forget(conversation: conversation.id)
    conversation = TurnRequest.Conversation(id: "\(conversation.id)+")
    unanswered = nil
  }
}
