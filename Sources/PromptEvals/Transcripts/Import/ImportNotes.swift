/// What an import changed or left out, which its reader should know.
public struct ImportNotes: Sendable, Hashable {
  /// Instructions to the model that were left out: they are what is being tested.
  public var systemMessages = 0
  /// Messages that were joined to the one before by the same speaker.
  public var joinedMessages = 0
  /// Calls of tools and their results that were left out.
  public var toolCalls = 0
  /// Parts that are no text and were left out, by what they are.
  public var otherParts: [String: Int] = [:]
  /// Messages without text that were left out.
  public var emptyMessages = 0
  /// Chats that were there twice, word for word.
  public var repeatedChats = 0
  /// Anything else, as sentences.
  public var remarks: [String] = []

  /// Creates notes of nothing.
  public init() {}

  /// The notes as sentences.
  public var lines: [String] {
    var lines = remarks
    func add(_ count: Int, _ one: String, _ many: String, _ what: String) {
      if count > 0 { lines.append("\(count) \(count == 1 ? one : many) \(what)") }
    }
    add(
      systemMessages, "system message", "system messages",
      "left out: the prompt is what is being tested")
    add(
      joinedMessages, "message", "messages",
      "joined to the one before by the same speaker, with an empty line between")
    add(toolCalls, "tool call or result", "tool calls and results", "left out")
    for (kind, count) in otherParts.sorted(by: { $0.key < $1.key }) {
      add(count, "part", "parts", "of type '\(kind)' left out: not text")
    }
    add(emptyMessages, "message", "messages", "without text left out")
    add(repeatedChats, "chat", "chats", "there twice, word for word; kept once")
    return lines
  }

  /// Adds what another part of the work has noted.
  mutating func add(_ other: ImportNotes) {
    systemMessages += other.systemMessages
    joinedMessages += other.joinedMessages
    toolCalls += other.toolCalls
    otherParts.merge(other.otherParts, uniquingKeysWith: +)
    emptyMessages += other.emptyMessages
    repeatedChats += other.repeatedChats
    remarks += other.remarks
  }
}
