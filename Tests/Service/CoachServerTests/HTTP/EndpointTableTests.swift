#if Server
  @testable import CoachServer
  import Documents
  import HTTPTypes
  import Testing

  @Suite("Paths and endpoints")
  struct EndpointTableTests {
    private static func endpoint(_ method: HTTPTypes.HTTPRequest.Method, _ path: String)
      -> Endpoint
    {
      Endpoint(method: method, path: path, summary: "", response: .json([:])) { _ in .json([:]) }
    }

    private static let table = EndpointTable(endpoints: [
      endpoint(.get, "/"), endpoint(.get, "/v1/tasks"), endpoint(.post, "/v1/tasks/{name}"),
    ])

    private static func words(_ method: HTTPTypes.HTTPRequest.Method, _ path: String) -> String {
      switch table.match(method, path) {
      case .found(let endpoint, let parameters):
        "\(endpoint.path) \(parameters.values.joined())"
      case .otherMethods(let methods): "use \(methods.map(\.rawValue).joined(separator: ","))"
      case .none: "none"
      }
    }

    @Test(
      "a path leads to its endpoint",
      arguments: [
        ("/", "/ "), ("/v1/tasks", "/v1/tasks "), ("/v1/tasks/", "none"), ("//v1/tasks", "none"),
        ("", "none"), ("v1/tasks", "none"), ("/v1/tasks/a", "use POST"), ("/v1/Tasks", "none"),
      ])
    func get(path: String, expected: String) {
      #expect(Self.words(.get, path) == expected)
    }

    @Test("parameters are decoded, and nothing else than one segment")
    func parameters() {
      #expect(Self.words(.post, "/v1/tasks/a%40v1") == "/v1/tasks/{name} a@v1")
      #expect(Self.words(.post, "/v1/tasks/..%2Fx") == "/v1/tasks/{name} ../x")
      for path in ["/v1/tasks/%", "/v1/tasks/%+1", "/v1/tasks/%ff", "/v1/tasks/a/b"] {
        #expect(Self.words(.post, path) == "none", "\(path)")
      }
      #expect(Self.words(.post, "/v1/tasks/" + String(repeating: "a", count: 201)) == "none")
    }

    @Test("HEAD is GET without a body; other methods are told what there is")
    func methods() {
      #expect(Self.words(.head, "/v1/tasks") == "/v1/tasks ")
      #expect(Self.words(.delete, "/v1/tasks") == "use GET")
    }
  }
#endif
