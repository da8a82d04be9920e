public import LanguageModels

/// When a failed call is repeated, and after which wait.
///
/// The default is that of the vendors' own clients: two retries, after half a second and a second, each
/// shortened by up to a quarter at random so that clients that failed together do not retry together.
///
/// ```swift
/// var policy = RetryPolicy(attempts: 4, firstWait: .milliseconds(250))
/// policy.maximumDuration = .seconds(10)
/// let model = haiku.with(Retry(policy))
///
/// let reply = try await model.stream(request).reply()
/// print(reply.text)
/// ```
public struct RetryPolicy: Sendable, Hashable {
  /// The maximum number of requests to a model, the first included.
  public var attempts: Int
  /// The wait after the first failure; it doubles with each further one.
  public var firstWait: Duration
  /// The upper limit of the exponential backoff.
  public var maximumWait: Duration
  /// The largest share by which a wait is shortened at random, from 0 to 1.
  public var jitter: Double
  /// The longest wait that a server may ask for.
  ///
  /// If a server asks for more, the call fails at once: an earlier retry would be rejected, and a longer wait
  /// is not acceptable.
  public var maximumServerWait: Duration
  /// The time after the start of the call by which the last wait must end.
  public var maximumDuration: Duration

  /// Creates a policy; `jitter` is clamped to the range from 0 to 1.
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

  /// Returns how long to wait before the next attempt; nil if the call should not be repeated.
  ///
  /// Without an instruction from the server: `min(firstWait · 2ⁿ⁻¹, maximumWait) · (1 − jitter · random)`.
  /// With one: at least the time that the server asks for, plus up to `jitter` of the wait above.
  ///
  /// - Parameters:
  ///   - failures: The number of failures so far, at least 1.
  ///   - error: The last failure.
  ///   - random: A random number from 0 to 1.
  public func wait(after failures: Int, _ error: ModelError, random: Double) -> Duration? {
    guard error.isRetryable, failures < attempts else { return nil }
    let doubled = firstWait * (1 << min(max(failures, 1) - 1, 30))
    let own = min(doubled, maximumWait)
    guard let asked = error.retryAfter else { return own * (1 - jitter * random) }
    return asked <= maximumServerWait ? asked + own * (jitter * random) : nil
  }
}
