public import CoachDomains
public import CoachModel
public import LanguageModels

/// A routing by a local router that also looks at the vectors of an embedding model.
///
/// A turn uses it by itself if ``ChatService/embeddings`` is set. The vectors of earlier exchanges count as long as they
/// are in the cache. Without that of the newest one, or with those of a model that the router was not fitted for, the
/// decision is the local one.
public struct EmbeddedRouting: DomainRouting {
  /// The router.
  public var router: DomainRouter
  /// Where the vectors come from.
  public var embeddings: MessageEmbeddings
  /// The clock that measures the time limit.
  public var clock: CallClock
  /// Whether it asks for the vector of the newest exchange; a turn has done so when it screened the message.
  var asks = true

  /// Creates a routing from a router and a source of embeddings.
  public init(
    _ router: DomainRouter, _ embeddings: MessageEmbeddings, clock: CallClock = .system
  ) {
    self.router = router
    self.embeddings = embeddings
    self.clock = clock
  }

  /// Returns the router's decision, with the vector of the newest exchange if that arrives in time.
  public func decide(
    _ message: String?, history: [Message], current: String?, preferred: [String],
    among domains: [DomainConfig]
  ) async -> RoutingDecision {
    if asks, let message {
      let texts = Self.newestTexts(message, history, for: router)
      if !texts.isEmpty { _ = await embeddings.embedding(of: message, with: texts, clock: clock) }
    }
    guard let message, router.usesEmbeddings else {
      return await router.decide(
        message, history: history, current: current, preferred: preferred, among: domains)
    }
    let exchanges = RoutedExchange.all(in: history + [Message(.user, message)])
      .suffix(DomainRouter.messages)
    return router.decide(
      message, history: history, current: current, preferred: preferred,
      embeddings: embeddings.kept(Array(exchanges)))
  }

  /// Returns the texts of a message with what was said before it, if a router can use their vectors.
  static func newestTexts(
    _ message: String, _ history: [Message], for router: DomainRouter
  ) -> [String] {
    guard router.usesEmbeddings else { return [] }
    return RoutedExchange.all(in: history + [Message(.user, message)]).last?.texts ?? []
  }
}
