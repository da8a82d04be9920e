public import CoachDomains
public import CoachModel
public import LanguageModels

/// A further source of routing decisions, used when the local router is unsure.
public protocol RoutingStage: Sendable {
  /// Returns the domain of a message; `nil` if this stage is unsure, too, or unavailable.
  func decide(
    _ message: String, history: [Message], among domains: [DomainConfig]
  ) async -> RoutingDecision?
}

/// A routing that asks the local router first, and slower or costlier stages only if it is unsure.
///
/// A turn waits for the decision, so the stages share a time limit. Without a result in that time the local
/// decision stands, which is to ask the person or to keep the domain.
public struct StagedRouting: DomainRouting {
  /// The routing that is asked first, usually a ``DomainRouter``.
  public var local: any DomainRouting
  /// The stages, asked in this order until one is sure.
  public var stages: [any RoutingStage]
  /// The time limit for all stages together.
  public var timeout = Duration.seconds(2)
  /// The clock that measures the time limit.
  public var clock: CallClock

  /// Creates a routing from a local one and further stages.
  public init(
    _ local: any DomainRouting, then stages: [any RoutingStage], clock: CallClock = .system
  ) {
    self.local = local
    self.stages = stages
    self.clock = clock
  }

  /// Returns the decision of the first stage that is sure if the local one is not; otherwise the local decision.
  public func decide(
    _ message: String?, history: [Message], current: String?, preferred: [String],
    among domains: [DomainConfig]
  ) async -> RoutingDecision {
    let decision = await local.decide(
      message, history: history, current: current, preferred: preferred, among: domains)
    guard decision.isUnsure, let message else { return decision }
    let stages = stages
    let better = await TurnTimeouts.result(within: timeout, clock) {
      for stage in stages where !Task.isCancelled {
        if let found = await stage.decide(message, history: history, among: domains) {
          return Optional(found)
        }
      }
      return nil
    }
    guard var found = better ?? nil else { return decision }
    // A message that is not a coaching topic leaves the conversation in its domain.
    if found.outcome != nil { found.domain = current ?? decision.domain }
    return found
  }
}
