import Documents

/// Reads the conversations that ChatGPT exports (`conversations.json`): a tree of messages, of which one branch was shown last.
///
/// Each node of `mapping` has a `message`, a `parent` and `children`; `current_node` is the end of the branch. OpenAI documents no
/// schema; this is what exports hold (for example github.com/mitkury/chatgpt-export-parser, docs/chatgpt-data-export-format.md).
enum ChatGPTExport {
  static func isConversation(_ value: JSONValue) -> Bool {
    guard let nodes = value["mapping"]?.object, let id = nodes.keys.first, let first = nodes[id]
    else { return false }
    return first["parent"] != nil || first["children"] != nil || first["message"] != nil
  }

  /// Types of content that the person saw as text.
  private static let shown: Set<String> = ["text", "multimodal_text"]

  /// Adds the messages of the branch that ends with the current node.
  static func add(
    _ value: JSONValue, at place: SourcePlace, to chat: inout ImportedChat,
    reading messages: inout JSONMessageReader
  ) {
    chat.id = value["conversation_id"]?.word ?? value["id"]?.word
    chat.title = value["title"]?.word
    let nodes = value["mapping"]?.object ?? [:]
    var branch: [(id: String, message: JSONValue)] = []
    var seen: Set<String> = []
    var current = value["current_node"]?.string ?? lastNode(of: nodes)
    // A parent that was there before would make a circle.
    while let id = current, let node = nodes[id], seen.insert(id).inserted {
      if let message = node["message"], message != .null { branch.append((id, message)) }
      current = node["parent"]?.string
    }
    for (id, message) in branch.reversed() {
      let type = message["content"]?["content_type"]?.string ?? "text"
      if message["metadata"]?["is_visually_hidden_from_conversation"]?.bool ?? false,
        message["author"]?["role"]?.string != "user"
      {
        messages.notes.systemMessages += 1
      } else if shown.contains(type) {
        messages.add(
          message, at: place.appending(.member("mapping"), .member(id), .member("message")),
          to: &chat)
      } else {
        messages.notes.otherParts[type, default: 0] += 1
      }
    }
    let others = nodes.keys.count { !seen.contains($0) && isSaid(nodes[$0]?["message"]) }
    if others > 0 { messages.notes.leftOut["a message of another branch", default: 0] += others }
  }

  private static func isSaid(_ message: JSONValue?) -> Bool {
    let role = message?["author"]?["role"]?.string
    return role == "user" || role == "assistant"
  }

  /// Returns the node without children that comes last.
  private static func lastNode(of nodes: JSONObject) -> String? {
    nodes.keys.last { nodes[$0]?["children"]?.array?.isEmpty ?? true }
  }
}
