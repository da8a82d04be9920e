/// A layer around a model that acts before a reply starts and is notified when it ends.
///
/// A layer can act only before the first content: it may wait, retry, call another model, answer by itself, or
/// refuse. After the first content events bypass the layer, so that ten layers cost no more per event than one. This
/// also guarantees that no request is repeated once the person may have read part of the reply.
public protocol ModelMiddleware: Sendable {
  /// Opens a reply, usually by calling `open` on `next`, the model below this layer.
  ///
  /// Throws the error that the caller should receive if no content arrived.
  func open(_ call: ModelCall, with next: any LanguageModel) async throws(ModelError)
    -> OpenedReply
}

extension LanguageModel {
  /// Returns this model with a layer around it.
  public func with(_ layer: some ModelMiddleware, clock: CallClock = .system) -> LayeredModel {
    LayeredModel(base: self, layer: layer, clock: clock)
  }
}

/// A model with a layer around it.
public struct LayeredModel: LanguageModel {
  /// The identity of the wrapped model.
  public let identity: ModelIdentity
  /// The capabilities of the wrapped model.
  public var capabilities: ModelCapabilities { base.capabilities }
  /// The server of the wrapped model.
  public var server: ServerAddress? { base.server }
  /// The names of the wrapped model in traces.
  public var telemetry: ModelTelemetry { base.telemetry }
  private let base: any LanguageModel
  private let layer: any ModelMiddleware
  private let clock: CallClock

  /// Wraps a model in a layer. The clock of the outermost layer applies to the whole call.
  public init(
    base: any LanguageModel, layer: any ModelMiddleware, clock: CallClock = .system
  ) {
    self.base = base
    identity = base.identity
    self.layer = layer
    self.clock = clock
  }

  /// The layers around the innermost model, from the outside in.
  public var layers: [any ModelMiddleware] {
    [layer] + ((base as? LayeredModel)?.layers ?? [])
  }

  /// Calls the model through the layer.
  public func stream(_ request: ModelRequest) -> ModelStream {
    ModelStream(request, openedBy: self, clock: clock)
  }

  /// Opens a reply through the layer.
  public func open(_ call: ModelCall) async throws(ModelError) -> OpenedReply {
    try await layer.open(call, with: base)
  }
}
