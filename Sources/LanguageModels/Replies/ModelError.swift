/// Why a model did not reply, or not to the end.
public struct ModelError: Error, Sendable, Hashable {
  /// The kinds of failure, alike for all providers.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The key is missing or wrong.
    case authentication
    /// The key may not do this.
    case permission
    /// There is no such model or address.
    case notFound = "not_found"
    /// The provider, or this library on its behalf, refuses the request as it is.
    case invalidRequest = "invalid_request"
    /// The conversation is longer than the model can read.
    case contextOverflow = "context_overflow"
    /// Too many requests or tokens for now; ``ModelError/retryAfter`` says when, if the provider does.
    case rateLimit = "rate_limit"
    /// The account has no credit left.
    case quota
    /// The provider cannot answer at the moment.
    case overloaded
    /// The provider does not let this prompt pass.
    case contentFilter = "content_filter"
    /// Something took too long; ``ModelError/phase`` says what.
    case timeout
    /// The connection failed before any of the reply came.
    case transport
    /// The provider's answer cannot be understood.
    case decoding
    /// The reply stopped before its end; ``ModelError/partial`` holds what came.
    case truncated
    /// The caller stopped it.
    case cancelled
    /// The caller's own limit of money, tokens or time does not allow it.
    case budget
    /// A replayed recording does not hold this request.
    case notRecorded = "not_recorded"
    /// The reply is whole, but not in the form that was asked for.
    case invalidReply = "invalid_reply"
  }

  /// What kind of failure it is.
  public var code: Code
  /// What happened, in one sentence without a full stop.
  public var message: String
  /// What to do about it.
  public var advice: String
  /// The HTTP status, when there was one.
  public var status: Int? {
    get { details.status }
    set { details.status = newValue }
  }
  /// How long the provider asks to wait.
  public var retryAfter: Duration? {
    get { details.retryAfter }
    set { details.retryAfter = newValue }
  }
  /// What took too long, for a timeout.
  public var phase: TimeoutPhase? {
    get { details.phase }
    set { details.phase = newValue }
  }
  /// The provider's name for the request, to quote when asking its support.
  public var requestID: String? {
    get { details.requestID }
    set { details.requestID = newValue }
  }
  /// What had come of the reply; nil when nothing had begun.
  public var partial: ModelReply? {
    get { details.partial }
    set { details.partial = newValue }
  }
  /// Whether the provider itself says that trying again helps; nil when it says nothing.
  public var allowsRetry: Bool? {
    get { details.allowsRetry }
    set { details.allowsRetry = newValue }
  }
  /// All that was tried, this failure included, where layers may have tried more than once.
  public var attempts: [ModelAttempt] {
    get { details.attempts }
    set { details.attempts = newValue }
  }

  /// What only some failures have.
  private struct Details: Sendable, Hashable {
    var status: Int?
    var retryAfter: Duration?
    var phase: TimeoutPhase?
    var requestID: String?
    var partial: ModelReply?
    var allowsRetry: Bool?
    var attempts: [ModelAttempt] = []
  }

  /// One entry, or none. Kept apart because every frame of a call that may throw has room for an error, and a
  /// reply is large.
  private var storedDetails: [Details] = []

  private var details: Details {
    get { storedDetails.first ?? Details() }
    set { storedDetails = newValue == Details() ? [] : [newValue] }
  }

  /// Creates an error.
  public init(
    _ code: Code, _ message: String, advice: String, status: Int? = nil,
    retryAfter: Duration? = nil, phase: TimeoutPhase? = nil, requestID: String? = nil,
    partial: ModelReply? = nil
  ) {
    self.code = code
    self.message = message
    self.advice = advice
    details = Details(
      status: status, retryAfter: retryAfter, phase: phase, requestID: requestID, partial: partial)
  }

  /// The words that had come before the failure.
  public var partialText: String { partial?.text ?? "" }

  /// Whether the same request may succeed when it is sent again: as the provider says, unless the
  /// failure is of a kind that stays.
  public var isRetryable: Bool {
    switch code {
    case .rateLimit, .overloaded, .timeout, .transport, .truncated: allowsRetry ?? true
    case .notFound, .invalidRequest, .decoding: allowsRetry ?? false
    case .authentication, .permission, .contextOverflow, .quota, .contentFilter, .cancelled,
      .budget, .notRecorded, .invalidReply:
      false
    }
  }
}

/// The parts of a call that are timed.
public enum TimeoutPhase: String, Sendable, Hashable {
  /// Until the connection stands.
  case connect
  /// From the start until the first of the reply's content; thinking counts as content.
  case firstToken = "first token"
  /// Between two signs of life after that.
  case idle
  /// In all.
  case total
}

extension ModelError: CustomStringConvertible {
  /// The message, the status, the advice, and what was tried when that is more than the failure itself.
  public var description: String {
    let details = [status.map { "HTTP \($0)" }, requestID.map { "request \($0)" }]
      .compactMap { $0 }.joined(separator: ", ")
    let lines = ["\(message)\(details.isEmpty ? "" : " (\(details))")", "  → \(advice)"]
    guard attempts.count > 1 else { return lines.joined(separator: "\n") }
    let tried = attempts.enumerated().map { number, attempt in "  \(number + 1). \(attempt)" }
    return (lines + ["  tried:"] + tried).joined(separator: "\n")
  }
}
