/// What an import changed or left out.
package struct ImportNotes: Sendable, Hashable {
  /// The number of system messages that were left out: the prompt is what is being tested.
  package var systemMessages = 0
  /// The number of messages that were joined to the one before by the same speaker.
  package var joinedMessages = 0
  /// The number of tool calls and their results that were left out.
  package var toolCalls = 0
  /// The number of parts without text that were left out, by type.
  package var otherParts: [String: Int] = [:]
  /// The number of messages without text that were left out.
  package var emptyMessages = 0
  /// The number of chats that were left out because they repeat another one, word for word.
  package var repeatedChats = 0
  /// The number of chats without an id, which are known by their messages: one that has changed is another chat.
  package var unnamedChats = 0
  /// Speakers who were taken for the person, being the only ones beside a coach who was named.
  package var presumedPersons: Set<String> = []
  /// Speakers who were taken for the coach, being the only ones beside a person who was named.
  package var presumedCoaches: Set<String> = []
  /// Other remarks, as sentences.
  package var remarks: [String] = []

  /// Creates notes without any entry.
  package init() {}

  /// Notes the columns of a table that are not read.
  mutating func addUnused(_ columns: [String]) {
    guard !columns.isEmpty else { return }
    remarks.append(
      "not imported: the column\(columns.count == 1 ? "" : "s") \(columns.joined(separator: ", "))")
  }

  /// The notes as sentences, for display.
  package var lines: [String] {
    var lines = remarks
    func add(_ count: Int, one: String, many: String, what: String) {
      if count > 0 { lines.append("\(count) \(count == 1 ? one : many) \(what)") }
    }
    add(
      systemMessages, one: "system message", many: "system messages",
      what: "left out: the prompt is what is being tested")
    add(
      joinedMessages, one: "message", many: "messages",
      what: "joined to the one before by the same speaker, with an empty line between")
    add(toolCalls, one: "tool call or result", many: "tool calls and results", what: "left out")
    for (kind, count) in otherParts.sorted(by: { $0.key < $1.key }) {
      add(count, one: "part", many: "parts", what: "of type '\(kind)' left out: not text")
    }
    add(emptyMessages, one: "message", many: "messages", what: "without text left out")
    add(repeatedChats, one: "chat", many: "chats", what: "left out: the same messages as another")
    add(
      unnamedChats, one: "chat", many: "chats",
      what: "without an id, known by the text: once changed, it counts as another chat")
    lines += Self.presumed(presumedPersons, as: "person", beside: "coach")
    lines += Self.presumed(presumedCoaches, as: "coach", beside: "person")
    return lines
  }

  private static func presumed(
    _ names: Set<String>, as role: String, beside other: String
  ) -> [String] {
    guard !names.isEmpty else { return [] }
    let shown = names.sorted().prefix(3).map { "'\($0)'" }.joined(separator: ", ")
    let rest = names.count > 3 ? " and \(names.count - 3) more" : ""
    let verb = names.count == 1 ? "is" : "are"
    return ["\(shown)\(rest) \(verb) taken for the \(role): no one else speaks with the \(other)"]
  }

  /// Adds the notes of another reader.
  mutating func add(_ other: ImportNotes) {
    systemMessages += other.systemMessages
    joinedMessages += other.joinedMessages
    toolCalls += other.toolCalls
    otherParts.merge(other.otherParts, uniquingKeysWith: +)
    emptyMessages += other.emptyMessages
    repeatedChats += other.repeatedChats
    unnamedChats += other.unnamedChats
    presumedPersons.formUnion(other.presumedPersons)
    presumedCoaches.formUnion(other.presumedCoaches)
    remarks += other.remarks
  }
}
