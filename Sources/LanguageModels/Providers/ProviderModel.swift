#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A model at a provider, in whichever protocol the provider speaks.
public struct ProviderModel: LanguageModel {
  /// Which model this is.
  public let identity: ModelIdentity
  /// What it is known to take and to refuse.
  public let capabilities: ModelCapabilities
  private let endpoint: Endpoint
  private let transport: any HTTPTransport
  private let clock: CallClock

  /// Creates a model at an endpoint.
  ///
  /// What the model is known to refuse is left out of requests, or refused before anything is sent;
  /// see ``CapabilityTable``.
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

  /// Asks the model.
  public func stream(_ request: ModelRequest) -> ModelStream {
    switch endpoint.profile.wire {
    case .anthropic: stream(request, AnthropicWire.self)
    case .openAIChat: stream(request, OpenAIChatWire.self)
    case .openAIResponses: stream(request, OpenAIResponsesWire.self)
    case .gemini: stream(request, GeminiWire.self)
    case .ollama: stream(request, OllamaWire.self)
    }
  }

  private func stream<Wire: ProviderWire>(_ request: ModelRequest, _ wire: Wire.Type)
    -> ModelStream
  {
    let target = WireTarget(endpoint: endpoint, model: identity.model, capabilities: capabilities)
    let (transport, clock) = (transport, clock)
    return ModelStream {
      do throws(ModelError) {
        return ReplySource(
          try target.prepare(request, wire), decoder: Wire.decoder(for: target),
          transport: transport, clock: clock)
      } catch {
        return PreparedEvents([], failure: error)
      }
    }
  }
}

extension WireTarget {
  fileprivate func prepare<Wire: ProviderWire>(_ request: ModelRequest, _ wire: Wire.Type)
    throws(ModelError) -> PreparedCall
  {
    let (fitted, warnings) = try request.fitted(to: capabilities, name: model)
    let call = try Wire.call(fitted, to: self)
    let framing: StreamFraming = endpoint.profile.wire == .ollama ? .lines : .events
    return PreparedCall(
      request: endpoint.post(
        call, extra: request.parameters.extra, accept: framing.mediaTypes[0]),
      wire: endpoint.profile.wire, framing: framing, timeouts: endpoint.timeouts,
      expectsEndMark: endpoint.profile.sendsEndMark, warnings: warnings + call.warnings,
      secrets: endpoint.secrets)
  }
}

extension CallClock {
  static let system = CallClock(
    now: { ContinuousClock.now }, unixTime: { Date().timeIntervalSince1970 })
}
