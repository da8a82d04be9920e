#if Server
  import CoachKit
  @testable import CoachServer
  import Logging
  import ModelProviders
  import TestKit
  import Testing

  /// A server on a free port of this machine, whose models have prepared replies.
  struct ServerBench: Sendable {
    let port: Int
    private let transport = CurlTransport()

    /// Starts a server whose models have these replies, in the order of calls.
    static func run(
      replies: [String] = ["Hello."], clock: CallClock = .system,
      _ change: (inout ServerSettings) -> Void = { _ in },
      _ work: @escaping @Sendable (ServerBench) async throws -> Void
    ) async throws {
      try await run(model: ScriptedModel(replies: replies), clock: clock, change, work)
    }

    /// Starts a server that uses one model for everything, uses it, and stops it.
    ///
    /// - Parameter change: Changes the settings, which are those of a server without keys.
    static func run(
      model: any LanguageModel, breakers: BreakerBoard = BreakerBoard(),
      metrics: PrometheusMetrics = PrometheusMetrics(), clock: CallClock = .system,
      logger: Logger = ServerBench.silent,
      prices: PriceTable = .builtIn,
      _ change: (inout ServerSettings) -> Void = { _ in },
      _ work: @escaping @Sendable (ServerBench) async throws -> Void
    ) async throws {
      let process = ServerProcess(logger: logger, metrics: metrics)
      let models = ServerModels(model, breakers: breakers)
      try await run(
        HTTPService(
          settings(change), models: models, prices: { prices }, clock: clock, process: process),
        work)
    }

    /// Starts a server whose models are those that its settings name, uses it, and stops it.
    static func run(
      resolver: ModelResolver, logger: Logger = ServerBench.silent,
      _ change: (inout ServerSettings) -> Void = { _ in },
      _ work: @escaping @Sendable (ServerBench) async throws -> Void
    ) async throws {
      let process = ServerProcess(logger: logger, metrics: PrometheusMetrics())
      try await run(HTTPService(settings(change), resolver: resolver, process: process), work)
    }

    static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    static func settings(_ change: (inout ServerSettings) -> Void) -> ServerSettings {
      var settings = ServerSettings()
      settings.listening.port = 0
      settings.content.prompts = "\(ProjectFolder.path)/Prompts"
      settings.content.domains = "\(ProjectFolder.path)/DomainConfigs"
      settings.content.journeys = "\(ProjectFolder.path)/Journeys"
      settings.models.givesSecondOpinion = false
      change(&settings)
      return settings
    }

    private static func run(
      _ server: HTTPService, _ work: @escaping @Sendable (ServerBench) async throws -> Void
    ) async throws {
      let started = Observed<Int?>(nil)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await server.run { port in started.update { $0 = port } } }
        try await started.until { $0 != nil }
        try await work(ServerBench(port: started.current ?? 0))
        group.cancelAll()
      }
    }

    /// A response that was read to its end.
    struct Answer: Sendable {
      var status: Int
      var headers: [String: String]
      var text: String

      /// The body as JSON; null if it is none.
      var json: JSONValue { (try? JSONValue(parsing: Array(text.utf8))) ?? .null }
      /// The code of a problem.
      var code: String? { json["code"]?.string }
    }

    /// Sends a request, reads the response, and compares it with what the endpoint declares.
    func send(
      _ method: String, _ path: String, _ body: JSONValue? = nil,
      headers: [(name: String, value: String)] = [],
      sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) async throws -> Answer {
      let response = try await open(method, path, body, headers: headers)
      var bytes: [UInt8] = []
      while let part = try await response.body.next(before: .now + .seconds(600)) { bytes += part }
      let answer = Answer(
        status: response.status, headers: response.headers,
        text: String(decoding: bytes, as: UTF8.self))
      try await AnswerSchemas.check(answer, to: method, path, sourceLocation: sourceLocation)
      return answer
    }

    /// Sends a request and returns the response's head.
    func open(
      _ method: String, _ path: String, _ body: JSONValue? = nil,
      headers: [(name: String, value: String)] = []
    ) async throws -> TransportResponse {
      var headers = headers
      if body != nil, !headers.contains(where: { $0.name == "content-type" }) {
        headers.append((name: "content-type", value: "application/json"))
      }
      return try await transport.send(
        TransportRequest(
          method: method, url: "http://127.0.0.1:\(port)\(path)", headers: headers,
          body: body.map { Array($0.text().utf8) } ?? []))
    }

    /// The request of a turn of a person who is new.
    static func turn(_ message: String? = "I want my evenings back.", id: String = "r-1")
      -> JSONValue
    {
      var request: JSONObject = [
        "id": .string(id), "person": ["id": "p-1", "language": "en", "sessions": 0],
        "access": ["updated_at": 0], "conversation": ["id": "c-1"],
      ]
      if let message { request["message"] = .string(message) } else { request["is_opening"] = true }
      return .object(request)
    }
  }

  extension ServerBench.Answer {
    /// The events of a stream: their names, `nil` for none, and their data.
    var events: [(name: String?, data: JSONValue)] {
      text.split(separator: "\n\n").compactMap { block in
        var name: String?
        var data: String?
        for line in block.split(separator: "\n") {
          if line.hasPrefix("event: ") { name = String(line.dropFirst(7)) }
          if line.hasPrefix("data: ") { data = String(line.dropFirst(6)) }
        }
        return data.flatMap { try? JSONValue(parsing: Array($0.utf8)) }.map { (name, $0) }
      }
    }
  }
#endif
