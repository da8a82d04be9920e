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
      models.read(&reader)
      store = Store(&reader, environment)
      authentication.read(&reader, environment)
      pseudonymSalt = reader.longSecret("COACHKIT_PSEUDONYM_SALT", in: environment)
      limits.read(&reader)
      turns.read(&reader)
      costs.day = reader.number("costs.person_day_dollars", in: 0...1_000_000)
      costs.month = reader.number("costs.person_month_dollars", in: 0...1_000_000)
      access = AccessPolicy(&reader)
      for check in ReplyCheck.builtIn {
        guardrails[check] = reader.choice(
          "guardrails.\(check.rawValue)", default: guardrails[check])
      }
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

  extension AccessPolicy {
    fileprivate init(_ reader: inout SettingsReader) {
      let standard = AccessPolicy.standard
      let paid = reader.integer(
        "access.paid_messages", default: standard.paidLimit, in: 1...1_000_000)
      let trial = reader.integer(
        "access.trial_messages", default: standard.trialLimit, in: 1...1_000_000)
      let days = reader.number("access.trial_days", in: 0.01...3_650)
      self =
        (try? AccessPolicy(
          paidLimit: paid, trialLimit: trial, trialLength: days.map { $0 * 86_400 })) ?? standard
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
