#if Server
  import CoachKit
  @testable import CoachServer
  import Documents
  import HostileInput
  import HTTPTypes
  import LanguageModels
  import Logging
  import Testing
  import TestKit

  @Suite("Extreme numbers and dates in bodies")
  struct FigureTests {
    /// What the content calls things, by the parameters of paths.
    private static let names = ["name": "conversation-title", "flow": "coach"]

    private static let persona: JSONValue = [
      "name": "Marlow", "tone": "Warm and direct.",
      "methodology": "Asks one question at a time and sums up what was said.",
      "personality": "A patient listener with dry humour.",
    ]

    /// Members of single bodies that need a particular value, by the last segment of the path.
    private static let known: [String: JSONObject] = [
      "step": [
        ".turn": .null, ".event": .null, ".persona": persona, ".step": ["do": "submit"],
      ],
      "review": [".persona": persona], "devices": [".person": "p-1", ".trials": .null],
      "apply": ["changes.kind": "monthly"],
      "forget": [".everything": .null, ".conversation": .null],
      "{name}": [".inputs": ["conversation": [["speaker": "person", "text": "Hello."]]]],
      "render": [".prompt": "coaching"],
    ]

    /// Returns bodies that the endpoint accepts, with every alternative that has figures of its own.
    private static func examples(of endpoint: CoachServer.Endpoint) -> [JSONValue] {
      // A file that is put is text, and what it says of a domain has no figures.
      guard let schema = endpoint.body, endpoint.method == .post else { return [] }
      let end = endpoint.segments.last.map { String($0) } ?? ""
      func example(_ special: JSONObject, _ index: Int = 0) -> JSONValue {
        var known = OutsideReader.knownMembers
        for (name, value) in special { known[name] = value }
        return SchemaExample(of: schema, text: OutsideReader.datedText, known: known).value(index)
      }
      switch end {
      case "events": return (0..<9).map { example([:], $0) }
      case "forget":
        var known = Self.known[end] ?? [:]
        known[".item"] = .null
        return [example(known)]
      case "plan":
        return [
          example([".candidates": .null]), example([".record": .null, ".candidate": .null]),
        ]
      default: return [example(Self.known[end] ?? [:])]
      }
    }

    /// Returns a turn's request with ids of its own: one that was answered, or whose person writes too much, is refused.
    private static func own(_ body: JSONValue, _ number: Int) -> JSONValue {
      guard var request = body.object, var record = request["record"]?.object else { return body }
      record["id"] = .string("p-\(number)")
      request["record"] = .object(record)
      if request["id"] != nil { request["id"] = .string("r-\(number)") }
      return .object(request)
    }

    /// Bodies that are accepted, with some of their numbers and dates replaced: every date by the last of the calendar, and
    /// then one or several figures at random.
    @Test("no number or date ends the server, or is answered as its own fault")
    func extremes() async throws {
      var settings = ServerSettings()
      settings.content.prompts = "\(ProjectFolder.path)/Prompts"
      settings.content.domains = "\(ProjectFolder.path)/DomainConfigs"
      settings.content.journeys = "\(ProjectFolder.path)/Journeys"
      let state = try await ServerState(
        settings, models: ServerModels(EchoModel()),
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
      let endpoints = CoachServer.Endpoint.all(state, metrics: nil)
      let number = Observed(0)
      try await ServerBench.run(model: EchoModel()) { server in
        for (endpoint, body) in endpoints.flatMap({ end in Self.examples(of: end).map { (end, $0) }
        }) {
          let path = Self.names.reduce(endpoint.path) {
            $0.replacing("{\($1.key)}", with: $1.value)
          }
          func send(_ body: JSONValue) async throws -> ServerBench.Answer {
            let body = path == "/v1/turns" ? Self.own(body, number.increment()) : body
            let answer = try await server.send("POST", path, body)
            #expect(answer.status < 500, "\(path): \(answer.text.prefix(300))")
            #expect(!answer.text.contains(#""code":"unknown""#), "\(path)")
            return answer
          }
          let plain = try await send(body)
          // 409: an event that is read, and does not fit the purchases.
          #expect([200, 409].contains(plain.status), "\(path): \(plain.text)")
          if path == "/v1/turns" {
            #expect(plain.text.contains(#""event":"text""#), "\(plain.text)")
          }
          let figures = FigureChange(body)
          for date in figures.dates { _ = try await send(figures.changed([(date, 0)])) }
          for seed in TestCases.seeds(30) {
            var random = SplitMix(seed: seed)
            let changes = (0..<(random.once(in: 2) ? 1 : 6)).map { _ in
              let count =
                random.once(in: 4) ? FigureChange.extremes : FigureChange.allowedExtremes
              return (site: random.below(1 << 20), extreme: random.below(count))
            }
            _ = try await send(figures.changed(changes))
          }
        }
        try await expect(server.send("GET", "/healthz").status, equals: 200)
      }
    }
  }
#endif
