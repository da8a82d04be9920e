import CoreMetrics
public import LanguageModels

/// A model's layers in the recommended order; layers that are nil are left out.
///
/// ```swift
/// let transport = CurlTransport()
/// let haiku = ProviderModel(
///   "claude-haiku-4-5", at: Endpoint(.anthropic, key: Secret(anthropicKey)), over: transport)
/// let luna = ProviderModel(
///   "gpt-6-luna", at: Endpoint(.openAI, key: Secret(openAIKey)), over: transport)
///
/// var stack = ModelStack.usual
/// stack.budget = RunBudget(BudgetLimits(dollars: 5))
/// let model = stack.model(haiku, fallingBackOn: [luna])
///
/// let request = ModelRequest(messages: [ModelMessage(Message(.user, "What is a good question?"))])
/// print(try await model.stream(request).reply().text)
/// ```
///
/// From the outside in, with the reasons for the order:
///
/// 1. ``telemetry`` and ``log`` see every call as the caller does, including replies from the cache.
/// 2. ``recording`` writes down what the caller receives.
/// 3. ``cache`` replies before anything is counted or waited for.
/// 4. ``attempts`` limits the requests of all layers below.
/// 5. Fallback moves from one candidate to the next; each candidate has its own set of the layers below.
/// 6. ``retry`` repeats calls to a candidate.
/// 7. If the candidate is a ``KeyRotation``, it comes next: each key has its own set of the layers below, since
///    providers limit accounts.
/// 8. ``breaker`` is inside the retry, so that it sees every request, and outside the limits, so that no call
///    waits in the queue of a model that is down.
/// 9. ``budget`` comes before the queue, so that a run without budget fails at once instead of after the wait.
/// 10. ``concurrency`` is outside the limits: a request that the limits have admitted must not wait again.
/// 11. ``limits`` admits requests one by one.
/// 12. ``attemptTracing`` measures the requests that are sent.
///
/// Make a model once and share it: the state of breakers, limits and keys belongs to the model that
/// ``model(_:fallingBackOn:)`` returns, and another one starts from scratch. Only breakers can be shared, on a
/// ``BreakerBoard``.
public struct ModelStack: Sendable {
  /// Reports calls to tracing and metrics.
  public var telemetry: Telemetry?
  /// Logs one line per call.
  public var log: CallLog?
  /// Records replies for replay.
  public var recording: RecordingLayer?
  /// Replies to repeated requests without calling the model.
  public var cache: ResponseCache?
  /// The maximum number of requests of a call, across retries, keys and models.
  public var attempts: AttemptLimit?
  /// Repeats calls that failed before their first content.
  public var retry: Retry?
  /// When to stop calling a candidate that keeps failing; each candidate, and each of its keys, gets its own
  /// breaker.
  public var breaker: BreakerPolicy?
  /// Where the states of the breakers are seen. If nil, they are seen nowhere, but what happens to them is logged by
  /// ``log`` and measured by ``telemetry``.
  public var breakers: BreakerBoard?
  /// The limits of what all candidates together may spend.
  public var budget: RunBudget?
  /// Returns the rate limit for a model and the index of its key; return the same value for all that share an
  /// account.
  public var limits: (@Sendable (_ model: ModelIdentity, _ key: Int) -> RateLimit?)?
  /// Returns the limit of concurrent calls for a model and the index of its key; return the same value for all
  /// that share an account.
  public var concurrency: (@Sendable (_ model: ModelIdentity, _ key: Int) -> AdaptiveConcurrency?)?
  /// Whether a reply that breaks off after text was shown is finished by the next of the models that take over.
  ///
  /// The next model gets the text so far as its own and goes on from there; ``ModelEvent/continued(_:)`` says so, and each
  /// model's tokens are counted as its own. Off by default: two models can differ in voice, and the text so far is
  /// paid for again. JSON and calls of tools are never finished in this way.
  public var finishesBrokenReplies = false
  /// Traces each request that is sent.
  public var attemptTracing: AttemptTracing?
  /// The source of time for all layers.
  public var clock: CallClock

  /// Creates a stack without layers.
  public init(clock: CallClock = .system) {
    self.clock = clock
  }

  /// The layers that most backends need: telemetry, two retries, a circuit breaker, and rate limits learned
  /// from responses.
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

  /// Returns the layers for a chat: those of ``usual``, but with short waits.
  ///
  /// No wait for a retry or in a queue is longer than `maximumWait`, because a person is waiting for the reply.
  /// A call that fails then can still fall back on another model.
  public static func conversational(maximumWait: Duration = .seconds(3)) -> ModelStack {
    var stack = ModelStack.usual
    stack.retry = Retry(RetryPolicy(maximumDuration: maximumWait))
    stack.limits = { _, _ in RateLimit(maximumWait: maximumWait) }
    return stack
  }

  /// Returns a model with the layers around it, which falls back on the other models in order.
  public func model(
    _ first: any LanguageModel, fallingBackOn others: [any LanguageModel] = []
  ) -> any LanguageModel {
    let candidates = others.map { candidate($0) }
    let fallback =
      others.isEmpty ? nil : Fallback(to: candidates, finishingBroken: finishesBrokenReplies)
    return wrap(
      candidate(first), in: [fallback, attempts, cache, recording, log, telemetry])
  }

  private func candidate(_ model: any LanguageModel) -> any LanguageModel {
    // A board of its own, since models of one name need not be the same model.
    let board = breakers ?? BreakerBoard(logger: log?.logger, metrics: breakerMetrics)
    if let rotation = model as? KeyRotation {
      let keys = rotation.wrapping { model, key in
        account(model, key: key, isOnly: rotation.count == 1, board)
      }
      return wrap(keys, in: [retry])
    }
    return wrap(account(model, key: 0, isOnly: true, board), in: [retry])
  }

  /// Wraps a model in the layers that belong to one account at a provider.
  private func account(
    _ model: any LanguageModel, key: Int, isOnly: Bool, _ board: BreakerBoard
  ) -> any LanguageModel {
    wrap(
      model,
      in: [
        attemptTracing, limits?(model.identity, key), concurrency?(model.identity, key), budget,
        breaker.map { CircuitBreaker($0, of: model, key: isOnly ? nil : key + 1, on: board) },
      ])
  }

  /// The metrics of breakers: those of ``telemetry``, and none without it.
  private var breakerMetrics: (any MetricsFactory)? {
    guard let telemetry else { return NOOPMetricsHandler.instance }
    return telemetry.metrics
  }

  /// Wraps a model in layers, the innermost first.
  private func wrap(_ model: any LanguageModel, in layers: [(any ModelMiddleware)?])
    -> any LanguageModel
  {
    layers.compactMap { $0 }.reduce(model) { LayeredModel(base: $0, layer: $1, clock: clock) }
  }
}
