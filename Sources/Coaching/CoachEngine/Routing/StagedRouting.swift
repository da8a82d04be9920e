public import CoachDomains
public import CoachModel
public import LanguageModels
public import ModelLayers
import Synchronization

/// A further source of routing decisions, used when the local router is unsure.
public protocol RoutingStage: Sendable {
  /// Returns the domain of a message; `nil` if this stage is unsure, too, or unavailable.
  func decide(
    _ message: String, history: [Message], among domains: [DomainConfig]
  ) async -> RoutingDecision?

  /// The same for a stage that asks a model, which puts its calls into the book: what it asked costs, whatever it decided.
  func decide(
    _ message: String, history: [Message], among domains: [DomainConfig], booking book: CallBook
  ) async -> RoutingDecision?
}

extension RoutingStage {
  /// Decides without the book, for a stage that asks no model.
  public func decide(
    _ message: String, history: [Message], among domains: [DomainConfig], booking book: CallBook
  ) async -> RoutingDecision? {
    await decide(message, history: history, among: domains)
  }
}

/// The calls of models that were made for somebody who cannot return them, such as a stage that is given up.
public final class CallBook: Sendable {
  /// The prices from which costs are computed.
  public let prices: PriceTable
  private let entries = Mutex<[TurnCall]>([])

  /// Creates an empty book.
  public init(prices: PriceTable = .builtIn) { self.prices = prices }

  /// The calls so far.
  public var calls: [TurnCall] { entries.withLock { $0 } }

  /// Adds a call.
  public func add(_ call: TurnCall) { entries.withLock { $0.append(call) } }
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
  /// Where the stages put their calls.
  public var book = CallBook()

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
    let (stages, book) = (stages, book)
    let better = await TurnTimeouts.result(within: timeout, clock) {
      for stage in stages where !Task.isCancelled {
        if let found = await stage.decide(
          message, history: history, among: domains, booking: book)
        {
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
