public import LanguageModels
import Synchronization

/// Stops asking a model that keeps failing, for a while, so that callers hear at once what they would
/// otherwise wait for, and the provider is left to recover.
///
/// Opens when more than a share of the calls of the last minute failed. After a cool-down one call is let
/// through: content closes the breaker, a failure opens it again for twice as long. Only failures that
/// speak against the provider count: ``ModelError/Code/overloaded``, `timeout`, `transport`, `truncated`.
public struct CircuitBreaker: ModelMiddleware {
  private let policy: BreakerPolicy
  private let circuit = SharedCircuit()

  /// Creates a breaker, closed. Every model needs one of its own.
  public init(_ policy: BreakerPolicy = BreakerPolicy()) {
    self.policy = policy
  }

  /// Asks, unless the breaker is open: then throws `overloaded`, with the time left as
  /// ``ModelError/retryAfter``, without sending anything.
  public func open(_ call: ModelCall, with next: any LanguageModel) async throws(ModelError)
    -> OpenedReply
  {
    let circuit = circuit
    let policy = policy
    let admission = circuit.state.withLock { $0.admit(at: call.clock.now(), policy) }
    guard case .admitted(let isTrial) = admission else {
      throw call.refusal(of: next.identity, refusal(of: next.identity, admission))
    }
    let reply = try await next.open(call) { end in
      circuit.state.withLock { $0.end(end.circuitOutcome, isTrial: isTrial, at: end.ended, policy) }
    }
    if isTrial { circuit.state.withLock { $0.close() } }
    return reply
  }

  private func refusal(of model: ModelIdentity, _ admission: Circuit.Admission) -> ModelError {
    var error = ModelError(
      .overloaded, "\(model) has failed too often in the last minute and is left alone for now",
      advice: "try again later, or name another model to fall back on")
    if case .refused(let left) = admission { error.retryAfter = left }
    // A retry would only wait where another model could answer.
    error.allowsRetry = false
    return error
  }
}

/// When a breaker opens, and for how long.
public struct BreakerPolicy: Sendable, Hashable {
  /// The share of failed calls above which it opens, from 0 to 1.
  public var failureShare: Double
  /// The calls in a minute below which it never opens.
  public var minimumCalls: Int
  /// How long it stays open the first time.
  public var coolDown: Duration
  /// How long it stays open at most.
  public var maximumCoolDown: Duration

  /// Creates a policy.
  public init(
    failureShare: Double = 0.5, minimumCalls: Int = 5, coolDown: Duration = .seconds(10),
    maximumCoolDown: Duration = .seconds(120)
  ) {
    self.failureShare = failureShare
    self.minimumCalls = max(1, minimumCalls)
    self.coolDown = coolDown
    self.maximumCoolDown = maximumCoolDown
  }
}

private final class SharedCircuit: Sendable {
  let state = Mutex(Circuit())
}

extension ModelCallEnd {
  /// Whether the end speaks against the provider; nil when it speaks neither way.
  fileprivate var circuitOutcome: Circuit.Outcome {
    switch outcome {
    case .finished: return .good
    case .abandoned: return firstContent == nil ? .neither : .good
    case .failed(let error):
      switch error.code {
      case .overloaded, .timeout, .transport, .truncated: return .bad
      // Limits say nothing of whether a provider works, be they its own or the caller's.
      case .cancelled, .budget, .rateLimit: return .neither
      default: return .good
      }
    }
  }
}
