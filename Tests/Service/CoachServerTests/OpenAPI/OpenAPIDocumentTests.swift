#if Server
  import CoachKit
  @testable import CoachServer
  import Logging
  import TestKit
  import Testing

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  @Suite("The OpenAPI document")
  struct OpenAPIDocumentTests {
    private static let path = "\(ProjectFolder.path)/Documentation/openapi.json"

    @Test("the served document is the one in the project, and every reference leads somewhere")
    func document() async throws {
      try await ServerBench.run { server in
        let answer = try await server.send("GET", "/openapi.json")
        let text = answer.json.text(.indented(2)) + "\n"
        if ProcessInfo.processInfo.environment["COACHKIT_RECORD"] != nil {
          try Data(text.utf8).write(to: URL(filePath: Self.path))
        }
        #expect(
          try DiskFileSystem().read(Self.path).bytes == Array(text.utf8),
          "record it again with COACHKIT_RECORD=1, and review the difference")
        let schemas = answer.json["components"]?["schemas"]?.object ?? [:]
        var references: Set<String> = []
        answer.json.collectReferences(&references)
        for reference in references {
          let name = reference.replacing("#/components/schemas/", with: "")
          #expect(schemas[name] != nil, "\(reference)")
        }
        #expect(schemas.count > 50)
        #expect(schemas.keys.filter { $0.last?.isNumber ?? false } == [])
      }
    }

    @Test("what a body may be declared as is said where it is not JSON alone")
    func bodyTypes() async throws {
      try await ServerBench.run { server in
        let paths = try await server.send("GET", "/openapi.json").json["paths"]
        func reason(_ path: String, _ method: String) -> String? {
          paths?[path]?[method]?["responses"]?["415"]?["description"]?.string
        }
        let domain = reason("/v1/domains/{id}", "put")
        #expect(
          domain
            == "The body is declared as none of `application/json`, `application/yaml`, `text/yaml`."
        )
        #expect(reason("/v1/turns", "post") == "The body is not declared as JSON.")
      }
    }

    @Test("two schemas with one name are the same")
    func names() async throws {
      var settings = ServerSettings()
      settings.content.prompts = "\(ProjectFolder.path)/Prompts"
      settings.content.domains = "\(ProjectFolder.path)/DomainConfigs"
      let state = try await ServerState(
        settings, models: ServerModels(ScriptedModel(replies: [])),
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
      #expect(
        OpenAPIDocument.conflicts(in: Endpoint.all(state, metrics: PrometheusMetrics())) == [])
      var components = SchemaComponents()
      _ = components.reference(to: Problem.schema)
      _ = components.reference(to: Problem.schema)
      #expect(components.conflicts.isEmpty)
      _ = components.reference(to: ["title": "Problem", "type": "object"])
      #expect(components.conflicts == ["Problem"])
    }
  }

  extension JSONValue {
    fileprivate func collectReferences(_ found: inout Set<String>) {
      switch self {
      case .array(let items): for item in items { item.collectReferences(&found) }
      case .object(let object):
        for (name, value) in object {
          if name == "$ref", let text = value.string { found.insert(text) }
          value.collectReferences(&found)
        }
      case .null, .bool, .integer, .number, .string: break
      }
    }
  }
#endif
