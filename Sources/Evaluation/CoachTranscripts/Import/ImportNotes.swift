/// What an import changed or left out.
package struct ImportNotes: Sendable, Hashable {
  /// The number of system messages that were left out: the prompt is what is being tested.
  package var systemMessages = 0
  /// The number of messages that were joined to the one before by the same speaker.
  package var joinedMessages = 0
  /// The number of tool calls and their results that were left out.
  package var toolCalls = 0
  /// The number of items with a model's reasoning that were left out.
  package var reasoningItems = 0
  /// The clusters that were taken from ids of users, by the name of the field.
  package var userClusters: [String: Set<String>] = [:]
  /// The number of chats without a cluster in a file in which others have one.
  package var chatsWithoutUser = 0
  /// The number of parts without text that were left out, by type.
  package var otherParts: [String: Int] = [:]
  /// The number of messages without text that were left out.
  package var emptyMessages = 0
  /// The number of chats that were left out because they repeat another one, word for word.
  package var repeatedChats = 0
  /// The number of chats without an id, which are known by their messages: one that has changed is another chat.
  package var unnamedChats = 0
  /// What else was left out: how often, by what it is.
  package var leftOut: [String: Int] = [:]
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
    add(reasoningItems, one: "reasoning item", many: "reasoning items", what: "left out")
    for (kind, count) in otherParts.sorted(by: { $0.key < $1.key }) {
      add(count, one: "part", many: "parts", what: "of type '\(kind)' left out: not text")
    }
    for (name, count) in leftOut.sorted(by: { $0.key < $1.key }) {
      lines.append("left out: \(name)\(count == 1 ? "" : " (\(count) times)")")
    }
    add(emptyMessages, one: "message", many: "messages", what: "without text left out")
    add(repeatedChats, one: "chat", many: "chats", what: "left out: the same messages as another")
    add(
      unnamedChats, one: "chat", many: "chats",
      what: "without an id, known by the text: once changed, it counts as another chat")
    for (field, clusters) in userClusters.sorted(by: { $0.key < $1.key }) {
      let words = clusters.count == 1 ? "user is a cluster" : "users are clusters"
      lines.append(
        "\(clusters.count) \(words), named by a digest of '\(field)'"
          + " (--columns cluster=NAME takes another field, as it is)")
    }
    add(
      chatsWithoutUser, one: "chat", many: "chats",
      what: "without the id of a user: each counts as a cluster of its own")
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
    reasoningItems += other.reasoningItems
    userClusters.merge(other.userClusters) { $0.union($1) }
    chatsWithoutUser += other.chatsWithoutUser
    leftOut.merge(other.leftOut, uniquingKeysWith: +)
    otherParts.merge(other.otherParts, uniquingKeysWith: +)
    emptyMessages += other.emptyMessages
    repeatedChats += other.repeatedChats
    unnamedChats += other.unnamedChats
    presumedPersons.formUnion(other.presumedPersons)
    presumedCoaches.formUnion(other.presumedCoaches)
    remarks += other.remarks
  }
}
