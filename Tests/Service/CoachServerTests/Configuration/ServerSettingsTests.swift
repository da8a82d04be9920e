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

    @Test("the end of discovery and the paywall's button are settings")
    func discovery() throws {
      let standard = try settings(nil)
      #expect(standard.discovery.closingMessage == 13 && standard.discovery.ceiling == 15)
      #expect(!standard.paywall.modelWritesButton)
      let changed = try settings(
        """
        discovery: {closing_message: 14, maximum_messages: 18}
        paywall: {model_writes_button: true}
        """)
      #expect(changed.discovery.closingMessage == 14 && changed.discovery.ceiling == 18)
      #expect(changed.paywall.modelWritesButton)
      #expect(problems("discovery: {maximum_messages: 11}").count == 1)
      #expect(problems("discovery: {closing_message: 16}").count == 1)
    }

    @Test("a file sets them, with paths relative to its folder")
    func file() throws {
      let settings = try settings(
        """
        listen: {host: 127.0.0.1, port: 9000}
        content: {prompts: ../Prompts, domains: /srv/domains, copy: copy.yaml, copy_style: plain}
        models:
          coaching: anthropic:claude-opus-5-5
          tasks: scripted:replies.txt
          fallback: [openai:gpt-6-luna, local]
        store: {path: usage.sqlite}
        costs: {person_day_dollars: 0.5}
        access: {paid_messages: 500}
        limits: {turns: 7}
        turns: {leaving_grace_seconds: 0, kept_count: 5, kept_bytes: 4096}
        guardrails: {harsh_tone: mark, prompt_text: off}
        personas: {require_approval: true, share_link: "https://coachapp.ai/c/{code}"}
        drain_seconds: 5
        """)
      #expect(settings.listening.port == 9000)
      #expect(settings.content.prompts == "etc/../Prompts")
      #expect(settings.content.domains == "/srv/domains")
      #expect(settings.content.copy == "etc/copy.yaml" && settings.content.copyStyle == .plain)
      #expect(settings.models.fallback == ["openai:gpt-6-luna", "local"])
      #expect(settings.models.tasks == "scripted:etc/replies.txt")
      #expect(settings.store == .sqlite(path: "etc/usage.sqlite"))
      #expect(settings.costs.day == 0.5 && settings.access.paidLimit == 500)
      #expect(settings.limits.turns == 7 && settings.drainSeconds == 5)
      #expect(settings.turns.leavingGraceSeconds == 0)
      #expect(settings.turns.keptCount == 5 && settings.turns.keptBytes == 4_096)
      #expect(
        settings.guardrails[.harshTone] == .mark && settings.guardrails[.promptText] == .off)
      #expect(settings.guardrails[.methodDetail] == .block)
      #expect(settings.personas.requiresApproval)
      #expect(settings.personas.shareLink == "https://coachapp.ai/c/{code}")
    }

    @Test("the folder of duties, the default jurisdiction, and the silence that ends a session")
    func duties() throws {
      let settings = try settings("duties: {folder: ../Duties, default_jurisdiction: us-ca}")
      #expect(settings.duties.folder == "etc/../Duties")
      #expect(settings.duties.defaultJurisdiction == "US-CA")
      #expect(settings.duties.silenceMinutes == 30)
      #expect(try self.settings("duties: {silence_minutes: 45}").duties.silenceMinutes == 45)
      #expect(try self.settings(nil).duties == ServerSettings.Duties())
      #expect(
        problems("duties:\n  folder: Duties\n  default_jurisdiction: California\n") == [
          "3:25 'duties.default_jurisdiction' is not the code of a country or of a part of one"
        ])
      #expect(
        problems("duties: {default_jurisdiction: DE}") == [
          "1:32 'duties.default_jurisdiction' has no effect without 'duties.folder'"
        ])
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

    @Test("caps on spending have names of their own, and a day's is no more than a month's")
    func caps() throws {
      let settings = try settings(
        """
        models: {prices: prices.json}
        costs: {caps: {person_day_dollars: 0.5, server_month_dollars: 2000}}
        """, ["COACHKIT_COSTS_CAPS_KEY_DAY_DOLLARS": "20"])
      #expect(
        settings.spendingCaps
          == SpendingCaps([.personDay: 0.5, .serverMonth: 2_000, .keyDay: 20]))
      #expect(settings.models.prices == "etc/prices.json")
      #expect(
        problems(
          """
          costs:
            person_day_dollars: 3
            person_month_dollars: 2
            caps:
              key_day_dollars: 9
              key_month_dollars: 8
              server_day_dollars: -1
          """) == [
            "2:23 'costs.person_day_dollars' is more than 'costs.person_month_dollars'",
            "5:22 'costs.caps.key_day_dollars' is more than 'costs.caps.key_month_dollars'",
            "7:25 'costs.caps.server_day_dollars' must be a number from 0 to 1000000000",
          ])
    }

    @Test("limits, windows, thresholds and prices of access")
    func access() throws {
      let file = """
        access:
          messages_per_minute: 6
          messages_per_hour: 40
          trial_days: 7
          trial_messages: 30
          renewal_grace_days: 0.5
          gentle_percent: 70
          prominent_percent: 90
          prices:
            en: {trial: "$2.99/week for 3 days", period: "$19.99/month"}
            pt-BR: {period: R$ 99 por mês}
        """
      let read = try settings(file)
      #expect(read.access.rateWindows.map(\.count) == [6, 40])
      #expect(read.access.rateWindows.map(\.seconds) == [60, 3_600])
      #expect(read.access.trialLength == 7 * 86_400 && read.access.trialLimit == 30)
      #expect(read.access.renewalGrace == 43_200)
      #expect(read.access.gentlePercent == 70 && read.access.prominentPercent == 90)
      #expect(read.prices.words(in: "en-GB").trial == "$2.99/week for 3 days")
      #expect(read.prices.words(in: "pt-br").period == "R$ 99 por mês")
      #expect(read.prices.words(in: "de") == AccessPrices.Words())
      let variables = [
        "COACHKIT_ACCESS_MESSAGES_PER_MINUTE": "7",
        "COACHKIT_ACCESS_PRICES": #"{"period": "$5"}"#,
      ]
      let overridden = try settings(file, variables)
      #expect(overridden.access.rateWindows.map(\.count) == [7, 40])
      #expect(overridden.prices.words(in: "de").period == "$5")
      #expect(try settings(nil).access == .standard)
      #expect(try settings(nil).prices.words(in: "en").period == nil)
    }

    @Test("mistakes in the settings of access are reported where they stand")
    func accessMistakes() throws {
      #expect(
        problems("access:\n  messages_per_minute: 0\n  messages_per_hour: many\n") == [
          "2:24 'access.messages_per_minute' must be a number from 1 to 100000",
          "3:22 'access.messages_per_hour' must be a whole number, not a text",
        ])
      #expect(
        problems("access: {gentle_percent: 96}\n")
          == ["1:26 'access.gentle_percent' is more than 'access.prominent_percent', 95"])
      let prices = [
        ("{english: {period: $5}}", "has 'english', which is neither a price nor a language"),
        ("{en: {month: $5}}", "for 'en' must have 'period', and may have 'trial', each a text"),
        ("{period: 5}", "must have 'period', and may have 'trial', each a text"),
        ("{trial: $2}", "is incomplete: a trial's price needs the period's"),
        ("{de: {trial: $2}}", "for 'de' is incomplete: a trial's price needs the period's"),
        ("hello", "must be a mapping, or a JSON object that has no name twice"),
      ]
      for (text, problem) in prices {
        #expect(problems("access:\n  prices: \(text)\n") == ["2:11 'access.prices' \(problem)"])
      }
      let period = try settings("access: {prices: {period: $9}}\n").prices.words(in: "en")
      #expect(period == AccessPrices.Words(period: "$9"))
      do {
        _ = try settings("access: {prices: hello}\n")
        Issue.record("a text is no price")
      } catch {
        #expect("\(error)".contains(#"write {"trial""#))
      }
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
