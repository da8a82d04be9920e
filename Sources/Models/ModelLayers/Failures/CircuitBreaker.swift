public import LanguageModels
import Synchronization

/// A layer that stops sending requests to a model that keeps failing, so that callers fail fast and the
/// provider can recover.
///
/// The breaker opens when the share of failed calls within the last minute exceeds
/// ``BreakerPolicy/failureShare``. After a cool-down it lets one trial call through: content closes the
/// breaker, a failure reopens it for twice as long. Only failures that indicate trouble at the provider
/// count: ``ModelError/Code/overloaded``, `timeout`, `transport` and `truncated`.
///
/// ```swift
/// let breaker = CircuitBreaker(BreakerPolicy(failureShare: 0.3, coolDown: .seconds(20)))
/// let model = haiku.with(breaker)
///
/// do throws(ModelError) {
///   print(try await model.stream(request).reply().text)
/// } catch {
///   // While the breaker is open: `overloaded`, and the time until the next trial call.
///   print(error.code, error.retryAfter ?? .zero)
/// }
/// ```
public struct CircuitBreaker: ModelMiddleware {
  private let policy: BreakerPolicy
  private let circuit = SharedCircuit()

  /// Creates a closed breaker. Each model needs its own.
  public init(_ policy: BreakerPolicy = BreakerPolicy()) {
    self.policy = policy
  }

  /// Opens the reply unless the breaker is open.
  ///
  /// While it is open, throws a ``ModelError`` with code `overloaded` and the remaining time as
  /// ``ModelError/retryAfter``, and sends nothing.
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
      circuit.state.withLock {
        $0.end(end.circuitOutcome, isTrial: isTrial, at: end.ended, policy: policy)
      }
    }
    if isTrial { circuit.state.withLock { $0.close() } }
    return reply
  }

  private func refusal(of model: ModelIdentity, _ admission: Circuit.Admission) -> ModelError {
    var error = ModelError(
      .overloaded, "\(model) has failed too often in the last minute and is not called for now",
      advice: "try again later, or name another model to fall back on")
    if case .refused(let left) = admission { error.retryAfter = left }
    // A retry would only delay a fallback to another model.
    error.allowsRetry = false
    return error
  }
}

/// When a ``CircuitBreaker`` opens, and for how long.
public struct BreakerPolicy: Sendable, Hashable {
  /// The share of failed calls above which the breaker opens, from 0 to 1.
  public var failureShare: Double
  /// The number of calls within a minute below which the breaker stays closed, at least 1.
  public var minimumCalls: Int
  /// How long the breaker stays open the first time; doubles each time a trial call fails.
  public var coolDown: Duration
  /// The longest time that the breaker stays open.
  public var maximumCoolDown: Duration

  /// Creates a policy; by default a breaker opens if more than half of at least five calls failed.
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
  /// What the end says about the provider's health.
  fileprivate var circuitOutcome: Circuit.Outcome {
    switch outcome {
    case .finished: return .good
    case .abandoned: return firstContent == nil ? .neither : .good
    case .failed(let error):
      switch error.code {
      case .overloaded, .timeout, .transport, .truncated: return .bad
      // Rate limits and budgets, the provider's or the caller's, say nothing about the provider's health.
      case .cancelled, .budget, .rateLimit: return .neither
      default: return .good
      }
    }
  }
}
