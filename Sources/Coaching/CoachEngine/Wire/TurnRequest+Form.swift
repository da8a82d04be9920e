import CoachAccess
import CoachModel
import CoachSignals
public import Documents
import PromptTemplates
public import SourceFiles

extension TurnRequest: JSONConvertible {
  /// What a person wrote; that it is not blank is checked with everything else.
  private static let words = JSONForm<String>.text.describing([
    "type": "string", "pattern": #"\S"#,
  ])

  package static let document = JSONDocumentForm(
    JSONObjectForm<TurnRequest>(
      "a turn's request", .required("id", \.id, .filledText),
      .optional("person", \.personAlone, Person.document.form),
      .optional("record", \.record, PersonRecord.document.form),
      .required("access", \.access, AccessRecord.document.form),
      .required("conversation", \.conversation, Conversation.members.form),
      .optional("message", \.message, words),
      .optional("is_opening", \.isOpening, .bool, default: false),
      .optional("persona", \.persona, Persona.document.form),
      .optional("domain", \.domain, .filledText),
      .optional("inputs", \.inputs, .anyObject, default: JSONObject()),
      .optional("today", \.today, .day)
    ) { (object) throws(SourceError) in
      let request: TurnRequest
      switch (object.personAlone, object.record, object.today) {
      case (let person?, nil, _):
        request = TurnRequest(
          id: object.id, person: person, access: object.access, conversation: object.conversation,
          message: object.message,
          persona: object.persona, domain: object.domain, inputs: object.inputs, today: object.today
        )
      case (nil, let record?, let today?):
        request = TurnRequest(
          id: object.id, record: record, access: object.access, conversation: object.conversation,
          message: object.message,
          persona: object.persona, domain: object.domain, inputs: object.inputs, today: today)
      case (nil, _?, nil):
        throw object.node.error(
          "turn.person", "a request with 'record' needs 'today'",
          hint: "give the day at the person's place, such as 2026-11-21")
      case (_?, _?, _), (nil, nil, _):
        throw object.node.error(
          "turn.person", "a request has either 'person' or 'record'",
          hint: "give 'record' if there is one: the person follows from it")
      }
      try request.check(isOpening: object.isOpening, in: object.node)
      return request
    })

  /// The request as JSON.
  public var json: JSONValue { Self.document.json(self) }

  /// Reads a request from JSON. Throws ``SourceError`` with the kind and the location of the problem.
  public init(json: JSONValue) throws(SourceError) { self = try Self.document.read(json) }

  /// Reads a request from the body of a message to a server.
  ///
  /// Throws ``SourceError`` with the kind and the location of the problem. The error contains nothing that the person
  /// wrote, so it can be logged and sent back.
  public init(body: some Sequence<UInt8>) throws(SourceError) {
    try self.init(SourceFile(path: "request", bytes: Array(body), isQuoted: false))
  }

  /// Reads a request from a JSON file. Throws ``SourceError``, which quotes the line of the problem unless the file
  /// forbids it.
  public init(_ file: SourceFile) throws(SourceError) { self = try Self.document.read(file) }

  /// The person, unless it follows from the record.
  private var personAlone: Person? { record == nil ? person : nil }

  private func check(isOpening opens: Bool, in node: DocumentNode) throws(SourceError) {
    guard opens == isOpening else {
      throw node.member("is_opening").error(
        "turn.message",
        opens
          ? "the coach speaks first, and there is a message of the person's"
          : "there is no message, and the coach does not speak first",
        hint: opens
          ? "give either 'message' or '\"is_opening\": true'"
          : "give 'message', or '\"is_opening\": true' for the coach to speak first")
    }
    // The turn answers a message that is too long, in words for the person.
    if let problem, problem.code != .tooLong {
      throw node.member(message == nil ? "id" : "message").error("turn.request", problem.detail)
    }
  }
}

extension TurnRequest.Conversation {
  package static let members = JSONObjectForm<TurnRequest.Conversation>(
    "a conversation", .required("id", \.id, .filledText),
    .list("messages", \.messages, Message.spoken.form),
    .optional("session_start", \.sessionStart, .integer(), default: 0),
    .optional("domain", \.domain, .filledText),
    .optional("kind", \.kind, .conversationKind),
    .list("assignments", \.assignments, PromptAssignment.members.form)
  ) { (object) throws(SourceError) in
    guard object.sessionStart <= object.messages.count else {
      throw object.node.member("session_start").error(
        "turn.session", "'session_start' is a whole number from 0 to \(object.messages.count)")
    }
    return TurnRequest.Conversation(
      id: object.id, messages: object.messages, sessionStart: object.sessionStart,
      domain: object.domain, kind: object.kind, assignments: object.assignments)
  }

  /// The conversation as JSON, as in a request.
  package var json: JSONValue { Self.members.form.write(self) }

  package init(_ node: DocumentNode) throws(SourceError) {
    self = try Self.members.form.read(node, "'conversation'")
  }
}
