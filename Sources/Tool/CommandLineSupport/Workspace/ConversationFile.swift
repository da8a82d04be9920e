package import CoachModel
import Documents
package import SourceFiles

/// A conversation that a user names by its file: a transcript, a turn's request, or a list of messages, as YAML
/// or JSON.
///
/// A message is `coach: …` or `person: …`, or has a `role` (or `speaker`) and a `text` (or `content`).
package struct ConversationFile {
  /// The messages, oldest first.
  package let messages: [Message]

  package init(_ path: String, files: any FileSystem = DiskFileSystem()) throws(SourceError) {
    let root = try DocumentNode.read(try files.read(path))
    messages = try Self.messages(root)
  }

  private static func messages(_ node: DocumentNode) throws(SourceError) -> [Message] {
    switch node.content {
    case .sequence(let items):
      var messages: [Message] = []
      for item in items { messages.append(try message(item)) }
      return messages
    case .mapping(let entries):
      for key in ["messages", "turns", "conversation"] {
        if let entry = entries.first(where: { $0.key == key }) { return try messages(entry.value) }
      }
      throw node.error(
        "conversation.messages", "there are no messages in this file",
        hint: "list them under 'messages', as 'person: …' and 'coach: …'")
    default:
      throw node.error(
        "conversation.messages",
        "a conversation is a list of messages, not \(node.kindName)"
      )
    }
  }

  private static func message(_ node: DocumentNode) throws(SourceError) -> Message {
    guard case .mapping(let entries) = node.content else {
      throw node.error(
        "conversation.message", "a message is a mapping, not \(node.kindName)")
    }
    if let only = entries.first, entries.count == 1, let role = Role(word: only.key) {
      return Message(role, try only.value.text("'\(only.key)'"))
    }
    func value(_ keys: [String]) -> DocumentNode? {
      keys.lazy.compactMap { key in entries.first { $0.key == key }?.value }.first
    }
    guard let speaker = value(["role", "speaker"]), let text = value(["text", "content"]) else {
      throw node.error(
        "conversation.message", "a message lacks its speaker or its text",
        hint: "write 'person: …', or 'role: person' and 'text: …'")
    }
    let word = try speaker.string("the speaker")
    guard let role = Role(word: word) else {
      throw speaker.error(
        "conversation.speaker", "'\(word)' is not a speaker", hint: "write person or coach")
    }
    return Message(role, try text.text("the text"))
  }
}
