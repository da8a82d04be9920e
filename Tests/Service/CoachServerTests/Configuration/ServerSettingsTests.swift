#if Server
  import CoachKit
  @testable import CoachServer
  import TestKit
  import Testing

  @Suite("The settings of a server")
  struct ServerSettingsTests {
    private func settings(_ text: String?, _ environment: [String: String] = [:]) throws
      -> ServerSettings
    {
      try ServerSettings(
        path: text == nil ? nil : "etc/coachkit.yaml", environment: environment,
        files: ChangingFiles(["etc/coachkit.yaml": text ?? ""]))
    }

    private func problems(_ text: String?, _ environment: [String: String] = [:]) -> [String] {
      do {
        _ = try settings(text, environment)
        return []
      } catch {
        return (error as? SourceError)?.diagnostics.map { problem in
          (problem.location.map { "\($0.line):\($0.column) " } ?? "") + problem.message
        } ?? ["\(error)"]
      }
    }

    @Test("without a file, a server is for this machine alone")
    func standard() throws {
      let settings = try settings(nil)
      #expect(settings.listening == ServerSettings.Listening())
      #expect(settings.store == .memory && settings.authentication.isOpen)
      #expect(settings.turns.leavingGraceSeconds == 10)
      #expect(ServerSettings().turns.leavingGraceSeconds == 0)
    }

    @Test("a file sets them, with paths relative to its folder")
    func file() throws {
      let settings = try settings(
        """
        listen: {host: 127.0.0.1, port: 9000}
        content: {prompts: ../Prompts, domains: /srv/domains}
        models:
          coaching: anthropic:claude-opus-5-5
          tasks: scripted:replies.txt
          fallback: [openai:gpt-6-luna, local]
        store: {path: usage.sqlite}
        costs: {person_day_dollars: 0.5}
        access: {paid_messages: 500}
        limits: {turns: 7}
        turns: {leaving_grace_seconds: 0, kept_count: 5, kept_bytes: 4096}
        guardrails: {harsh_tone: replace, prompt_text: off}
        drain_seconds: 5
        """)
      #expect(settings.listening.port == 9000)
      #expect(settings.content.prompts == "etc/../Prompts")
      #expect(settings.content.domains == "/srv/domains")
      #expect(settings.models.fallback == ["openai:gpt-6-luna", "local"])
      #expect(settings.models.tasks == "scripted:etc/replies.txt")
      #expect(settings.store == .sqlite(path: "etc/usage.sqlite"))
      #expect(settings.costs.day == 0.5 && settings.access.paidLimit == 500)
      #expect(settings.limits.turns == 7 && settings.drainSeconds == 5)
      #expect(settings.turns.leavingGraceSeconds == 0)
      #expect(settings.turns.keptCount == 5 && settings.turns.keptBytes == 4_096)
      #expect(
        settings.guardrails[.harshTone] == .replace && settings.guardrails[.promptText] == .off)
      #expect(settings.guardrails[.methodDetail] == .block)
    }

    @Test("variables override the file, with paths relative to the current folder")
    func variables() throws {
      let settings = try settings(
        "listen: {port: 9000}\ncontent: {prompts: a}\n",
        [
          "COACHKIT_LISTEN_PORT": "9001", "COACHKIT_CONTENT_PROMPTS": "b",
          "COACHKIT_MODELS_FALLBACK": "local, echo", "COACHKIT_LIMITS_BODY_BYTES": "2048",
          "COACHKIT_STORE_PATH": "",
        ])
      #expect(settings.listening.port == 9001 && settings.content.prompts == "b")
      #expect(settings.models.fallback == ["local", "echo"])
      #expect(settings.limits.bodyBytes == 2048 && settings.store == .memory)
    }

    @Test("every problem is reported where it stands")
    func located() {
      #expect(
        problems(
          """
          listen:
            port: high
          limits:
            turns: 0
            tunrs: 3
          store: {kind: mysql}
          guardrails: {diagnosis: repalce}
          colour: blue
          """) == [
            "2:9 'listen.port' must be a whole number, not a text",
            "4:10 'limits.turns' must be a number from 1 to 100000",
            "5:10 unknown setting 'limits.tunrs'",
            "6:15 'store.kind' is 'mysql', which is not known",
            "7:25 'guardrails.diagnosis' is 'repalce', which is not known",
            "8:9 unknown setting 'colour'",
          ])
      #expect(
        problems(nil, ["COACHKIT_LISTEN_PORT": "high"])
          == ["'COACHKIT_LISTEN_PORT' must be a whole number"])
    }

    @Test("further members of requests are a mapping of the file, or JSON in a variable")
    func extra() throws {
      let file = "models: {service_tier: flex, extra: {top_k: 40, tag: {a: [1]}}}\n"
      let fromFile = try settings(file).models
      #expect(fromFile.serviceTier == .flex)
      #expect(fromFile.extra == ["top_k": 40, "tag": ["a": [1]]])
      let variables = [
        "COACHKIT_MODELS_EXTRA": #"{"top_k": 41}"#, "COACHKIT_MODELS_SERVICE_TIER": "fast",
      ]
      let fromVariables = try settings(file, variables).models
      #expect(fromVariables.extra == ["top_k": 41] && fromVariables.serviceTier == .fast)
      #expect(try settings(nil).models.extra.isEmpty)
      #expect(
        problems("models: {extra: 3}\n").first?.contains("'models.extra' must be") == true)
      #expect(
        problems("models:\n  extra: {stream: false}\n")
          == [
            "2:10 'models.extra' is wrong: 'extra' contains 'stream', which every request has already"
          ])
      #expect(
        problems(nil, ["COACHKIT_MODELS_EXTRA": "top_k=3"])
          == ["'COACHKIT_MODELS_EXTRA' must be a mapping, or a JSON object that has no name twice"])
    }

    @Test("the tier and the members apply to coaching and discovery, not to a crisis or a task")
    func parameters() throws {
      var names = ServerSettings.Models()
      (names.coaching, names.serviceTier, names.extra) = ("echo", .priority, ["top_k": 4])
      let routes = try ServerModels(names, from: ModelResolver(environment: [:])).routes
      for route in [routes.coaching, routes.discovery] {
        #expect(route.parameters.serviceTier == .priority && route.parameters.extra == ["top_k": 4])
      }
      for route in [routes.crisis, routes.tasks] {
        #expect(route.parameters.serviceTier == nil && route.parameters.extra.isEmpty)
      }
    }

    @Test("a variable that is no setting is an error, as a key of the file is")
    func unknownVariables() throws {
      #expect(
        problems(
          nil,
          [
            "COACHKIT_LISTEN_PROT": "1", "COACHKIT_MODEL_COACHING": "echo",
            "COACHKIT_LOCAL_URL": "http://127.0.0.1:1", "COACHKIT_SHARED": "x",
            "COACHKIT_TOGETHER_URL": "http://127.0.0.1:1",
          ]) == [
            "'COACHKIT_LISTEN_PROT' is not a setting",
            "'COACHKIT_MODEL_COACHING' is not a setting",
          ])
    }

    @Test("a connection string of PostgreSQL may have spaces")
    func connectionString() throws {
      let settings = try settings(
        "store: {connections: 8}\n", ["COACHKIT_STORE_URL": "host=db dbname=coach"])
      guard case .postgres(let address, let connections) = settings.store else {
        Issue.record("\(settings.store)")
        return
      }
      #expect(connections == 8 && "\(address)" == "•••")
    }

    @Test("every model that cannot be used is reported with its setting")
    func models() throws {
      var names = ServerSettings.Models()
      (names.coaching, names.tasks, names.choices) = ("antropic:claude", "echo", ["nobody:x"])
      let error = #expect(throws: SourceError.self) {
        try ServerModels(names, from: ModelResolver(environment: [:]))
      }
      let messages = error?.diagnostics.map(\.message) ?? []
      #expect(messages.count == 2)
      #expect(messages.first?.hasPrefix("'models.coaching': ") == true)
      #expect(messages.last?.hasPrefix("'models.choices': ") == true)
    }

    @Test("it does not start open on an address that others reach")
    func openServer() {
      #expect(problems("listen: {host: 0.0.0.0}").first?.contains("reachable") == true)
      #expect(
        problems(
          "listen: {host: 0.0.0.0}",
          ["COACHKIT_API_KEYS": "client:0123456789abcdef"]) == [])
    }

    @Test("keys that cannot be used do not leave a server open")
    func brokenKeys() {
      for keys in ["client:short", "nobody:0123456789abcdef", "0123456789abcdef", " , "] {
        #expect(!problems(nil, ["COACHKIT_API_KEYS": keys]).isEmpty, "\(keys)")
      }
      for variable in ["COACHKIT_JWT_SECRET", "COACHKIT_PSEUDONYM_SALT"] {
        #expect(!problems(nil, [variable: "short"]).isEmpty, "\(variable)")
      }
      let quoted = problems(nil, ["COACHKIT_API_KEYS": "client:pass word"])
      #expect(!quoted.joined().contains("pass"))
    }
  }
#endif
