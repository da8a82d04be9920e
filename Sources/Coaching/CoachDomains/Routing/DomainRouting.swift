public import CoachModel

/// Chooses the domain of a turn.
///
/// A turn waits for the decision before it assembles the prompt, so a slow router delays every reply.
public protocol DomainRouting: Sendable {
  /// Chooses the domain of the person's next turn.
  ///
  /// - Parameters:
  ///   - message: The new message; `nil` if the coach speaks first.
  ///   - history: The earlier messages of the conversation, oldest first.
  ///   - current: The id of the domain the conversation was in; `nil` if it has none yet.
  ///   - preferred: The ids of the domains that suit the person, best first.
  ///   - domains: The domains to choose from.
  func decide(
    _ message: String?, history: [Message], current: String?, preferred: [String],
    among domains: [DomainConfig]
  ) async -> RoutingDecision
}

/// Chooses a domain without reading the message: the conversation's domain, else one that suits the person.
///
/// For a conversation without a domain it takes the first one that discovery found. If discovery found several or
/// none, the coach is to ask in its first turn.
public struct KnownDomainRouting: DomainRouting {
  /// Creates the routing, which has no state.
  public init() {}

  /// Returns the conversation's domain if it is among `domains`, else the first preferred one, if any.
  public func decide(
    _ message: String?, history: [Message], current: String?, preferred: [String],
    among domains: [DomainConfig]
  ) async -> RoutingDecision {
    let ids = domains.map(\.id)
    if let current, ids.contains(current) {
      return RoutingDecision(
        domain: current, confidence: 1, reason: "the conversation is in this domain")
    }
    // Since no answer is read, asking again later would change nothing.
    let isFirst = message == nil || history.isEmpty
    let known = preferred.map { $0.lowercased() }.filter(ids.contains)
    guard let first = known.first else {
      return RoutingDecision(
        domain: nil, confidence: 0, needsClarification: isFirst,
        reason: "neither the conversation nor discovery names a domain")
    }
    return RoutingDecision(
      domain: first, confidence: 1 / Double(known.count),
      runnerUp: known.dropFirst().first, needsClarification: known.count > 1 && isFirst,
      reason: known.count == 1
        ? "discovery found one domain" : "discovery found \(known.count) domains")
  }
}
