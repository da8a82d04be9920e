public import LanguageModels
import Synchronization

/// A layer that stops sending requests to a model that keeps failing, so that callers fail fast and the
/// provider can recover.
///
/// The breaker opens when the share of failed calls within the last minute exceeds ``BreakerPolicy/failureShare``.
/// While it is open, it lets one call through now and then, the probe, and refuses the others: content of a probe
/// closes the breaker at once. The waits between two probes grow from ``BreakerPolicy/coolDown`` to no more than
/// ``BreakerPolicy/maximumCoolDown``, so that calls are answered again soon after the provider has recovered, however
/// long it was down. Only failures that indicate trouble at the provider count: ``ModelError/Code/overloaded``,
/// `timeout`, `transport` and `truncated`.
///
/// ```swift
/// let breaker = CircuitBreaker(BreakerPolicy(failureShare: 0.3, maximumCoolDown: .seconds(10)))
/// let model = haiku.with(breaker)
///
/// do throws(ModelError) {
///   print(try await model.stream(request).reply().text)
/// } catch {
///   // While the breaker is open: `overloaded`, and the time until the next probe.
///   print(error.code, error.retryAfter ?? .zero)
/// }
/// ```
///
/// The breakers of a ``ModelStack`` log when they open and close, and a ``BreakerBoard`` has their states.
public struct CircuitBreaker: ModelMiddleware {
  private let policy: BreakerPolicy
  private let circuit: SharedCircuit
  private let report: (@Sendable (Circuit.Change) -> Void)?

  /// Creates a closed breaker. Each model needs its own.
  public init(_ policy: BreakerPolicy = BreakerPolicy()) {
    self.policy = policy
    circuit = SharedCircuit()
    report = nil
  }

  /// Creates the breaker of a model that a board shows; `key` is the number of its key if the model has several.
  init(_ policy: BreakerPolicy, of model: any LanguageModel, key: Int?, on board: BreakerBoard) {
    self.policy = policy
    let place = board.place(of: model, key: key)
    circuit = place.circuit
    report = { board.note($0, at: place) }
  }

  /// Opens the reply unless the breaker is open.
  ///
  /// While it is open, throws a ``ModelError`` with code `overloaded` and the time until the next probe as
  /// ``ModelError/retryAfter``, and sends nothing.
  public func open(_ call: ModelCall, with next: any LanguageModel) async throws(ModelError)
    -> OpenedReply
  {
    let (circuit, policy, report) = (circuit, policy, report)
    let pass: Circuit.Pass
    switch circuit.state.withLock({ $0.admit(at: call.clock.now(), policy) }) {
    case .admitted(let admitted): pass = admitted
    case .refused(let wait):
      throw call.refusal(of: next.identity, Self.refusal(of: next.identity, for: wait))
    }
    let reply = try await next.open(call) { end in
      let change = circuit.state.withLock {
        $0.end(end.circuitOutcome, of: pass, at: end.ended, policy)
      }
      if let change { report?(change) }
    }
    if pass.isProbe {
      let change = circuit.state.withLock { $0.answer(pass, at: call.clock.now()) }
      if let change { report?(change) }
    }
    return reply
  }

  private static func refusal(of model: ModelIdentity, for wait: Duration) -> ModelError {
    var error = ModelError(
      .overloaded, "\(model) has failed too often in the last minute and is not called for now",
      advice: "try again later, or name another model to fall back on", retryAfter: wait)
    // A retry would only delay a fallback to another model.
    error.allowsRetry = false
    return error
  }
}

/// When a ``CircuitBreaker`` opens, and how soon it looks whether the provider has recovered.
public struct BreakerPolicy: Sendable, Hashable {
  /// The share of failed calls above which the breaker opens, from 0 to 1.
  public var failureShare: Double
  /// The number of calls within a minute below which the breaker stays closed, at least 1.
  public var minimumCalls: Int
  /// The time from the opening to the first probe. Each wait after that is half as long again as the one before.
  public var coolDown: Duration
  /// The longest wait between two probes: how much longer than the provider's outage that of its callers can be.
  ///
  /// Since a probe may be silent until its timeout, another call becomes the probe after each wait. A model that is
  /// down is asked once in this time, so that a long timeout and a short wait mean several silent probes at a time.
  public var maximumCoolDown: Duration

  /// Creates a policy; by default a breaker opens if more than half of at least five calls failed, and lets probes
  /// through after 1, 1.5, 2.25, 3.375 and then every 4 seconds.
  public init(
    failureShare: Double = 0.5, minimumCalls: Int = 5, coolDown: Duration = .seconds(1),
    maximumCoolDown: Duration = .seconds(4)
  ) {
    self.failureShare = failureShare
    self.minimumCalls = max(1, minimumCalls)
    self.coolDown = coolDown
    self.maximumCoolDown = maximumCoolDown
  }
}

/// What a ``CircuitBreaker`` does with calls.
public enum BreakerState: Sendable, Hashable {
  /// It lets them through.
  case closed
  /// It refuses them until the next one becomes the probe.
  case open(since: ContinuousClock.Instant, nextProbe: ContinuousClock.Instant)
  /// It refuses them while the last probe has neither content nor an end, at most until another one becomes the probe.
  case probing(since: ContinuousClock.Instant, nextProbe: ContinuousClock.Instant)
}

/// The state of a breaker that all copies of it share.
final class SharedCircuit: Sendable {
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
      case .rateLimit: return .limited
      // These say nothing about the provider.
      case .cancelled, .budget: return .neither
      default: return .good
      }
    }
  }
}
