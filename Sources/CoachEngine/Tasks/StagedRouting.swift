public import CoachDomains
public import CoachModel
public import LanguageModels

/// Someone else to ask about the domain of a message when the local router is unsure.
public protocol RoutingStage: Sendable {
  /// The domain of a message; nil when this stage is unsure, too, or could not be asked.
  func decide(
    _ message: String, history: [Message], among domains: [DomainConfig]
  ) async -> RoutingDecision?
}

/// The local router first, and what costs time or money only when it is unsure.
///
/// A turn waits for it, so the stages together get a limited time; without an answer in that time the local
/// decision holds, which is to ask the person or to stay.
public struct StagedRouting: DomainRouting {
  /// Decides without a network.
  public var local: any DomainRouting
  /// Who is asked after it, in this order, until one is sure.
  public var stages: [any RoutingStage]
  /// How long the stages may take together.
  public var timeout = Duration.seconds(2)
  /// The time.
  public var clock: CallClock

  /// Puts stages behind a local routing.
  public init(
    _ local: any DomainRouting, then stages: [any RoutingStage], clock: CallClock = .system
  ) {
    self.local = local
    self.stages = stages
    self.clock = clock
  }

  /// The local decision, or that of the first stage that is sure.
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
    // What is no coaching matter leaves the conversation where it is.
    if found.outcome != nil { found.domain = current ?? decision.domain }
    return found
  }
}
