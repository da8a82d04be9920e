public import LanguageModels
import Synchronization

/// Keeps to a number of requests and of tokens a minute, so that a provider has no reason to refuse.
///
/// Calls wait in the order in which they come. No minute, wherever it begins, holds more than the limits
/// allow; tokens are counted as guessed until the provider's count is there (``Reservation``). On top of the
/// limits given here it learns those that responses name in their headers, and keeps still for as long as a
/// provider asks it to. Providers mostly limit a model and an account: share one value among the calls to one
/// model with one key, for as long as the process runs.
public struct RateLimit: ModelMiddleware {
  /// Requests a minute; nil for no limit of one's own.
  public let requestsPerMinute: Int?
  /// Tokens a minute, of prompts and replies; nil for no limit of one's own.
  public let tokensPerMinute: Int?
  /// The longest wait at the head of the line; a call that would wait longer fails with `rateLimit` at once,
  /// so that another model can be asked. Nil waits however long it takes, a day's limit included.
  public let maximumWait: Duration?
  private let sizes: CallSizes
  private let gate = RateGate()

  /// Creates a limit.
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

  /// Waits until the call fits, and asks.
  public func open(_ call: ModelCall, with next: any LanguageModel) async throws(ModelError)
    -> OpenedReply
  {
    let guess = sizes.size(of: call.request)
    let size = try fit(guess, call, next)
    let number = try await enter(call, next, size)
    let (gate, sizes) = (gate, sizes)
    var call = call
    let outer = call.onLimits
    let clock = call.clock
    call.onLimits = { limits in
      gate.state.withLock { $0.learn(limits, from: number, at: clock.now()) }
      outer?(limits)
    }
    return try await next.open(call) { end in
      if let usage = end.usage, end.finish != nil { sizes.learn(guess, usage) }
      if let tokens = end.countedTokens {
        gate.state.withLock { $0.window.settle(number, tokens: tokens) }
      }
    }
  }

  /// The tokens to set aside. What is only guessed from other replies is no reason to refuse a call.
  private func fit(_ guess: CallSize, _ call: ModelCall, _ next: any LanguageModel)
    throws(ModelError) -> Int
  {
    guard let limit = tokensPerMinute, guess.total > limit else { return guess.total }
    let isSure = sizes.reservation == .worstCase || guess.input > limit
    guard isSure else { return limit }
    var error = ModelError(
      .rateLimit,
      "a call of about \(guess.total) tokens does not fit into \(limit) tokens a minute",
      advice: "shorten the prompt, lower max-tokens, or raise the limit")
    error.allowsRetry = false
    throw call.refusal(of: next.identity, error)
  }

  private func enter(_ call: ModelCall, _ next: any LanguageModel, _ size: Int)
    async throws(ModelError) -> Int
  {
    try await gate.line.enter(for: call)
    defer { gate.line.leave() }
    while true {
      let clock = call.clock
      let step = gate.state.withLock { $0.step(size, self, at: clock.now()) }
      switch step {
      case .enter(let number): return number
      case .wait(let wait):
        if let maximumWait, wait > maximumWait {
          var error = ModelError(
            .rateLimit, "the limit of calls a minute is used up",
            advice: "send fewer requests at a time", retryAfter: wait)
          error.allowsRetry = false
          throw call.refusal(of: next.identity, error)
        }
        // What others leave unused may let this one go earlier.
        try await call.wait(min(wait, .seconds(1)))
      }
    }
  }
}

/// The state that calls share.
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
  /// When something was learned first; learned limits count their time from it.
  private var origin: ContinuousClock.Instant?

  private var hasLearned: Bool { requests != nil || tokens != nil }

  private func seconds(at now: ContinuousClock.Instant) -> Double {
    (origin ?? now).duration(to: now).inSeconds
  }

  /// Lets a call of so many tokens go, or says how long it has to wait.
  mutating func step(_ size: Int, _ limit: RateLimit, at now: ContinuousClock.Instant) -> Step {
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

  /// Takes in what the response to a request says.
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
      pausedUntil = max(pausedUntil ?? now, now + wait)
    }
  }
}

extension ModelCallEnd {
  /// The tokens that count after the end; nil to leave the guess.
  fileprivate var countedTokens: Int? {
    if let size = CallSize(usage), finish != nil { return size.total }
    // Refused by the provider before it did anything.
    if let failure, failure.status != nil, firstContent == nil { return 0 }
    return nil
  }
}
