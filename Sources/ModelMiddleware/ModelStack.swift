public import LanguageModels

/// All layers in the order in which they belong together; what is nil is left out.
///
/// From the outside in, and why there:
///
/// 1. ``telemetry`` and ``log`` see every call as its caller does, answers from a cache included.
/// 2. ``recording`` writes down what the caller gets.
/// 3. ``cache`` answers before anything is counted or waited for.
/// 4. ``attempts`` is one number for all that follows.
/// 5. Fallback goes from one candidate to the next; each candidate has the layers below to itself.
/// 6. ``retry`` asks a candidate again.
/// 7. A ``KeyRotation`` comes next where the candidate is one: each key has the layers below to itself, since
///    providers limit accounts.
/// 8. ``breaker`` is inside of the retry, so that it sees every request, and outside of the limits, so that
///    nobody joins the line for a model that does not answer.
/// 9. ``budget`` is asked before the line, so that a run that is out of money does not wait for its turn to
///    hear so.
/// 10. ``concurrency`` is outside of the limits: a request that was let go must not wait again.
/// 11. ``limits`` lets requests go one by one.
/// 12. ``attemptTracing`` measures what is really sent.
///
/// Make a model once and share it: breakers, limits, keys' rests and what was learned belong to the model
/// that ``model(_:fallingBackOn:)`` returns, and begin anew with another.
public struct ModelStack: Sendable {
  /// Tells tracing and metrics of calls.
  public var telemetry: Telemetry?
  /// Writes a line for every call.
  public var log: CallLog?
  /// Keeps replies for replay.
  public var recording: RecordingLayer?
  /// Answers what was answered before.
  public var cache: ResponseCache?
  /// The number of requests that a call may send in all.
  public var attempts: AttemptLimit?
  /// Asks again.
  public var retry: Retry?
  /// When a candidate is left alone for a while; each gets a breaker of its own.
  public var breaker: BreakerPolicy?
  /// What may be spent, by all candidates together.
  public var budget: RunBudget?
  /// The limits that a model has to keep to with one of its keys, which are numbered from 0; give the same
  /// value to what draws on one account.
  public var limits: (@Sendable (_ model: ModelIdentity, _ key: Int) -> RateLimit?)?
  /// How many calls to a model may be under way at once; give the same value to what draws on one account.
  public var concurrency: (@Sendable (_ model: ModelIdentity, _ key: Int) -> AdaptiveConcurrency?)?
  /// Measures what is sent.
  public var attemptTracing: AttemptTracing?
  /// The time for all of it.
  public var clock: CallClock

  /// Creates a stack of nothing, to be filled.
  public init(clock: CallClock = .system) {
    self.clock = clock
  }

  /// What most backends want: telemetry, two retries, a breaker, and limits learned from responses.
  public static var usual: ModelStack {
    var stack = ModelStack()
    stack.telemetry = Telemetry()
    stack.attempts = AttemptLimit(4)
    stack.retry = Retry()
    stack.breaker = BreakerPolicy()
    stack.limits = { _, _ in RateLimit() }
    stack.attemptTracing = AttemptTracing()
    return stack
  }

  /// What a chat wants: as ``usual``, but nobody waits longer than this for another try or in line for a model,
  /// since somebody is looking at an empty screen. What fails then can still be answered by another model.
  public static func conversational(maximumWait: Duration = .seconds(3)) -> ModelStack {
    var stack = ModelStack.usual
    stack.retry = Retry(RetryPolicy(maximumDuration: maximumWait))
    stack.limits = { _, _ in RateLimit(maximumWait: maximumWait) }
    return stack
  }

  /// A model with the layers around it, which falls back on the others in order.
  public func model(
    _ first: any LanguageModel, fallingBackOn others: [any LanguageModel] = []
  ) -> any LanguageModel {
    let candidates = others.map { candidate($0) }
    let fallback = others.isEmpty ? nil : Fallback(to: candidates)
    return wrap(
      candidate(first), in: [fallback, attempts, cache, recording, log, telemetry])
  }

  private func candidate(_ model: any LanguageModel) -> any LanguageModel {
    if let rotation = model as? KeyRotation {
      return wrap(rotation.wrapping(account), in: [retry])
    }
    return wrap(account(model, key: 0), in: [retry])
  }

  /// What belongs to one account at a provider.
  private func account(_ model: any LanguageModel, key: Int) -> any LanguageModel {
    wrap(
      model,
      in: [
        attemptTracing, limits?(model.identity, key), concurrency?(model.identity, key), budget,
        breaker.map { CircuitBreaker($0) },
      ])
  }

  /// Puts layers around a model, the innermost first.
  private func wrap(_ model: any LanguageModel, in layers: [(any ModelMiddleware)?])
    -> any LanguageModel
  {
    layers.compactMap { $0 }.reduce(model) { LayeredModel($0, $1, clock: clock) }
  }
}
