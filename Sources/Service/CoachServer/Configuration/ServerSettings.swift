#if Server
  public import CoachKit
  public import Documents

  /// Everything that a server is told by its operators.
  ///
  /// ``init(path:environment:files:)`` reads it from a YAML file and the environment; `Documentation/server.md` lists the
  /// keys.
  public struct ServerSettings: Sendable {
    /// Where requests are accepted.
    public struct Listening: Sendable, Hashable {
      /// The address or name of the interface.
      public var host = "127.0.0.1"
      /// The port; 0 for any that is free.
      public var port = 8080

      /// Whether only this machine can connect.
      var isLoopback: Bool { ["127.0.0.1", "::1", "localhost"].contains(host) }
    }

    /// The folders of the product's content.
    public struct Content: Sendable, Hashable {
      /// The folder of prompts.
      public var prompts = "Prompts"
      /// The folder of domains.
      public var domains = "DomainConfigs"
      /// The folder of journeys; `nil` for none.
      public var journeys: String?
      /// The file with texts that override those of ``copyStyle``; `nil` for none.
      public var copy: String?
      /// The wordings of the texts that no model writes.
      public var copyStyle = CopyStyle.documented
    }

    /// Which legal duties apply.
    public struct Duties: Sendable, Hashable {
      /// The folder with a file for each jurisdiction; `nil` for none, and then nobody is given a notice.
      public var folder: String?
      /// Where people are whose requests do not say it, as a code of ISO 3166 such as `US-CA`; `nil` for nowhere.
      public var defaultJurisdiction: String?
      /// The number of minutes without a message that end a person's continuous writing.
      public var silenceMinutes = 30
    }

    /// The names of models by purpose.
    public struct Models: Sendable, Hashable {
      /// The model of coaching.
      public var coaching = "local"
      /// The model of discovery; `nil` for that of coaching.
      public var discovery: String?
      /// The model of tasks; `nil` for that of discovery.
      public var tasks: String?
      /// The model of replies to a crisis; `nil` for that of coaching.
      public var crisis: String?
      /// The model that is asked for the domain where the router is unsure; `nil` for none.
      public var routing: String?
      /// The embedding model; `nil` for none.
      public var embeddings: String?
      /// A file with prices, in the format of `coachkit prices --json`, which override the built-in ones. The file that
      /// `COACHKIT_PRICES` names overrides both.
      public var prices: String?
      /// The models that take over, in this order, from one that fails.
      public var fallback: [String] = []
      /// Whether they also finish a reply that breaks off after text was shown.
      public var finishesBrokenReplies = false
      /// The models that an operator may choose for a turn, beside the others.
      public var choices: [String] = []
      /// Whether the model for tasks is asked about messages of which the crisis screen is unsure.
      public var givesSecondOpinion = true
      /// How long a model may be silent before its answer begins, in seconds; `nil` for 60, and more with a higher
      /// reasoning effort.
      public var patienceSeconds: Int?
      /// The same for discovery; `nil` for that of coaching.
      public var discoveryPatienceSeconds: Int?
      /// The same for tasks; `nil` for the provider's limit.
      public var tasksPatienceSeconds: Int?
      /// The service tier of coaching and discovery; `nil` for that of their prompts, or of the provider.
      public var serviceTier: ServiceTier?
      /// Further members of the requests of coaching and discovery, sent as they are.
      public var extra: JSONObject = [:]
    }

    /// Where counts, request ids and costs are kept.
    public enum Store: Sendable, Hashable {
      /// In memory: lost when the process ends, for trying things.
      case memory
      /// In a SQLite file, for the processes of one machine.
      case sqlite(path: String)
      /// In a PostgreSQL database, for several machines. The address is a secret; each process opens so many
      /// connections.
      case postgres(Secret, connections: Int = 4)
    }

    /// What a request may cost the server.
    public struct Limits: Sendable, Hashable {
      /// The maximum size of a body in bytes.
      public var bodyBytes = 4 << 20
      /// The number of turns that run at once.
      public var turns = 1_000
      /// The number of other requests that run at once.
      public var requests = 200
      /// The number of open connections.
      public var connections = 10_000
      /// The number of seconds in which a connection must send its first request's head.
      public var headSeconds = 10
      /// The number of seconds in which a body must arrive.
      public var bodySeconds = 30
      /// The number of seconds in which a client must read something of what was written.
      public var writeSeconds = 30
      /// The number of seconds after which an idle connection is closed.
      public var idleSeconds = 75
      /// The number of seconds of silence after which a stream gets a comment.
      public var keepAliveSeconds = 15
    }

    /// What is kept of turns for clients that lost their connection.
    public struct Turns: Sendable, Hashable {
      /// The number of seconds that a turn goes on without a reader. Settings that are read from a file or the environment
      /// have 10 by default.
      public var leavingGraceSeconds = 0
      /// The number of turns whose events are kept for two minutes after their end; of more, those that ended first are
      /// dropped.
      public var keptCount = 1_000
      /// The number of bytes that are kept of a turn's events.
      public var keptBytes = 1 << 20
    }

    /// The costs from which a person is flagged.
    public struct CostThresholds: Sendable, Hashable {
      /// Dollars in a day (UTC); `nil` for no threshold.
      public var day: Double?
      /// Dollars in thirty days; `nil` for no threshold.
      public var month: Double?
    }

    /// Which personas of creators are taken, and how they are shared.
    public struct Personas: Sendable, Hashable {
      /// Whether a turn refuses a persona without a status. One whose status is not `approved`, or that the rules reject, is
      /// always refused.
      public var requiresApproval = false
      /// The link of a shared persona, with `{code}`; `nil` for none.
      public var shareLink: String?
    }

    /// What is told of the server's work.
    public struct Observation: Sendable, Hashable {
      /// The least important lines that are logged.
      public var logLevel = "info"
      /// The address of an OTLP/HTTP collector for traces; `nil` for none.
      public var collector: String?
      /// The share of requests that are traced, from 0 to 1.
      public var sampleRatio = 1.0
    }

    /// Where requests are accepted.
    public var listening = Listening()
    /// The folders of the product's content.
    public var content = Content()
    /// Which legal duties apply.
    public var duties = Duties()
    /// The names of models by purpose.
    public var models = Models()
    /// Where counts, request ids and costs are kept.
    public var store = Store.memory
    /// Who may call.
    public var authentication = CallerSettings()
    /// What a request may cost the server.
    public var limits = Limits()
    /// What is kept of turns for clients that lost their connection.
    public var turns = Turns()
    /// The costs from which a person is flagged.
    public var costs = CostThresholds()
    /// What models may cost: from there on they are asked in a crisis only.
    public var spendingCaps = SpendingCaps()
    /// The limits on messages.
    public var access = AccessPolicy.standard
    /// The conditions under which discovery ends.
    public var discovery = TurnConfiguration.Discovery()
    /// The screen on which a person decides whether to go on.
    public var paywall = TurnConfiguration.Paywall()
    /// When apps ask whether the coach may remember and check in.
    public var offers = OfferPolicy()
    /// What the trial and the subscription cost, for the texts that say it.
    public var prices = AccessPrices()
    /// What is done with a sentence of a reply in which a check finds something.
    public var guardrails = GuardrailPolicy.standard
    /// Which personas of creators are taken, and how they are shared.
    public var personas = Personas()
    /// The secret of the pseudonyms by which providers know people; `nil` tells them nothing.
    public var pseudonymSalt: Secret?
    /// What is told of the server's work.
    public var observation = Observation()
    /// The number of seconds that running turns get when the server stops.
    public var drainSeconds = 30

    /// Whether anybody on another machine could call without a key.
    var isOpenToOthers: Bool { authentication.isOpen && !listening.isLoopback }

    static let openToOthers = (
      problem: "is reachable from other machines, and anybody could call",
      hint: "set COACHKIT_API_KEYS, auth.keys_file or auth.jwks_file; or listen on 127.0.0.1"
    )

    /// Creates the settings of a server for this machine alone, with the model `local` and nothing stored.
    public init() {}
  }
#endif
