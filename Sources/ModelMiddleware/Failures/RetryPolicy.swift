public import LanguageModels

/// When a call that failed is made again, and after what wait.
///
/// By default as the vendors' own clients do it: two retries, after half a second and a second, each
/// shortened by up to a quarter at random so that callers who failed together do not return together.
public struct RetryPolicy: Sendable, Hashable {
  /// Requests to one model, the first included.
  public var attempts: Int
  /// The first wait; it doubles with every failure.
  public var firstWait: Duration
  /// The longest wait of our own choice.
  public var maximumWait: Duration
  /// By which share of itself a wait is shortened at most, from 0 to 1.
  public var jitter: Double
  /// The longest wait that a server may ask for. A server that asks for more is not asked again: to
  /// return sooner than it asks would be refused, and nobody waits longer.
  public var maximumServerWait: Duration
  /// No wait is begun that would end later than this after the call's beginning.
  public var maximumDuration: Duration

  /// Creates a policy.
  public init(
    attempts: Int = 3, firstWait: Duration = .milliseconds(500),
    maximumWait: Duration = .seconds(8), jitter: Double = 0.25,
    maximumServerWait: Duration = .seconds(60), maximumDuration: Duration = .seconds(600)
  ) {
    self.attempts = attempts
    self.firstWait = firstWait
    self.maximumWait = maximumWait
    self.jitter = min(max(jitter, 0), 1)
    self.maximumServerWait = maximumServerWait
    self.maximumDuration = maximumDuration
  }

  /// How long to wait after the given number of failures, at least 1; nil when not to ask again.
  ///
  /// Without a word from the server: `min(firstWait · 2ⁿ⁻¹, maximumWait) · (1 − jitter · random)`. With
  /// one: what the server says, never less, and on top of it up to `jitter` of our own wait.
  /// - Parameter random: from 0 to 1.
  public func wait(after failures: Int, _ error: ModelError, random: Double) -> Duration? {
    guard error.isRetryable, failures < attempts else { return nil }
    let doubled = firstWait * (1 << min(max(failures, 1) - 1, 30))
    let own = min(doubled, maximumWait)
    guard let asked = error.retryAfter else { return own * (1 - jitter * random) }
    return asked <= maximumServerWait ? asked + own * (jitter * random) : nil
  }
}
