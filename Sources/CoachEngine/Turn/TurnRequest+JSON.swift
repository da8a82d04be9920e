import CoachModel
package import JSON
public import SourceFiles
package import YAMLDocument

extension TurnRequest {
  /// Reads a request from a JSON document. Throws ``SourceError`` with the location of the problem.
  public init(_ file: SourceFile) throws(SourceError) {
    try self.init(try YAMLNode.parseJSON(file), in: file)
  }

  private init(_ node: YAMLNode, in file: SourceFile) throws(SourceError) {
    var map = try YAMLMapping(node, "a turn's request")
    let idNode = try map.required("id")
    let id = try idNode.string("'id'")
    let person = try Person(try map.required("person"))
    let access = try AccessRecord(try map.required("access"))
    let conversation = try Conversation(try map.required("conversation"))
    let opens = map.optional("first_message")
    let messageNode = map.optional("message")
    self.init(
      id: id, person: person, access: access, conversation: conversation,
      message: try messageNode?.string("'message'"))
    if let opens {
      guard let isFirst = opens.json.bool else {
        throw opens.error("yaml.type", "'first_message' is true or false")
      }
      guard isFirst == isOpening else {
        throw opens.error(
          "turn.message",
          isFirst
            ? "the coach speaks first, and there is a message of the person's"
            : "there is no message, and the coach does not speak first",
          hint: "give either 'message' or '\"first_message\": true'")
      }
    } else if isOpening {
      throw node.error(
        "turn.message", "there is no message",
        hint: "give 'message', or '\"first_message\": true' for the coach to speak first")
    }
    // The turn answers a message that is too long, in words for the person.
    if let problem, problem.code != .tooLong {
      throw (messageNode ?? idNode).error("turn.request", problem.detail)
    }
    if let node = map.optional("persona") { persona = try Persona(node) }
    domain = try map.optional("domain")?.string("'domain'")
    if let node = map.optional("inputs") {
      guard let object = node.json.object else {
        throw node.error("yaml.type", "'inputs' is an object of names and values")
      }
      inputs = object
    }
    if let node = map.optional("today") {
      guard let day = CalendarDay(try node.string("'today'")) else {
        throw node.error("turn.today", "'today' is not a date", hint: "write it as 2026-11-21")
      }
      today = day
    }
    try map.finish()
  }
}

extension TurnRequest.Conversation {
  /// The conversation as a JSON object, in the format of a request.
  package var json: JSONValue {
    var object: JSONObject = [
      "id": .string(id),
      "messages": .array(
        messages.map {
          [
            "role": .string($0.role == .user ? Speaker.person.rawValue : Speaker.coach.rawValue),
            "text": .string($0.text),
          ]
        }),
    ]
    if sessionStart > 0 { object["session_start"] = .integer(sessionStart) }
    object["domain"] = domain.map { .string($0) }
    return .object(object)
  }

  package init(_ node: YAMLNode) throws(SourceError) {
    var map = try YAMLMapping(node, "'conversation'")
    self.init(id: try map.string("id"))
    let entries = try map.optional("messages")?.list("'messages'") ?? []
    let start =
      try map.optional("session_start")?.integer("'session_start'", in: 0...entries.count) ?? 0
    for (place, message) in entries.enumerated() {
      if place == start { sessionStart = messages.count }
      var entry = try YAMLMapping(message, "a message")
      let role: Speaker = try entry.required("role").choice("'role'")
      let text = try entry.required("text").text("'text'")
      try entry.finish()
      // An empty message carries no information for the model.
      if text.contains(where: { !$0.isWhitespace }) { messages.append(Message(role.role, text)) }
    }
    if start == entries.count { sessionStart = messages.count }
    domain = try map.optional("domain")?.string("'domain'")
    try map.finish()
  }

  /// The speakers in a conversation; system messages come from prompts only.
  private enum Speaker: String, CaseIterable {
    case person
    case coach

    var role: Role { self == .person ? .user : .assistant }
  }
}
