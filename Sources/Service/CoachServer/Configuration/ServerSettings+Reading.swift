#if Server
  public import CoachKit
  import Logging

  extension ServerSettings {
    /// Reads the settings of a server. Variables override the file: `listen.port` is `COACHKIT_LISTEN_PORT`.
    ///
    /// Secrets come from the environment alone: `COACHKIT_API_KEYS`, `COACHKIT_JWT_SECRET`, `COACHKIT_PSEUDONYM_SALT`,
    /// `COACHKIT_STORE_URL`.
    ///
    /// Throws ``SourceError`` with every problem: values of the wrong type or out of range, keys that do not exist, and
    /// combinations with which the server must not start.
    public init(
      path: String?, environment: [String: String], files: any FileSystem = DiskFileSystem()
    ) throws(SourceError) {
      var reader = try SettingsReader(path: path, environment: environment, files: files)
      listening.host = reader.text("listen.host") ?? listening.host
      listening.port = reader.integer("listen.port", default: listening.port, in: 0...65_535)
      content.read(&reader)
      duties.read(&reader)
      models.read(&reader)
      store = Store(&reader, environment)
      authentication.read(&reader, environment)
      pseudonymSalt = reader.longSecret("COACHKIT_PSEUDONYM_SALT", in: environment)
      limits.read(&reader)
      turns.read(&reader)
      costs.read(&reader)
      spendingCaps.read(&reader)
      access = AccessPolicy(&reader)
      discovery.read(&reader)
      paywall.modelWritesButton = reader.flag(
        "paywall.model_writes_button", default: paywall.modelWritesButton)
      offers.afterFirstReply = reader.flag(
        "offers.after_first_reply", default: offers.afterFirstReply)
      prices = AccessPrices(&reader)
      for check in ReplyCheck.builtIn {
        guardrails[check] = reader.choice(
          "guardrails.\(check.rawValue)", default: guardrails[check])
      }
      personas.read(&reader)
      observation.read(&reader)
      drainSeconds = reader.integer("drain_seconds", default: drainSeconds, in: 0...3_600)
      if isOpenToOthers {
        reader.report("listen.host", Self.openToOthers.problem, hint: Self.openToOthers.hint)
      }
      try reader.finish()
    }
  }

  extension ServerSettings.Content {
    fileprivate mutating func read(_ reader: inout SettingsReader) {
      prompts = reader.path("content.prompts") ?? prompts
      domains = reader.path("content.domains") ?? domains
      journeys = reader.path("content.journeys")
      copy = reader.path("content.copy")
      copyStyle = reader.choice("content.copy_style", default: copyStyle)
    }
  }

  extension ServerSettings.Duties {
    fileprivate mutating func read(_ reader: inout SettingsReader) {
      folder = reader.path("duties.folder")
      silenceMinutes = reader.integer(
        "duties.silence_minutes", default: silenceMinutes, in: 1...1_440)
      guard let text = reader.text("duties.default_jurisdiction") else { return }
      defaultJurisdiction = Person.jurisdictionCode(text)
      if defaultJurisdiction == nil {
        reader.report(
          "duties.default_jurisdiction", "is not the code of a country or of a part of one",
          hint: "write DE or US-CA (ISO 3166)")
      } else if folder == nil {
        reader.report(
          "duties.default_jurisdiction", "has no effect without 'duties.folder'",
          hint: "name the folder, such as Duties")
      }
    }
  }

  extension ServerSettings.Models {
    fileprivate mutating func read(_ reader: inout SettingsReader) {
      coaching = reader.model("models.coaching") ?? coaching
      discovery = reader.model("models.discovery")
      tasks = reader.model("models.tasks")
      crisis = reader.model("models.crisis")
      routing = reader.model("models.routing")
      embeddings = reader.text("models.embeddings")
      prices = reader.path("models.prices")
      fallback = reader.models("models.fallback")
      finishesBrokenReplies = reader.flag(
        "models.finish_broken_replies", default: finishesBrokenReplies)
      choices = reader.models("models.choices")
      givesSecondOpinion = reader.flag("models.second_opinion", default: givesSecondOpinion)
      patienceSeconds = reader.integer("models.patience_seconds", in: 3...3600)
      discoveryPatienceSeconds = reader.integer(
        "models.discovery_patience_seconds", in: 3...3600)
      tasksPatienceSeconds = reader.integer("models.tasks_patience_seconds", in: 3...3600)
      serviceTier = reader.text("models.service_tier").map { ServiceTier(rawValue: $0) }
      extra = reader.object("models.extra") ?? extra
      if let problem = ExtraMembers.problem(in: extra) {
        reader.report("models.extra", "is wrong: \(problem.message)", hint: problem.hint)
        extra = [:]
      }
    }
  }

  extension ServerSettings.Store {
    private enum Kind: String, CaseIterable {
      case memory
      case sqlite
      case postgres
    }

    fileprivate init(_ reader: inout SettingsReader, _ environment: [String: String]) {
      let path = reader.path("store.path")
      let url = environment["COACHKIT_STORE_URL"].flatMap { Secret(text: $0) }
      let connections = reader.integer("store.connections", default: 4, in: 1...64)
      let kind: Kind = reader.choice(
        "store.kind", default: path != nil ? .sqlite : url != nil ? .postgres : .memory)
      switch kind {
      case .memory: self = .memory
      case .sqlite:
        if path == nil { reader.report("store.kind", "needs 'store.path'", hint: "name the file") }
        self = .sqlite(path: path ?? "")
      case .postgres:
        guard let url else {
          reader.report(
            "store.kind", "needs an address",
            hint: "set COACHKIT_STORE_URL in the environment; it is a secret, not a setting")
          self = .memory
          return
        }
        self = .postgres(url, connections: connections)
      }
    }
  }

  extension SettingsReader {
    /// Reads a secret that nobody can guess; nil without the variable.
    fileprivate mutating func longSecret(
      _ variable: String, in environment: [String: String]
    ) -> Secret? {
      guard let text = environment[variable] else { return nil }
      let secret = Secret(text)
      if (secret?.value.utf8.count ?? 0) < TokenVerifier.minimumSecretLength {
        report(
          variable, "is too short, or contains whitespace",
          hint: "make one with: openssl rand -hex 32")
      }
      return secret
    }
  }

  extension CallerSettings {
    fileprivate mutating func read(
      _ reader: inout SettingsReader, _ environment: [String: String]
    ) {
      if let text = environment["COACHKIT_API_KEYS"] {
        reader.collect { () throws(SourceError) in
          keys = try CallerKey.list(SourceFile(path: "COACHKIT_API_KEYS", text: text))
        }
      }
      keysFile = reader.path("auth.keys_file")
      tokenSecret = reader.longSecret("COACHKIT_JWT_SECRET", in: environment)
      jwksFile = reader.path("auth.jwks_file")
      issuer = reader.text("auth.issuer")
      audience = reader.text("auth.audience")
      personClaim = reader.text("auth.person_claim")
    }
  }

  extension ServerSettings.Limits {
    fileprivate mutating func read(_ reader: inout SettingsReader) {
      bodyBytes = reader.integer(
        "limits.body_bytes", default: bodyBytes, in: 1_024...(256 << 20))
      turns = reader.integer("limits.turns", default: turns, in: 1...100_000)
      requests = reader.integer("limits.requests", default: requests, in: 1...100_000)
      connections = reader.integer("limits.connections", default: connections, in: 1...1_000_000)
      headSeconds = reader.integer("limits.head_seconds", default: headSeconds, in: 1...3_600)
      bodySeconds = reader.integer("limits.body_seconds", default: bodySeconds, in: 1...3_600)
      writeSeconds = reader.integer("limits.write_seconds", default: writeSeconds, in: 1...3_600)
      idleSeconds = reader.integer("limits.idle_seconds", default: idleSeconds, in: 1...3_600)
      keepAliveSeconds = reader.integer(
        "limits.keep_alive_seconds", default: keepAliveSeconds, in: 1...3_600)
    }
  }

  extension ServerSettings.Turns {
    fileprivate mutating func read(_ reader: inout SettingsReader) {
      // A server's clients are devices on the move; in a program of one's own the default is to stop at once.
      leavingGraceSeconds = reader.integer(
        "turns.leaving_grace_seconds", default: 10, in: 0...600)
      keptCount = reader.integer("turns.kept_count", default: keptCount, in: 0...100_000)
      keptBytes = reader.integer("turns.kept_bytes", default: keptBytes, in: 1_024...(64 << 20))
    }
  }

  extension ServerSettings.CostThresholds {
    fileprivate mutating func read(_ reader: inout SettingsReader) {
      day = reader.number("costs.person_day_dollars", in: 0...1_000_000)
      month = reader.number("costs.person_month_dollars", in: 0...1_000_000)
      if let day, let month, day > month {
        reader.report(
          "costs.person_day_dollars", "is more than 'costs.person_month_dollars'",
          hint: "a day belongs to the thirty days, so that this is never the first to be reached")
      }
    }
  }

  extension SpendingCaps {
    fileprivate mutating func read(_ reader: inout SettingsReader) {
      func name(_ cap: Cap) -> String { "costs.caps.\(cap.rawValue)_dollars" }
      for cap in Cap.allCases {
        dollars[cap] = reader.number(name(cap), in: 0...1_000_000_000)
      }
      for (day, month) in [
        (Cap.personDay, Cap.personMonth), (.keyDay, .keyMonth), (.serverDay, .serverMonth),
      ] {
        guard let short = dollars[day], let long = dollars[month], short > long else { continue }
        reader.report(
          name(day), "is more than '\(name(month))'",
          hint: "a day belongs to the thirty days, so that this is never the first to be reached")
      }
    }
  }

  extension TurnConfiguration.Discovery {
    fileprivate mutating func read(_ reader: inout SettingsReader) {
      closingMessage = reader.integer(
        "discovery.closing_message", default: closingMessage, in: 2...100)
      ceiling = reader.integer("discovery.maximum_messages", default: ceiling, in: floor...100)
      if closingMessage > ceiling {
        reader.report(
          "discovery.closing_message", "is after 'discovery.maximum_messages'",
          hint: "the close is asked for in message \(ceiling) at the latest")
      }
    }
  }

  extension ServerSettings.Personas {
    fileprivate mutating func read(_ reader: inout SettingsReader) {
      requiresApproval = reader.flag("personas.require_approval", default: requiresApproval)
      shareLink = reader.text("personas.share_link")
      if let link = shareLink, !link.hasPrefix("https://") || !link.contains("{code}") {
        reader.report(
          "personas.share_link", "is not a link with a place for the code",
          hint: "write https://coachapp.ai/c/{code}")
      }
    }
  }

  extension ServerSettings.Observation {
    fileprivate mutating func read(_ reader: inout SettingsReader) {
      let level: Logger.Level = reader.choice("telemetry.log_level", default: .info)
      logLevel = level.rawValue
      collector = reader.text("telemetry.otlp_url")
      sampleRatio = reader.number("telemetry.sample_ratio", in: 0...1) ?? sampleRatio
    }
  }
#endif
