/// Why a model did not reply, or not to the end.
public struct ModelError: Error, Sendable, Hashable {
  /// The kinds of failure, alike for all providers.
  public enum Code: String, Sendable, Hashable {
    /// The key is missing or wrong.
    case authentication
    /// The key may not do this.
    case permission
    /// There is no such model or address.
    case notFound = "not_found"
    /// The provider refuses the request as it is.
    case invalidRequest = "invalid_request"
    /// The conversation is longer than the model can read.
    case contextOverflow = "context_overflow"
    /// Too many requests or tokens for now.
    case rateLimit = "rate_limit"
    /// The account has no credit left.
    case quota
    /// The provider cannot answer at the moment.
    case overloaded
    /// Something took too long.
    case timeout
    /// The connection failed.
    case transport
    /// The provider's answer cannot be understood.
    case decoding
    /// The reply stopped before its end; ``partialText`` holds what came.
    case truncated
    /// The caller stopped it.
    case cancelled
    /// A replayed recording does not hold this request.
    case notRecorded = "not_recorded"
  }

  /// What kind of failure it is.
  public var code: Code
  /// What happened, in one sentence without a full stop.
  public var message: String
  /// What to do about it.
  public var advice: String
  /// The HTTP status, when there was one.
  public var status: Int?
  /// How long the provider asks to wait.
  public var retryAfter: Duration?
  /// The words that had come before the failure.
  public var partialText: String

  /// Creates an error.
  public init(
    _ code: Code, _ message: String, advice: String, status: Int? = nil,
    retryAfter: Duration? = nil, partialText: String = ""
  ) {
    self.code = code
    self.message = message
    self.advice = advice
    self.status = status
    self.retryAfter = retryAfter
    self.partialText = partialText
  }

  /// Whether the same request may succeed when it is sent again.
  public var isRetryable: Bool {
    switch code {
    case .rateLimit, .overloaded, .timeout, .transport, .truncated: true
    case .authentication, .permission, .notFound, .invalidRequest, .contextOverflow, .quota,
      .decoding, .cancelled, .notRecorded:
      false
    }
  }
}

extension ModelError: CustomStringConvertible {
  /// The message, the status and the advice.
  public var description: String {
    let status = status.map { " (HTTP \($0))" } ?? ""
    return "\(message)\(status)\n  → \(advice)"
  }
}
