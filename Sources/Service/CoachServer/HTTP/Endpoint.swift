#if Server
  import CoachKit
  import HTTPTypes

  /// One thing that the server does: the request that asks for it, who may, and what comes back.
  ///
  /// The router and the OpenAPI document come from the same values, so that they cannot disagree.
  struct Endpoint: Sendable {
    /// A parameter of the path or of the query, or a field of the head.
    struct Parameter: Sendable {
      var name: String
      var summary: String
      var schema: JSONValue = ["type": "string"]
      /// Whether only an operator may use it.
      var isOperatorOnly = false
    }

    /// What a response holds.
    enum Response: Sendable {
      /// JSON of a schema.
      case json(JSONValue)
      /// Server-sent events with data of one of several schemas, the first of which is for apps; further ones by their name.
      case events([JSONValue], named: [(name: String, schema: JSONValue)])
      /// JSON, or events, by what the request asks for.
      case jsonOrEvents(JSONValue, [JSONValue], named: [(name: String, schema: JSONValue)])
      /// Something else.
      case text(contentType: String)
    }

    /// How many requests run at once, and how long a body may be.
    enum Load: Sendable {
      /// It takes no time, and answers also when the server is busy.
      case light
      case request
      case turn
      /// It belongs to a turn that has a place already, and is answered also when the server is busy or stopping.
      case partOfTurn
    }

    var method: HTTPRequest.Method
    /// The path, with parameters in braces: `/v1/tasks/{name}`.
    var path: String
    /// Who may call; `nil` for anybody.
    var scope: CallerScope?
    var summary: String
    var details = ""
    var pathParameters: [Parameter] = []
    var query: [Parameter] = []
    /// The fields of the head that it reads.
    var headers: [Parameter] = []
    /// The schema of the body; `nil` for none.
    var body: JSONValue?
    /// The media types that a body may be declared as.
    var bodyTypes = ["application/json"]
    var response: Response
    /// The statuses of failures beside those that any endpoint may have.
    var failures: [HTTPResponse.Status] = []
    var load = Load.request
    /// Returns what decides about a request if the server is busy.
    var underLoad: @Sendable (RequestCall) -> RequestUnderLoad = { _ in RequestUnderLoad() }
    var handle: @Sendable (RequestCall) async throws -> Reply

    /// The segments of the path.
    var segments: [Substring] { path.split(separator: "/") }
  }

  extension Endpoint {
    /// Creates an endpoint that answers with a value of a form, which describes it and writes it.
    init<Answer: Sendable>(
      method: HTTPRequest.Method, path: String, scope: CallerScope?, summary: String,
      details: String = "", pathParameters: [Parameter] = [], query: [Parameter] = [],
      body: JSONValue? = nil, answer: JSONForm<Answer>, failures: [HTTPResponse.Status] = [],
      load: Load = .request, handle: @escaping @Sendable (RequestCall) async throws -> Answer
    ) {
      self.init(
        method: method, path: path, scope: scope, summary: summary, details: details,
        pathParameters: pathParameters, query: query, body: body,
        response: .json(answer.documentSchema), failures: failures, load: load
      ) { .json(answer.write(try await handle($0))) }
    }
  }

  /// What comes back.
  enum Reply: Sendable {
    case json(JSONValue, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:])
    case text([UInt8], contentType: String, headers: HTTPFields = [:])
    /// The events of a turn, as they come.
    case events(TurnReader)
  }

  /// What a busy server reads of a request: whether it is carried out all the same, and who reads that it is not.
  struct RequestUnderLoad: Sendable {
    /// Whether the request must be carried out even if the server is busy.
    var isUrgent = false
    /// The person's language.
    var language = "en"
    /// The country for which help is named; `nil` if it is unknown.
    var country: String?
    var age = AgeGroup.unknown

    /// Describes a request that says nothing of a person.
    init(isUrgent: Bool = false) { self.isUrgent = isUrgent }

    init(_ person: Person, isUrgent: Bool) {
      self.isUrgent = isUrgent
      (language, country, age) = (person.language, person.country, person.ageGroup)
    }

    init(_ record: PersonRecord, isUrgent: Bool) {
      self.isUrgent = isUrgent
      (language, country, age) = (record.language, record.country, record.ageGroup)
    }
  }

  /// A request with everything that was found out about it.
  struct RequestCall: Sendable {
    var id: String
    var caller: Caller
    /// The parameters of the path.
    var path: [String: String]
    var query: [String: String]
    /// The fields of the head that the endpoint declares.
    var headers: [String: String] = [:]
    var body: [UInt8]
    /// The media type that the body is declared as; `nil` without a body.
    var bodyType: String?

    /// What a body is called in the locations of its problems.
    static let bodyName = "request"

    /// Reads the body.
    ///
    /// Throws ``SourceError`` with the kind and the location of the problem, which quotes nothing.
    func read<Value>(_ document: JSONDocumentForm<Value>) throws(SourceError) -> Value {
      try document.read(SourceFile(path: Self.bodyName, bytes: body, isQuoted: false))
    }

    /// Returns whether a parameter of the query is `true`; throws if it is anything but that or `false`.
    func flag(_ name: String) throws(Problem) -> Bool {
      switch query[name] {
      case nil, "false": return false
      case "true": return true
      default:
        throw Problem(
          .badRequest, "query.value", "the parameter '\(name)' must be true or false")
      }
    }

    /// Throws unless the caller may speak for a person.
    func requirePermission(toSpeakFor person: String) throws(Problem) {
      guard let own = caller.person, !own.utf8.elementsEqual(person.utf8) else { return }
      throw Problem(
        .forbidden, "forbidden.person", "the token speaks for another person",
        hint: "send the token of the person whom the request is about")
    }
  }
#endif
