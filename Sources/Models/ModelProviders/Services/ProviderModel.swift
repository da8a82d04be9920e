package import Documents
public import LanguageModels

/// A model at a provider, called in the protocol of its endpoint.
public struct ProviderModel: LanguageModel {
  /// The name of the endpoint's profile, the model's name, and the endpoint's address unless it is the service's usual one.
  public let identity: ModelIdentity
  /// What the capability table knows of the model.
  public let capabilities: ModelCapabilities
  /// The server of the endpoint; nil if its URL is not valid.
  public var server: ServerAddress? { ServerAddress(url: endpoint.baseURL) }
  /// The names of the provider and the operation in traces.
  public var telemetry: ModelTelemetry {
    ModelTelemetry(
      provider: endpoint.profile.telemetryName ?? identity.provider,
      operation: endpoint.profile.wire.operation)
  }
  private let resolved: ResolvedEndpoint
  private var endpoint: Endpoint { resolved.endpoint }
  private let transport: any HTTPTransport
  private let clock: CallClock
  private let habit: ReasoningHabit

  /// Creates a model at an endpoint.
  ///
  /// What the model is known not to support is left out of requests with a warning, or rejected before anything is
  /// sent; see ``CapabilityTable``.
  public init(
    _ model: String, at endpoint: Endpoint, over transport: any HTTPTransport,
    knowing table: CapabilityTable = .builtIn
  ) {
    self.init(model, at: endpoint, over: transport, knowing: table, clock: .system)
  }

  package init(
    _ model: String, at endpoint: Endpoint, over transport: any HTTPTransport,
    knowing table: CapabilityTable, clock: CallClock
  ) {
    identity = ModelIdentity(
      provider: endpoint.profile.name, model: model, address: endpoint.identityAddress)
    capabilities = table.capabilities(of: model, provider: endpoint.profile.modelMaker)
    resolved = ResolvedEndpoint(endpoint)
    self.transport = transport
    self.clock = clock
    habit = ReasoningHabit(startsReasoning: capabilities.startsReasoning ?? false)
  }

  /// Streams one reply; the request is sent at the first read.
  public func stream(_ request: ModelRequest) -> ModelStream {
    stream(ModelCall(request))
  }

  /// Makes one attempt, and reports the rate limits of the response to ``ModelCall/onLimits``.
  public func open(_ call: ModelCall) async throws(ModelError) -> OpenedReply {
    let stream = stream(call)
    return try await call.attempt(by: identity) { () async throws(ModelError) in
      try await OpenedReply(reading: stream)
    }
  }

  private func stream(_ call: ModelCall) -> ModelStream {
    stream(call, over: endpoint.profile.wire)
  }

  private func stream<Wire: ProviderWire>(_ call: ModelCall, over wire: Wire) -> ModelStream {
    let target = WireTarget(model: identity.model, capabilities: capabilities)
    let (resolved, transport, clock, habit) = (resolved, transport, clock, habit)
    return ModelStream {
      do throws(ModelError) {
        return ReplySource(
          try resolved.prepare(call.request, to: target, over: wire, habit: habit),
          decoder: wire.decoder(), transport: transport, clock: clock, onLimits: call.onLimits,
          onActivity: call.onActivity)
      } catch {
        return PreparedEvents([], failure: error)
      }
    }
  }
}

extension ResolvedEndpoint {
  fileprivate func prepare(
    _ request: ModelRequest, to target: WireTarget, over wire: some ProviderWire,
    habit: ReasoningHabit
  ) throws(ModelError) -> PreparedCall {
    let (fitted, warnings) = try request.fitted(to: target.capabilities, name: target.model)
    let call = try wire.call(fitted, to: target)
    return PreparedCall(
      request: try self.request(
        call, extra: request.parameters.extra, accept: wire.framing.mediaTypes[0]),
      wire: wire.name, title: wire.title, framing: wire.framing,
      timeouts: endpoint.timeouts.patient(with: request.parameters),
      expectsEndMark: endpoint.profile.sendsEndMark,
      warnings: warnings + call.warnings + [exposure].compactMap(\.self), secrets: secrets,
      habit: habit, expectedInput: fitted.countableInput)
  }
}

extension Endpoint {
  /// Returns the line of a batch file that a request becomes.
  ///
  /// Throws ``ModelError`` if the model cannot be asked this, and with code `invalidRequest` for a protocol without
  /// such files.
  package func batchLine(
    of request: ModelRequest, id: String, model: String, knowing table: CapabilityTable
  ) throws(ModelError) -> JSONObject {
    let target = WireTarget(
      model: model,
      capabilities: table.capabilities(of: model, provider: profile.modelMaker))
    let (fitted, _) = try request.fitted(to: target.capabilities, name: model)
    let call = try profile.wire.call(fitted, to: target)
    var body = call.body.overridden(by: request.parameters.extra)
    // A batch returns whole replies.
    body["stream"] = nil
    body["stream_options"] = nil
    guard let line = profile.wire.batchLine(body, id: id) else {
      throw ModelError(
        .invalidRequest, "there is no form of a batch for this provider",
        advice: "name a model as anthropic:… or openai-chat:…, or leave it out")
    }
    return line
  }
}
