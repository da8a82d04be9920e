import Documents

/// Finds the messages in the inputs and outputs of traces and runs, whose shape each application chooses.
///
/// Messages of LangChain are brought into the form `{role, content}`: objects with a `type` such as `human`, with the rest in
/// `data`, and serialised ones, whose class is at the end of `id` and whose members are in `kwargs`
/// (docs.langchain.com/langsmith/log-llm-trace, python.langchain.com/docs/concepts/messages).
struct ExchangeMessages {
  /// The messages, each an object with the one who speaks.
  private(set) var messages: [JSONValue] = []
  /// Members beside those that were read, by name.
  private(set) var unread: [String] = []

  /// Finds the messages in a value.
  ///
  /// - Parameter role: Who speaks where only a text is given.
  init(in value: JSONValue, role: String) {
    add(value, role: role, depth: 0)
  }

  /// Lists of messages deeper than that are nobody's conversation.
  private static let maximumDepth = 8

  /// Members that hold the text of an input or an output, the most specific first.
  private static let textMembers = [
    "content", "text", "message", "reply", "answer", "response", "output", "completion", "question",
    "query", "input", "prompt", "generations", "result", "ideal", "expected", "output_text",
  ]

  /// Members that hold what was said before.
  private static let histories = ["chat_history", "history", "conversation", "messages"]

  /// Members that say something about a message or a reply, and nothing to anybody.
  private static let details: Set<String> = [
    "role", "type", "id", "model", "usage", "usage_metadata", "llm_output", "run", "created",
    "object", "finish_reason", "response_metadata", "additional_kwargs", "system_fingerprint",
    "service_tier", "name", "status",
  ]

  private mutating func add(_ value: JSONValue, role: String, depth: Int) {
    guard depth < Self.maximumDepth else { return }
    if let text = value.string {
      if text.contains(where: { !$0.isWhitespace }) {
        messages.append(["role": .string(role), "content": .string(text)])
      }
    } else if let list = value.array {
      if let pair = Self.pair(list) { return messages.append(pair) }
      for item in list {
        if let message = Self.message(item) {
          messages.append(message)
        } else {
          add(item, role: role, depth: depth + 1)
        }
      }
    } else if value.object != nil {
      addObject(value, role: role, depth: depth)
    }
  }

  private mutating func addObject(_ value: JSONValue, role: String, depth: Int) {
    if let message = Self.message(value) { return messages.append(message) }
    if let choice = value["choices"]?.array?.first {
      return add(choice["message"] ?? choice["text"] ?? .null, role: role, depth: depth + 1)
    }
    if let batch = value["generations"]?.array?.first {
      // The first reply of the first prompt: the others are alternatives.
      let first = batch.array?.first ?? batch
      if batch.array?.count ?? 1 > 1 { unread.append("other generations") }
      return add(first["message"] ?? first["text"] ?? .null, role: role, depth: depth + 1)
    }
    let before = messages.count
    var read: Set<String> = []
    for name in Self.histories {
      guard let list = value[name]?.array else { continue }
      add(.array(list), role: role, depth: depth + 1)
      read.insert(name)
      break
    }
    let isWhole = messages.count > before && value["messages"] != nil
    if !isWhole, let name = addText(of: value, except: read, role: role, depth: depth) {
      read.insert(name)
    }
    guard messages.count > before else { return }
    unread += value.object?.keys.filter { !read.contains($0) && !Self.details.contains($0) } ?? []
  }

  /// Adds what the member with the text holds: one with a common name, or the only text that there is. Returns its name.
  private mutating func addText(
    of value: JSONValue, except read: Set<String>, role: String, depth: Int
  ) -> String? {
    let before = messages.count
    for name in Self.textMembers where !read.contains(name) {
      guard let member = value[name] else { continue }
      add(member, role: role, depth: depth + 1)
      if messages.count > before { return name }
    }
    let texts = value.object?.filter { $0.value.string != nil && !Self.details.contains($0.key) }
    guard let texts, texts.count == 1, let only = texts.first else { return nil }
    add(only.value, role: role, depth: depth + 1)
    return messages.count > before ? only.key : nil
  }

  // MARK: Messages

  /// Returns a value as a message with a role; `nil` if it is something else.
  private static func message(_ value: JSONValue) -> JSONValue? {
    guard let object = value.object else { return nil }
    if let members = object["kwargs"]?.object {
      let name = object["id"]?.array?.last?.string ?? members["type"]?.string
      guard let speaker = members["role"]?.string ?? name.map(role(ofClass:)) else { return nil }
      return message(members, speaker: speaker)
    }
    if object["role"]?.string != nil, object["content"] != nil || object["tool_calls"] != nil {
      return value
    }
    guard let type = object["type"]?.string else { return nil }
    if let members = object["data"]?.object, members["content"] != nil {
      return message(members, speaker: members["role"]?.string ?? role(ofClass: type))
    }
    guard speakers.contains(type), object["content"] != nil else {
      // An item of the Responses API, such as a call of a function, speaks for nobody.
      return object["content"] == nil && object["text"] == nil ? value : nil
    }
    return message(object, speaker: object["role"]?.string ?? role(ofClass: type))
  }

  private static func message(_ members: JSONObject, speaker: String) -> JSONValue {
    var message: JSONObject = ["role": .string(speaker)]
    message["content"] = members["content"]
    for name in ["tool_calls", "function_call"] {
      let calls = members[name] ?? members["additional_kwargs"]?[name]
      if let calls, calls != .null, calls.array?.isEmpty != true { message[name] = calls }
    }
    return .object(message)
  }

  /// The types of LangChain's messages.
  private static let speakers: Set<String> = [
    "human", "ai", "system", "tool", "function", "chat", "developer", "AIMessageChunk",
    "HumanMessageChunk",
  ]

  /// Returns who speaks in a message of one of LangChain's classes, such as `HumanMessage`.
  private static func role(ofClass name: String) -> String {
    switch name.replacing("MessageChunk", with: "").replacing("Message", with: "") {
    case "Human": "human"
    case "AI": "ai"
    case "System": "system"
    case "Tool", "Function": "tool"
    default: name
    }
  }

  /// Returns a message written as a pair: `["human", "I am late."]`.
  private static func pair(_ list: [JSONValue]) -> JSONValue? {
    guard list.count == 2, let speaker = list[0].string, let text = list[1].string,
      speakers.contains(speaker) || ["user", "assistant"].contains(speaker)
    else { return nil }
    return ["role": .string(speaker), "content": .string(text)]
  }
}
