package import JSON
public import LanguageModels

/// A model at a provider, called in the protocol of its endpoint.
public struct ProviderModel: LanguageModel {
  /// The name of the endpoint's profile and the model's name.
  public let identity: ModelIdentity
  /// What the capability table knows of the model.
  public let capabilities: ModelCapabilities
  /// The server of the endpoint; nil if its URL is not valid.
  public var server: ServerAddress? { ServerAddress(url: endpoint.baseURL) }
  private let endpoint: Endpoint
  private let transport: any HTTPTransport
  private let clock: CallClock

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
    identity = ModelIdentity(provider: endpoint.profile.name, model: model)
    capabilities = table.capabilities(of: model, provider: endpoint.profile.modelMaker)
    self.endpoint = endpoint
    self.transport = transport
    self.clock = clock
  }

  /// Streams one reply; the request is sent at the first read.
  public func stream(_ request: ModelRequest) -> ModelStream {
    stream(request, onLimits: nil)
  }

  /// Makes one attempt, and reports the rate limits of the response to ``ModelCall/onLimits``.
  public func open(_ call: ModelCall) async throws(ModelError) -> OpenedReply {
    let stream = stream(call.request, onLimits: call.onLimits)
    return try await call.attempt(by: identity) { () async throws(ModelError) in
      try await OpenedReply(reading: stream)
    }
  }

  private func stream(_ request: ModelRequest, onLimits: LimitsListener?) -> ModelStream {
    stream(request, over: endpoint.profile.wire.encoding, onLimits: onLimits)
  }

  private func stream<Wire: ProviderWire>(
    _ request: ModelRequest, over wire: Wire.Type, onLimits: LimitsListener?
  ) -> ModelStream {
    let target = WireTarget(endpoint: endpoint, model: identity.model, capabilities: capabilities)
    let (transport, clock) = (transport, clock)
    return ModelStream {
      do throws(ModelError) {
        return ReplySource(
          try target.prepare(request, over: wire), decoder: Wire.decoder(for: target),
          transport: transport, clock: clock, onLimits: onLimits)
      } catch {
        return PreparedEvents([], failure: error)
      }
    }
  }
}

extension Endpoint {
  /// Returns the body of the call that a request becomes, for batches. Throws ``ModelError`` if the model cannot be
  /// asked this.
  package func body(
    of request: ModelRequest, model: String, knowing table: CapabilityTable
  ) throws(ModelError) -> JSONObject {
    let target = WireTarget(
      endpoint: self, model: model,
      capabilities: table.capabilities(of: model, provider: profile.modelMaker))
    let (fitted, _) = try request.fitted(to: target.capabilities, name: model)
    let call = try profile.wire.encoding.call(fitted, to: target)
    return call.body.overridden(by: request.parameters.extra)
  }
}

extension WireTarget {
  fileprivate func prepare<Wire: ProviderWire>(_ request: ModelRequest, over wire: Wire.Type)
    throws(ModelError) -> PreparedCall
  {
    let (fitted, warnings) = try request.fitted(to: capabilities, name: model)
    let call = try Wire.call(fitted, to: self)
    let framing: StreamFraming = endpoint.profile.wire == .ollama ? .lines : .events
    return PreparedCall(
      request: endpoint.post(
        call, extra: request.parameters.extra, accept: framing.mediaTypes[0]),
      wire: endpoint.profile.wire, framing: framing, timeouts: endpoint.timeouts,
      expectsEndMark: endpoint.profile.sendsEndMark,
      warnings: warnings + call.warnings + [endpoint.exposure].compactMap(\.self),
      secrets: endpoint.secrets)
  }
}
