#if Server
  import CoachKit
  @testable import CoachServer
  import Documents
  import HTTPTypes
  import Logging
  import Testing
  import TestKit

  /// What the endpoints declare that they answer, to compare every answer of every test with it.
  enum AnswerSchemas {
    private static let endpoints = Task {
      var settings = ServerSettings()
      settings.content.prompts = "\(ProjectFolder.path)/Prompts"
      settings.content.domains = "\(ProjectFolder.path)/DomainConfigs"
      let state = try await ServerState(
        settings, models: ServerModels(ScriptedModel(replies: [])),
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
      return CoachServer.Endpoint.all(state, metrics: PrometheusMetrics())
    }

    /// Records an issue for everything in an answer that its endpoint does not declare.
    static func check(
      _ answer: ServerBench.Answer, to method: String, _ path: String,
      sourceLocation: Testing.SourceLocation
    ) async throws {
      let path = path.prefix { $0 != "?" }
      let endpoint = try await endpoints.value.first {
        $0.method.rawValue == method && $0.isAt(path)
      }
      guard let endpoint else { return }
      func check(_ value: JSONValue, by schemas: [JSONValue]) throws {
        let found = try schemas.map { try JSONSchema($0).violations(of: value) }
        #expect(
          found.contains { $0.isEmpty }, "\(method) \(path): \(found)",
          sourceLocation: sourceLocation)
      }
      if answer.headers["content-type"]?.hasPrefix("application/problem+json") == true {
        return try check(answer.json, by: [Problem.schema])
      }
      let isStream = answer.headers["content-type"]?.hasPrefix("text/event-stream") == true
      switch endpoint.response {
      case .text: return
      case .json(let schema): try check(answer.json, by: [schema])
      case .jsonOrEvents(let schema, _, _) where !isStream: try check(answer.json, by: [schema])
      case .events(let events, let named), .jsonOrEvents(_, let events, let named):
        for event in answer.events {
          guard let name = event.name else {
            try check(event.data, by: events)
            continue
          }
          try check(event.data, by: named.filter { $0.name == name }.map(\.schema))
        }
      }
    }
  }

  extension CoachServer.Endpoint {
    fileprivate func isAt(_ path: Substring) -> Bool {
      let parts = path.split(separator: "/")
      return parts.count == segments.count
        && zip(segments, parts).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
    }
  }
#endif
