public import CoachModel

/// Decides which domain a turn of a conversation belongs to.
///
/// A turn asks it before the prompt is assembled, so a router that is slow makes every answer slow.
public protocol DomainRouting: Sendable {
  /// The domain of the person's next turn. `current` is the domain that the conversation was in, and
  /// `preferred` are those that suit the person, best first.
  func decide(
    _ message: String?, history: [Message], current: String?, preferred: [String],
    among domains: [DomainConfig]
  ) async -> RoutingDecision
}

/// Stays with what is known without reading a message: the conversation's domain, then the person's.
///
/// A conversation that has none yet takes the first that discovery found to suit the person; when there were
/// several, or none, the coach is asked to find out in its first turn.
public struct KnownDomainRouting: DomainRouting {
  /// Creates the routing.
  public init() {}

  /// The domain that is known already.
  public func decide(
    _ message: String?, history: [Message], current: String?, preferred: [String],
    among domains: [DomainConfig]
  ) async -> RoutingDecision {
    let ids = domains.map(\.id)
    if let current, ids.contains(current) {
      return RoutingDecision(
        domain: current, confidence: 1, reason: "the conversation is in this domain")
    }
    // It reads no answer, so it has the coach ask once, before there is one.
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
