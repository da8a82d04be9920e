import CoachAccess
import CoachEngine
import CoachModel
import CommandLineSupport
import Documents
import Journeys
import SourceFiles

/// What a journey in the terminal keeps of a person between runs: everything that a caller would store.
struct JourneyFile {
  private static let format = 1

  var state: JourneyState
  var person: Person
  var access: AccessRecord
  /// The messages of conversations, by their ids.
  var conversations: [String: [Message]] = [:]
  /// The phases in which the other side has spoken first.
  var opened: Set<String> = []
  /// How far the person's clock has been set forward, in seconds.
  var clockOffset = 0
  /// The person's time zone, which is not stored.
  var zone = TimeZoneRules.utc

  init(journey: Journey, person: Person) {
    state = JourneyState(journey: journey.name, updatedAt: 0)
    self.person = person
    access = AccessRecord(updatedAt: 0)
  }

  /// Reads a file; nil if it does not exist. Throws a ``SourceError`` with the location of a mistake, and a ``CommandError`` if
  /// it belongs to another journey.
  static func read(_ path: String, of journey: Journey) throws -> JourneyFile? {
    guard OutputFile.isFile(path) else { return nil }
    let file = try JourneyFile(try DiskFileSystem().read(path))
    guard file.state.journey == journey.name else {
      throw CommandError(
        "\(path) belongs to the journey '\(file.state.journey)'",
        hint: "name another file with --state")
    }
    return file
  }

  /// Returns the file with another state.
  func with(_ state: JourneyState) -> JourneyFile {
    var file = self
    file.state = state
    return file
  }

  private init(_ file: SourceFile) throws {
    let node = try DocumentNode.parseJSON(file)
    var map = try MappingReader(node, "a journey's file")
    _ = try map.required("format").integer("'format'", in: 1...Self.format)
    state = try JourneyState.document.form.read(try map.required("state"), "'state'")
    person = try Person(try map.required("person"))
    access = try AccessRecord(try map.required("access"))
    if let node = map.optional("conversations") {
      for entry in try MappingReader(node, "'conversations'").entries {
        conversations[entry.key] = try entry.value.list("a conversation").map { item in
          var message = try MappingReader(item, "a message")
          let speaker = try message.string("role")
          let text = try message.required("text").text("'text'")
          let tags = try message.strings("tags")
          try message.finish()
          return Message(speaker == "assistant" ? .assistant : .user, text, tags: tags)
        }
      }
    }
    opened = Set(try map.strings("opened"))
    if let offset = map.optional("clock_offset") {
      clockOffset = try offset.integer("'clock_offset'", in: 0...ChatState.maximumOffset)
    }
    try map.finish()
  }

  private var json: JSONValue {
    let talks = conversations.sorted { $0.key < $1.key }.reduce(into: JSONObject()) {
      object, talk in
      object[talk.key] = .array(
        talk.value.map { message in
          var object: JSONObject = [
            "role": .string(message.role.rawValue), "text": .string(message.text),
          ]
          if !message.tags.isEmpty { object["tags"] = .array(message.tags.map { .string($0) }) }
          return .object(object)
        })
    }
    var object: JSONObject = [
      "format": .integer(Self.format), "state": state.json, "person": person.json,
      "access": access.json, "conversations": .object(talks),
    ]
    if !opened.isEmpty { object["opened"] = .array(opened.sorted().map { .string($0) }) }
    if clockOffset != 0 { object["clock_offset"] = .integer(clockOffset) }
    return .object(object)
  }

  /// Writes the file atomically. Nobody else may read what a person said.
  func write(to path: String) throws {
    try OutputFile.write(text: path, isPrivate: true) { write in
      try write(json.text(.indented(2)) + "\n")
    }
  }
}
