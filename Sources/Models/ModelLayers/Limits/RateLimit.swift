public import LanguageModels
import Synchronization

/// A layer that keeps within a number of requests and tokens per minute, so that the provider does not
/// reject calls.
///
/// Calls wait in the order of their arrival. No interval of a minute contains more than the limits allow.
/// Tokens are estimated (``Reservation``) until the provider has reported them. In addition, the layer
/// learns the limits that responses report in their headers, and pauses for as long as a provider asks for.
/// Most providers limit each model and account: share one value among the calls to one model with one key,
/// for the lifetime of the process.
///
/// ```swift
/// let limit = RateLimit(requestsPerMinute: 50, tokensPerMinute: 40_000, maximumWait: .seconds(10))
/// let model = haiku.with(limit)
/// print(try await model.stream(request).reply().text)
///
/// // In a stack, all models of one account can share a limit.
/// var stack = ModelStack.usual
/// stack.limits = { model, _ in model.provider == "anthropic" ? limit : RateLimit() }
/// ```
public struct RateLimit: ModelMiddleware {
  /// The maximum number of requests per minute; nil to use only the limits that the provider reports.
  public let requestsPerMinute: Int?
  /// The maximum number of tokens per minute, of prompts and replies; nil to use only the limits that the
  /// provider reports.
  public let tokensPerMinute: Int?
  /// The longest wait at the head of the queue.
  ///
  /// A call that would wait longer fails with `rateLimit` at once, so that another model can be called. With
  /// nil there is no limit, not even if a daily quota is exhausted.
  public let maximumWait: Duration?
  private let sizes: CallSizes
  private let gate = RateGate()

  /// Creates a limit; values below 1 count as 1.
  public init(
    requestsPerMinute: Int? = nil, tokensPerMinute: Int? = nil,
    maximumWait: Duration? = .seconds(60),
    reserving reservation: Reservation = .expected
  ) {
    self.requestsPerMinute = requestsPerMinute.map { max(1, $0) }
    self.tokensPerMinute = tokensPerMinute.map { max(1, $0) }
    self.maximumWait = maximumWait
    sizes = CallSizes(reservation)
  }

  /// Waits until the call fits into the limits, and opens the reply. Throws a ``ModelError`` with code
  /// `rateLimit` if the call cannot fit into the limit of tokens, or if the wait would exceed ``maximumWait``.
  public func open(_ call: ModelCall, with next: any LanguageModel) async throws(ModelError)
    -> OpenedReply
  {
    let guess = sizes.size(of: call.request)
    let size = try fit(guess, call: call, next: next)
    let number = try await enter(call, next: next, size: size)
    let (gate, sizes) = (gate, sizes)
    var call = call
    let outer = call.onLimits
    let clock = call.clock
    call.onLimits = { limits in
      gate.state.withLock { $0.learn(limits, from: number, at: clock.now()) }
      outer?(limits)
    }
    return try await next.open(call) { end in
      if let usage = end.usage, end.finish != nil { sizes.learn(guess, usage: usage) }
      if let tokens = end.countedTokens {
        gate.state.withLock { $0.window.settle(number, tokens: tokens) }
      }
    }
  }

  /// Returns the tokens to set aside. An estimate that is based on other replies is no reason to refuse a call.
  private func fit(_ guess: CallSize, call: ModelCall, next: any LanguageModel)
    throws(ModelError) -> Int
  {
    guard let limit = tokensPerMinute, guess.total > limit else { return guess.total }
    let isSure = sizes.reservation == .worstCase || guess.input > limit
    guard isSure else { return limit }
    var error = ModelError(
      .rateLimit,
      "a call of about \(guess.total) tokens does not fit into \(limit) tokens per minute",
      advice: "shorten the prompt, lower max-tokens, or raise the limit")
    error.allowsRetry = false
    throw call.refusal(of: next.identity, error)
  }

  private func enter(_ call: ModelCall, next: any LanguageModel, size: Int)
    async throws(ModelError) -> Int
  {
    try await gate.line.enter(for: call)
    defer { gate.line.leave() }
    while true {
      let clock = call.clock
      let step = gate.state.withLock { $0.step(size, limit: self, at: clock.now()) }
      switch step {
      case .enter(let number): return number
      case .wait(let wait):
        if let maximumWait, wait > maximumWait {
          var error = ModelError(
            .rateLimit, "the limit of calls per minute is reached",
            advice: "send fewer requests at a time", retryAfter: wait)
          error.allowsRetry = false
          throw call.refusal(of: next.identity, error)
        }
        // Other calls may use less than was set aside for them, so the wait can end earlier.
        try await call.wait(min(wait, .seconds(1)))
      }
    }
  }
}

private final class RateGate: Sendable {
  let line = FIFOSemaphore()
  let state = Mutex(RateState())
}

private struct RateState {
  enum Step {
    case enter(Int)
    case wait(Duration)
  }

  var window = SlidingWindow()
  private var requests: LearnedLimit?
  private var tokens: LearnedLimit?
  private var pausedUntil: ContinuousClock.Instant?
  /// When the first limit was learned: the origin of the times of learned limits.
  private var origin: ContinuousClock.Instant?

  /// The longest pause for all callers, whatever the provider says: its word may be a mistake, and an attempt that is
  /// rejected costs nothing.
  private static let maximumPause = Duration.seconds(3600)

  private var hasLearned: Bool { requests != nil || tokens != nil }

  private func seconds(at now: ContinuousClock.Instant) -> Double {
    (origin ?? now).duration(to: now).inSeconds
  }

  /// Admits a call of an estimated number of tokens, or returns how long it has to wait.
  mutating func step(_ size: Int, limit: RateLimit, at now: ContinuousClock.Instant) -> Step {
    var wait = window.wait(
      for: size, requestLimit: limit.requestsPerMinute ?? .max,
      tokenLimit: limit.tokensPerMinute ?? .max, at: now)
    wait = max(wait, pausedUntil.map { now.duration(to: $0) } ?? .zero)
    let time = hasLearned ? seconds(at: now) : 0
    wait = max(wait, requests?.wait(for: 1, at: time) ?? .zero)
    wait = max(wait, tokens?.wait(for: size, at: time) ?? .zero)
    guard wait <= .zero else { return .wait(wait) }
    let number = window.add(size, at: now)
    requests?.send(1, at: time)
    tokens?.send(size, at: time)
    return .enter(number)
  }

  /// Updates the limits from a response to a request.
  mutating func learn(
    _ limits: ProviderLimits, from number: Int, at now: ContinuousClock.Instant
  ) {
    let sent = window.sent(after: number)
    origin = origin ?? now
    let time = seconds(at: now)
    if let window = limits.requests {
      requests = LearnedLimit(window, at: time, sentSince: sent.requests)
    }
    if let window = limits.tokens {
      tokens = LearnedLimit(window, at: time, sentSince: sent.tokens)
    }
    if let wait = limits.retryAfter {
      pausedUntil = max(pausedUntil ?? now, now + min(wait, Self.maximumPause))
    }
  }
}

extension ModelCallEnd {
  /// The tokens that count after the end of the call; nil to keep the estimate.
  fileprivate var countedTokens: Int? {
    if let size = CallSize(usage), finish != nil { return size.total }
    // The provider rejected the request before doing any work.
    if let failure, failure.status != nil, firstContent == nil { return 0 }
    return nil
  }
}
