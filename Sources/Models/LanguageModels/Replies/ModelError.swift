public import Documents

/// The reason why a model gave no reply or an incomplete one.
public struct ModelError: Error, Sendable, Hashable {
  /// The kinds of failure, the same for all providers.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The API key is missing or invalid.
    case authentication
    /// The API key lacks the required permission.
    case permission
    /// The model or the address does not exist.
    case notFound = "not_found"
    /// The provider, or this library on its behalf, rejects the request as it is.
    case invalidRequest = "invalid_request"
    /// The conversation exceeds the model's context window.
    case contextOverflow = "context_overflow"
    /// Too many requests or tokens for now; ``ModelError/retryAfter`` holds the wait, if the provider states one.
    case rateLimit = "rate_limit"
    /// The account has no credit left.
    case quota
    /// The provider is temporarily unable to answer.
    case overloaded
    /// The provider's content filter rejected the prompt.
    case contentFilter = "content_filter"
    /// A phase of the call exceeded its time limit; ``ModelError/phase`` says which one.
    case timeout
    /// The connection failed before any of the reply arrived.
    case transport
    /// The provider's response cannot be parsed.
    case decoding
    /// The reply broke off before its end; ``ModelError/partial`` holds what arrived.
    case truncated
    /// The reply ended as a complete one does, and there is nothing in it. The same request usually succeeds when it is sent
    /// again.
    case emptyReply = "empty_reply"
    /// The caller cancelled the call.
    case cancelled
    /// A limit on money, tokens or time that the caller set does not allow the call.
    case budget
    /// The recording that is being replayed does not contain this request.
    case notRecorded = "not_recorded"
    /// The reply is complete, but not in the requested form.
    case invalidReply = "invalid_reply"
  }

  /// The kind of failure.
  public var code: Code
  /// What happened, as one sentence without a full stop.
  public var message: String
  /// What the reader can do about it.
  public var advice: String
  /// The HTTP status that the response or the error itself states; nil if there is none.
  public var status: Int? {
    get { details.status }
    set { details.status = newValue }
  }
  /// How long the provider asks the caller to wait; nil if it does not say.
  public var retryAfter: Duration? {
    get { details.retryAfter }
    set { details.retryAfter = newValue }
  }
  /// The phase that timed out; nil unless the failure is a timeout.
  public var phase: TimeoutPhase? {
    get { details.phase }
    set { details.phase = newValue }
  }
  /// The provider's identifier of the request, to quote to its support.
  public var requestID: String? {
    get { details.requestID }
    set { details.requestID = newValue }
  }
  /// The part of the reply that arrived before the failure; nil if none did.
  public var partial: ModelReply? {
    get { details.partial }
    set { details.partial = newValue }
  }
  /// Whether the provider states that a retry can succeed; nil if it says nothing.
  public var allowsRetry: Bool? {
    get { details.allowsRetry }
    set { details.allowsRetry = newValue }
  }
  /// All attempts of the call, this failure included, if layers may have made more than one.
  public var attempts: [ModelAttempt] {
    get { details.attempts }
    set { details.attempts = newValue }
  }

  /// The properties that only some failures have.
  private struct Details: Sendable, Hashable {
    var status: Int?
    var retryAfter: Duration?
    var phase: TimeoutPhase?
    var requestID: String?
    var partial: ModelReply?
    var allowsRetry: Bool?
    var attempts: [ModelAttempt] = []
  }

  /// Zero or one element, stored out of line: every frame of a call that may throw reserves space for an error, and a
  /// reply is large.
  private var storedDetails: [Details] = []

  private var details: Details {
    get { storedDetails.first ?? Details() }
    set { storedDetails = newValue == Details() ? [] : [newValue] }
  }

  /// Creates an error. The message is one sentence without a full stop; the advice says what the reader can do.
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

  /// The text that arrived before the failure; empty if none did.
  public var partialText: String { partial?.text ?? "" }

  /// Whether the same request may succeed if it is sent again. This follows ``allowsRetry`` unless the failure is of
  /// a permanent kind, such as an invalid key.
  public var isRetryable: Bool {
    switch code {
    case .rateLimit, .overloaded, .timeout, .transport, .truncated, .emptyReply:
      allowsRetry ?? true
    case .notFound, .invalidRequest, .decoding: allowsRetry ?? false
    case .authentication, .permission, .contextOverflow, .quota, .contentFilter, .cancelled,
      .budget, .notRecorded, .invalidReply:
      false
    }
  }
}

/// The phases of a call that have a time limit.
public enum TimeoutPhase: String, Sendable, Hashable {
  /// Until the connection is established.
  case connect
  /// Silence before the first content of the reply; reasoning counts as content.
  case firstToken = "first token"
  /// Silence after the first content.
  case idle
  /// From the start of the call until its end.
  case total
}

extension ModelError: CustomStringConvertible {
  /// The message, the HTTP status, the advice, and the list of attempts if there was more than one.
  public var description: String {
    let details = [status.map { "HTTP \($0)" }, requestID.map { "request \($0)" }]
      .compactMap { $0 }.joined(separator: ", ")
    let lines = ["\(message)\(details.isEmpty ? "" : " (\(details))")", "  → \(advice)"]
    guard attempts.count > 1 else { return lines.joined(separator: "\n") }
    let tried = attempts.enumerated().map { number, attempt in "  \(number + 1). \(attempt)" }
    return (lines + ["  tried:"] + tried).joined(separator: "\n")
  }
}

extension ModelError {
  /// The error as a JSON object, for programs that read this library's output. It does not contain ``partial``, whose
  /// events precede it.
  public var json: JSONValue {
    var object: JSONObject = [
      "event": "error", "code": .string(code.rawValue), "message": .string(message),
      "advice": .string(advice), "retryable": .bool(isRetryable),
    ]
    object["status"] = status.map { .integer($0) }
    object["retry_after_ms"] = retryAfter.map { .integer($0.wholeMilliseconds) }
    object["phase"] = phase.map { .string($0.rawValue) }
    object["request_id"] = requestID.map { .string($0) }
    if attempts.count > 1 { object["attempts"] = .array(attempts.map(\.json)) }
    return .object(object)
  }
}
