/// Called with the rate limits that a response states.
package typealias LimitsListener = @Sendable (ProviderLimits) -> Void

/// The rate limits that a provider states in the headers of a response.
public struct ProviderLimits: Sendable, Hashable {
  /// The state of one limit.
  public struct Window: Sendable, Hashable {
    /// The number of requests or tokens allowed per window.
    public var limit: Int
    /// The number still available in this window.
    public var remaining: Int
    /// The time until the full limit is available again.
    public var reset: Duration

    /// Creates a window with its limit, what remains of it, and the time until it is full again.
    public init(limit: Int, remaining: Int, reset: Duration) {
      self.limit = limit
      self.remaining = remaining
      self.reset = reset
    }
  }

  /// The limit on requests; nil if it is not known.
  public var requests: Window?
  /// The limit on tokens of prompts and replies; nil if it is not known. If the two are limited separately, the
  /// scarcer one.
  public var tokens: Window?
  /// How long the provider asks all callers to wait; nil if it does not.
  public var retryAfter: Duration?

  /// Creates limits; nil means not known.
  public init(requests: Window? = nil, tokens: Window? = nil, retryAfter: Duration? = nil) {
    self.requests = requests
    self.tokens = tokens
    self.retryAfter = retryAfter
  }
}
