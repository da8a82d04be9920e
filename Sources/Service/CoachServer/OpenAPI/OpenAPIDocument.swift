#if Server
  import CoachKit
  import Documents
  import HTTPTypes

  /// The OpenAPI 3.1 document of endpoints.
  struct OpenAPIDocument {
    private let endpoints: [Endpoint]
    private var components = SchemaComponents()

    /// The statuses with which any endpoint for callers may answer, with their reasons.
    private static let commonFailures: [(status: HTTPResponse.Status, reason: String)] = [
      (.badRequest, "The request is not valid; `detail` and `hint` say why."),
      (.unauthorized, "There is no valid key."),
      (.forbidden, "The key has another scope, or speaks for another person."),
      (.serviceUnavailable, "The server is busy, stopping, or its store does not answer."),
    ]
    private static let bodyFailures: [(status: HTTPResponse.Status, reason: String)] = [
      (.requestTimeout, "The body did not arrive in time."),
      (.contentTooLarge, "The body is too large."),
    ]
    private static let reasons: [Int: String] = [
      500: "Something is broken here; the server's log says what.",
      404: "There is nothing with this name.", 409: "It does not fit what is stored.",
      410: "It was there, and is no longer kept.", 421: "Another process of the service has it.",
      502: "The model failed, or its reply cannot be used.", 503: "It is not available now.",
      504: "The model took too long.",
    ]

    init(_ endpoints: [Endpoint]) { self.endpoints = endpoints }

    /// The document as JSON.
    static func json(of endpoints: [Endpoint]) -> JSONValue {
      var document = OpenAPIDocument(endpoints)
      return document.json()
    }

    /// The names of schemas that differ from others of the same name.
    static func conflicts(in endpoints: [Endpoint]) -> Set<String> {
      var document = OpenAPIDocument(endpoints)
      _ = document.json()
      return document.components.conflicts
    }

    private mutating func json() -> JSONValue {
      var paths: JSONObject = [:]
      for endpoint in endpoints {
        var path = paths[endpoint.path]?.object ?? [:]
        path[endpoint.method.rawValue.lowercased()] = operation(of: endpoint)
        paths[endpoint.path] = .object(path)
      }
      _ = components.reference(to: Problem.schema)
      return [
        "openapi": "3.1.0",
        "info": [
          "title": "CoachKit", "version": .string(coachKitVersion),
          "summary": "The toolkit of an AI coaching chat, for a backend in any language.",
          "description": """
          Turns are streams of server-sent events; everything else is JSON. A member that is null in a request counts as left \
          out. Members that a schema does not have are errors.
          """,
          "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
        ],
        "paths": .object(paths),
        "components": [
          "schemas": .object(components.schemas),
          "securitySchemes": [
            "key": [
              "type": "http", "scheme": "bearer",
              "description": "A key or a JSON Web Token with the scope `client` or `operator`.",
            ]
          ],
        ],
      ]
    }

    private mutating func operation(of endpoint: Endpoint) -> JSONValue {
      var object: JSONObject = [
        "summary": .string(endpoint.summary), "operationId": .string(endpoint.identifier),
      ]
      if !endpoint.details.isEmpty { object["description"] = .string(endpoint.details) }
      if let scope = endpoint.scope {
        object["security"] = [["key": .array([.string(scope.rawValue)])]]
      } else {
        object["security"] = []
      }
      let parameters =
        endpoint.pathParameters.map { Self.parameter($0, in: "path") }
        + endpoint.query.map { Self.parameter($0, in: "query") }
        + endpoint.headers.map { Self.parameter($0, in: "header") }
      if !parameters.isEmpty { object["parameters"] = .array(parameters) }
      if let body = endpoint.body {
        var content: JSONObject = [:]
        for type in endpoint.bodyTypes {
          content[type] = ["schema": components.reference(to: body)]
        }
        object["requestBody"] = ["required": true, "content": .object(content)]
      }
      object["responses"] = responses(of: endpoint)
      return .object(object)
    }

    private static func parameter(_ parameter: Endpoint.Parameter, in context: String) -> JSONValue
    {
      var summary = parameter.summary
      if parameter.isOperatorOnly { summary += " For operators." }
      var object: JSONObject = [
        "name": .string(parameter.name), "in": .string(context), "description": .string(summary),
        "schema": parameter.schema,
      ]
      if context == "path" { object["required"] = true }
      return .object(object)
    }

    private mutating func responses(of endpoint: Endpoint) -> JSONValue {
      var responses: JSONObject = ["200": success(of: endpoint.response)]
      var failures: [(status: HTTPResponse.Status, reason: String)] =
        endpoint.query.isEmpty ? [(.badRequest, "The request is not valid.")] : []
      if endpoint.scope != nil { failures = Self.commonFailures }
      if endpoint.body != nil {
        failures += Self.bodyFailures
        failures.append((.unsupportedMediaType, Self.typeFailure(of: endpoint)))
      }
      if !endpoint.pathParameters.isEmpty {
        failures.append((.notFound, Self.reasons[404] ?? ""))
      }
      failures += endpoint.failures.map { ($0, Self.reasons[$0.code] ?? $0.reasonPhrase) }
      let problem = components.reference(to: Problem.schema)
      for (status, reason) in failures.sorted(by: { $0.status.code < $1.status.code }) {
        responses["\(status.code)"] = [
          "description": .string(reason),
          "content": ["application/problem+json": ["schema": problem]],
        ]
      }
      return .object(responses)
    }

    private static func typeFailure(of endpoint: Endpoint) -> String {
      guard endpoint.bodyTypes != ["application/json"] else {
        return "The body is not declared as JSON."
      }
      let types = endpoint.bodyTypes.map { "`\($0)`" }.joined(separator: ", ")
      return "The body is declared as none of \(types)."
    }

    private mutating func success(of response: Endpoint.Response) -> JSONValue {
      switch response {
      case .json(let schema):
        return [
          "description": "The operation succeeded.",
          "content": ["application/json": ["schema": components.reference(to: schema)]],
        ]
      case .events(let schemas, let named):
        return [
          "description": .string(Self.description(of: named)),
          "content": ["text/event-stream": events(schemas, named)],
        ]
      case .jsonOrEvents(let json, let schemas, let named):
        return [
          "description": .string(Self.description(of: named)),
          "content": [
            "application/json": ["schema": components.reference(to: json)],
            "text/event-stream": events(schemas, named),
          ],
        ]
      case .text(let contentType):
        return [
          "description": "The resource.",
          "content": .object([contentType: ["schema": ["type": "string"]]]),
        ]
      }
    }

    private static func description(of named: [(name: String, schema: JSONValue)]) -> String {
      "Server-sent events."
        + named.map { " The data of an event named `\($0.name)` has a schema of its own." }.joined()
    }

    /// OpenAPI 3.1 has no words for the events of a stream; the extension names the schema of each one's data.
    private mutating func events(
      _ schemas: [JSONValue], _ named: [(name: String, schema: JSONValue)]
    ) -> JSONValue {
      var data: JSONObject = [:]
      // Those for operators are as large as all others together, and `coachkit wire` writes their schema.
      data["message"] = schemas.first.map { components.reference(to: $0) }
      for event in named { data[event.name] = components.reference(to: event.schema) }
      return ["schema": ["type": "string"], "x-event-data": .object(data)]
    }
  }

  extension Endpoint {
    /// A name for generated clients, such as `postTurns`.
    fileprivate var identifier: String {
      let words = segments.filter { $0 != "v1" }.flatMap { segment in
        segment.split { !$0.isLetter && !$0.isNumber }
      }
      return method.rawValue.lowercased()
        + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
  }

  /// The schemas that several parts of a document share.
  struct SchemaComponents {
    private(set) var schemas: JSONObject = [:]
    /// The names that several different schemas have.
    private(set) var conflicts: Set<String> = []

    private static let place = "#/components/schemas/"

    /// Moves a schema with its definitions into the components, and returns a reference to it. A schema without a title
    /// stays where it is.
    mutating func reference(to schema: JSONValue) -> JSONValue {
      guard var object = schema.object else { return schema }
      object["$schema"] = nil
      for (name, definition) in object["$defs"]?.object ?? [:] {
        add(moved(definition), name)
      }
      object["$defs"] = nil
      guard let title = object["title"]?.string else { return moved(.object(object)) }
      add(moved(.object(object)), title)
      return ["$ref": .string(Self.place + title)]
    }

    private mutating func add(_ schema: JSONValue, _ name: String) {
      if let known = schemas[name], known != schema { conflicts.insert(name) }
      schemas[name] = schema
    }

    /// Returns a schema whose titled parts are components, too.
    private mutating func moved(_ schema: JSONValue, isRoot: Bool = true) -> JSONValue {
      switch schema {
      case .array(let items): return .array(items.map { moved($0, isRoot: false) })
      case .object(let object):
        var result: JSONObject = [:]
        for (name, value) in object {
          if name == "$ref", let text = value.string {
            result[name] = .string(text.replacing("#/$defs/", with: Self.place))
          } else {
            result[name] = moved(value, isRoot: false)
          }
        }
        guard !isRoot, let title = object["title"]?.string,
          object["type"] != nil || object["oneOf"] != nil
        else { return .object(result) }
        let name = title.definitionName
        result["title"] = .string(name)
        add(.object(result), name)
        return ["$ref": .string(Self.place + name)]
      case .null, .bool, .integer, .number, .string: return schema
      }
    }
  }
#endif
