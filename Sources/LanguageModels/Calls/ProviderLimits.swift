/// Hears what a response says of its provider's limits.
package typealias LimitsListener = @Sendable (ProviderLimits) -> Void

/// What a response says of its provider's limits, in its headers.
public struct ProviderLimits: Sendable, Hashable {
  /// One of the things that are limited.
  public struct Window: Sendable, Hashable {
    /// How much is allowed.
    public var limit: Int
    /// How much of it is left.
    public var remaining: Int
    /// How long until all of it is there again.
    public var reset: Duration

    /// Creates a window.
    public init(limit: Int, remaining: Int, reset: Duration) {
      self.limit = limit
      self.remaining = remaining
      self.reset = reset
    }
  }

  /// Requests.
  public var requests: Window?
  /// Tokens of prompts and replies; the scarcer of the two where they are counted apart.
  public var tokens: Window?
  /// How long the provider asks everyone to wait.
  public var retryAfter: Duration?

  /// Creates limits; what is nil is not known.
  public init(requests: Window? = nil, tokens: Window? = nil, retryAfter: Duration? = nil) {
    self.requests = requests
    self.tokens = tokens
    self.retryAfter = retryAfter
  }
}
