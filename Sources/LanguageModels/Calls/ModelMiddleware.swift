/// A layer around a model: it acts before a reply begins and hears how it ended.
///
/// All of a layer's power lies before the first content. A layer may wait, ask again, ask somebody
/// else, answer by itself, or refuse; once content has come the events flow past it untouched, so that
/// ten layers cost an event no more than one. That is also why nothing can be asked twice once the
/// person may have read a word.
public protocol ModelMiddleware: Sendable {
  /// Opens a reply by way of `next`, the model below this layer.
  ///
  /// Throws what is to be thrown to the caller when no content came.
  func open(_ call: ModelCall, with next: any LanguageModel) async throws(ModelError)
    -> OpenedReply
}

extension LanguageModel {
  /// This model with a layer around it.
  public func with(_ layer: some ModelMiddleware, clock: CallClock = .system) -> LayeredModel {
    LayeredModel(self, layer, clock: clock)
  }
}

/// A model with a layer around it.
public struct LayeredModel: LanguageModel {
  /// The identity of the model inside.
  public let identity: ModelIdentity
  /// What the model inside is known to take.
  public var capabilities: ModelCapabilities { base.capabilities }
  /// Where the model inside is reached.
  public var server: ServerAddress? { base.server }
  private let base: any LanguageModel
  private let layer: any ModelMiddleware
  private let clock: CallClock

  /// Puts a layer around a model. The clock of the outermost layer counts for a whole call.
  public init(
    _ base: any LanguageModel, _ layer: any ModelMiddleware, clock: CallClock = .system
  ) {
    self.base = base
    identity = base.identity
    self.layer = layer
    self.clock = clock
  }

  /// Asks by way of the layer.
  public func stream(_ request: ModelRequest) -> ModelStream {
    ModelStream(request, openedBy: self, clock: clock)
  }

  /// Opens the reply by way of the layer.
  public func open(_ call: ModelCall) async throws(ModelError) -> OpenedReply {
    try await layer.open(call, with: base)
  }
}
