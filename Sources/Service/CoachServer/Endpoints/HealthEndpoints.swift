#if Server
  import CoachKit
  import HTTPTypes

  extension Endpoint {
    /// Whether the process is running, and whether it should get requests.
    static func health(_ state: ServerState) -> [Endpoint] {
      [
        Endpoint(
          method: .get, path: "/healthz", scope: nil, summary: "Whether the process is running",
          answer: Health.form, load: .light
        ) { _ in Health(status: "ok") },
        Endpoint(
          method: .get, path: "/readyz", scope: nil, summary: "Whether the server takes requests",
          details: """
            Fails while the server stops, and while its store does not answer. The models are details for operators: the server \
            stays ready while the circuit breaker of a model is open, and while a provider has not answered yet.
            """,
          answer: Readiness.form, failures: [.serviceUnavailable], load: .light
        ) { _ in
          if state.isDraining {
            throw Problem(.serviceUnavailable, "stopping", "the server is stopping")
          }
          guard await state.readiness.isReady else {
            throw Problem(
              .serviceUnavailable, "store", "the store of counts and request ids does not answer")
          }
          return Readiness(state)
        },
      ]
    }
  }

  private struct Health: Sendable {
    var status: String

    static let form = JSONObjectForm<Health>(
      writing: "health", .required("status", \.status, .text)
    )
    .form
  }

  /// That the server takes requests, and what is known of its models.
  private struct Readiness: Sendable {
    struct Model: Sendable {
      var name: String
      var purposes: [String]
      var isPriced: Bool
      var startCheck: ProviderCheck.Result?
      var breakers: [Breaker]

      static let form = JSONObjectForm<Model>(
        writing: "model readiness", .required("model", \.name, .text),
        .required("purposes", \.purposes, .list(.text)), .required("is_priced", \.isPriced, .bool),
        .optional("start_check", \.startCheck, .choice),
        .required("breakers", \.breakers, .list(Breaker.form))
      ).form
    }

    /// A circuit breaker: one for each model, or for each of its keys.
    struct Breaker: Sendable {
      enum State: String, CaseIterable, Sendable {
        case closed, open, probing
      }

      var key: Int?
      var state: State
      var openSeconds: Double?
      var nextProbeSeconds: Double?

      static let form = JSONObjectForm<Breaker>(
        writing: "breaker readiness", .optional("key", \.key, .integer()),
        .required("state", \.state, .choice), .optional("open_seconds", \.openSeconds, .amount),
        .optional("next_probe_seconds", \.nextProbeSeconds, .amount)
      ).form
    }

    let status = "ready"
    var models: [Model]

    static let form = JSONObjectForm<Readiness>(
      writing: "readiness", .required("status", \.status, .text),
      .required("models", \.models, .list(Model.form))
    )
    .form
  }

  extension Readiness {
    fileprivate init(_ state: ServerState) {
      let now = state.service.clock.now()
      let breakers = state.models.breakers.statuses
      models = state.models.entries.map { entry in
        Model(
          name: "\(entry.model)", purposes: entry.purposes, isPriced: state.isPriced(entry),
          startCheck: state.providers.result(of: entry.model),
          breakers: breakers.filter { $0.model == entry.model }.map { Breaker($0, at: now) })
      }
    }
  }

  extension Readiness.Breaker {
    fileprivate init(_ status: BreakerStatus, at now: ContinuousClock.Instant) {
      key = status.key
      switch status.state {
      case .closed: state = .closed
      case .open(let since, let nextProbe):
        state = .open
        setTimes(since, nextProbe, at: now)
      case .probing(let since, let nextProbe):
        state = .probing
        setTimes(since, nextProbe, at: now)
      }
    }

    private mutating func setTimes(
      _ since: ContinuousClock.Instant, _ nextProbe: ContinuousClock.Instant,
      at now: ContinuousClock.Instant
    ) {
      openSeconds = max(0, since.duration(to: now) / .seconds(1))
      nextProbeSeconds = max(0, now.duration(to: nextProbe) / .seconds(1))
    }
  }
#endif
