import Documents
import SourceFiles

/// Reads the chats in JSON values: requests and responses of providers, exports, and lists of these.
struct JSONChatReader {
  let file: SourceFile
  var messages: JSONMessageReader

  init(file: SourceFile, columns: FieldMapping) {
    self.file = file
    messages = JSONMessageReader(file: file, columns: columns)
  }

  /// Members that may contain the messages of a chat.
  private static let lists = ["messages", "conversations", "conversation", "turns", "input"]

  /// Returns the name of a chat's shape for the report, or `nil` if the value is not a chat.
  func shape(of value: JSONValue) -> String? {
    if let elements = value.array {
      return elements.first.map(messages.isMessage) ?? false ? "a list of messages" : nil
    }
    guard case .object(let object) = value else { return nil }
    if ChatGPTExport.isConversation(value) { return "a conversation of ChatGPT" }
    if ChatMLReader.text(in: value) != nil { return "ChatML" }
    if EvalItem(value) != nil { return "OpenAI Evals" }
    if let list = object["data"]?.array {
      return isListOfMessages(list) ? "a list of messages" : nil
    }
    if let request = object["request"], let shape = shape(of: request) { return shape }
    if object["input"] != nil || object["output"] != nil { return "OpenAI Responses" }
    if object["choices"] != nil { return "OpenAI response" }
    if let list = object["messages"] {
      return isAnthropic(object, list: list) ? "Anthropic messages" : "messages with roles"
    }
    if let name = Self.lists.first(where: { object[$0] != nil }) { return "'\(name)'" }
    return messages.isMessage(value) ? "a single message" : nil
  }

  private func hasListOfMessages(_ value: JSONValue) -> Bool {
    shape(of: value).map { $0 != "a single message" } ?? false
  }

  /// Whether a list is that of the messages of one stored completion, and not one of chats.
  private func isListOfMessages(_ list: [JSONValue]) -> Bool {
    list.first.map { messages.isMessage($0) && shape(of: $0) == "a single message" } ?? false
  }

  private func isAnthropic(_ object: JSONObject, list: JSONValue) -> Bool {
    let kinds = ["tool_use", "tool_result", "thinking"]
    let hasBlocks = (list.array ?? []).contains { message in
      (message["content"]?.array ?? []).contains { kinds.contains($0["type"]?.string ?? "") }
    }
    return object["system"] != nil || hasBlocks
  }

  /// Reads a chat from a list of messages, or from an object that contains one.
  mutating func chat(_ value: JSONValue, at place: SourcePlace) -> ImportedChat {
    var chat = ImportedChat(place: place)
    if value.array != nil {
      addMessages(value, at: place, to: &chat)
    } else if let text = ChatMLReader.text(in: value) {
      describe(&chat, from: value)
      ChatMLReader.add(text, at: place, in: file, to: &chat)
    } else if ChatGPTExport.isConversation(value) {
      ChatGPTExport.add(value, at: place, to: &chat, reading: &messages)
    } else if let item = EvalItem(value) {
      describe(&chat, from: value)
      add(item, at: place, to: &chat)
    } else if case .object(let object) = value {
      describe(&chat, from: value)
      addContent(of: object, at: place, to: &chat)
    } else {
      let message = "a chat must be an object or a list, but is of type \(value.typeName)"
      chat.problems.append(
        Diagnostic("import.chat", message, in: file, at: place, hint: nil))
    }
    return chat
  }

  private func describe(_ chat: inout ImportedChat, from value: JSONValue) {
    let details = value["metadata"] ?? [:]
    chat.id =
      messages.columns.names[.conversation] == nil
      ? value["id"]?.word ?? messages.word(.conversation, in: value)
        ?? messages.word(.conversation, in: details)
      : messages.word(.conversation, in: value)
    chat.title = messages.word(.title, in: value) ?? value["title"]?.word ?? details["title"]?.word
    if messages.columns.names[.cluster] == nil {
      // Without a list of messages, `user` may be what the person says: {"user": "Hello!", "assistant": "…"}.
      let holdsMessages = value["response"]?.object != nil || hasListOfMessages(value)
      chat.join(
        UserIdentity.find(in: value, isMessage: !holdsMessages), in: file, at: chat.place)
    } else {
      chat.cluster = messages.word(.cluster, in: value)
    }
    let request = value["request"] ?? value["body"] ?? [:]
    chat.thread =
      messages.word(.conversation, in: value) ?? messages.word(.conversation, in: details)
      ?? messages.word(.conversation, in: request["metadata"] ?? [:])
    let tags = value["tags"] ?? details["tags"] ?? []
    chat.tags = tags.array?.compactMap(\.word) ?? tags.word.map(Self.splitTags) ?? []
  }

  private mutating func add(_ item: EvalItem, at place: SourcePlace, to chat: inout ImportedChat) {
    for value in item.messages { messages.add(value, at: place, to: &chat) }
    messages.notes.leftOut.merge(item.leftOut, uniquingKeysWith: +)
  }

  private static func splitTags(_ text: String) -> [String] {
    text.split { $0 == "," || $0 == ";" }.map(\.trimmingWhitespace).filter { !$0.isEmpty }
  }

  private mutating func addContent(
    of object: JSONObject, at place: SourcePlace, to chat: inout ImportedChat
  ) {
    var isFound = false
    if case .object(let request)? = object["request"] {
      addContent(of: request, at: place.appending(.member("request")), to: &chat)
      isFound = true
    }
    if let system = object["system"] ?? object["instructions"], system != .null {
      messages.notes.systemMessages += 1
    }
    // A stored completion may have the list of its messages as the API writes lists.
    if let list = object["messages"]?["data"] ?? object["data"], list.array != nil {
      addMessages(list, at: place, to: &chat)
      isFound = true
    } else if let name = Self.lists.first(where: {
      object[$0]?.array != nil || object[$0]?.string != nil
    }) {
      addMessages(object[name] ?? [], at: place.appending(.member(name)), to: &chat)
      isFound = true
    }
    isFound = addReply(of: object, at: place, to: &chat) || isFound
    guard !isFound else { return }
    guard !messages.isMessage(.object(object)) else {
      return messages.add(.object(object), at: place, to: &chat)
    }
    let close = object.keys.lazy.compactMap { key in
      Self.lists.closestMatch(to: key).map { (key, $0) }
    }.first
    let hint =
      close.map { "is '\($0)' meant to be '\($1)'?" }
      ?? "a chat has 'messages', 'conversations' or 'input'; this has: "
      + object.keys.joined(separator: ", ")
    chat.problems.append(
      Diagnostic("import.chat", "there are no messages here", in: file, at: place, hint: hint))
  }

  /// Adds a provider's reply; returns `false` if the object has none.
  private mutating func addReply(
    of object: JSONObject, at place: SourcePlace, to chat: inout ImportedChat
  ) -> Bool {
    if let message = object["choices"]?.array?.first?["message"] {
      let steps: [JSONStep] = [.member("choices"), .element(0), .member("message")]
      messages.add(
        message, at: SourcePlace(range: place.range, path: place.path + steps), to: &chat)
      return true
    }
    if object["output"]?.array != nil {
      addMessages(object["output"] ?? [], at: place.appending(.member("output")), to: &chat)
      return true
    }
    if case .object(let response)? = object["response"] {
      addContent(of: response, at: place.appending(.member("response")), to: &chat)
      return true
    }
    return false
  }

  private mutating func addMessages(
    _ list: JSONValue, at place: SourcePlace, to chat: inout ImportedChat
  ) {
    // The Responses API accepts a plain string as the user's message.
    if let text = list.string {
      chat.messages.append(ImportedMessage(speaker: "user", text: text, place: place))
    }
    for (number, message) in (list.array ?? []).enumerated() {
      messages.add(message, at: place.appending(.element(number)), to: &chat)
    }
  }
}

extension JSONChatReader {
  /// Reads a whole file that is one JSON value: a chat, or a list of chats.
  static func read(
    _ file: SourceFile, from start: Int, columns: FieldMapping, generation: String?
  ) -> ReadChats {
    let range = start..<file.bytes.count
    let root: JSONValue
    do throws(JSONSyntaxError) {
      root = try JSONValue(parsing: file.bytes[range])
    } catch {
      let problem = Diagnostic(
        "import.json", "this is not JSON: \(error.message)", in: file, at: start + error.offset,
        hint: "if every line is a value of its own, use --format jsonl")
      return ReadChats(format: "JSON", seen: "a JSON document", problems: [problem])
    }
    var reader = JSONChatReader(file: file, columns: columns)
    let place = SourcePlace(range: range)
    if InspectReader.isLog(root) {
      return InspectReader.read(root, in: file, at: place)
    }
    if let kind = TraceReader.kind(of: root) {
      var traces = TraceReader(file: file, generation: generation, columns: columns)
      traces.add(root, at: place)
      return traces.read(as: kind)
    }
    var read: ReadChats
    if let shape = reader.shape(of: root) {
      read = ReadChats(format: "JSON", seen: "a JSON document, one chat (\(shape))")
      read.chats = [reader.chat(root, at: place)]
    } else {
      read = reader.list(root, at: place)
    }
    read.notes.add(reader.messages.notes)
    read.joinThreads(in: file)
    return read
  }

  /// Reads a list of chats, or an object that contains one.
  private mutating func list(_ root: JSONValue, at place: SourcePlace) -> ReadChats {
    let names = ["chats", "data", "items"]
    let name = names.first { root[$0]?.array != nil }
    guard let elements = (name.flatMap { root[$0] } ?? root).array else {
      // The problems of the chat say what is missing.
      return ReadChats(format: "JSON", seen: "a JSON document", chats: [chat(root, at: place)])
    }
    let list = name.map { place.appending(.member($0)) } ?? place
    let chats = zip(elements, list.elements(in: file)).map { chat($0, at: $1) }
    var read = ReadChats(
      format: "JSON",
      seen: "a JSON document, a list of \(chats.count) chat\(chats.count == 1 ? "" : "s")",
      chats: chats)
    if chats.isEmpty {
      read.problems.append(
        Diagnostic("import.empty", "the list is empty", in: file, at: list, hint: nil))
    }
    return read
  }
}
