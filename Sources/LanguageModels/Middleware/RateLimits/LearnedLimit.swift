/// What a provider's last response said of one of its limits, carried forward.
///
/// Providers fill their limits up steadily: what was used is back after the time they name. What was sent
/// after the request that they answered is not in their figure, and is taken off here.
struct LearnedLimit {
  private var window: ProviderLimits.Window
  private var learned: ContinuousClock.Instant
  private var sentSince = 0

  init(_ window: ProviderLimits.Window, at now: ContinuousClock.Instant, sentSince: Int) {
    self.window = window
    learned = now
    self.sentSince = sentSince
  }

  /// Notes what is sent.
  mutating func send(_ amount: Int) { sentSince += amount }

  /// How long until so much is allowed; zero when it is now, or when it can never be and only the
  /// provider can say so.
  func wait(for amount: Int, at now: ContinuousClock.Instant) -> Duration {
    guard amount <= window.limit else { return .zero }
    let used = Double(window.limit - window.remaining)
    let reset = window.reset.inSeconds
    let elapsed = learned.duration(to: now).inSeconds
    // Once the named time has passed the figure says nothing any more.
    guard elapsed < reset else { return .zero }
    let refill = used / reset
    let available =
      min(Double(window.limit), Double(window.remaining) + refill * elapsed) - Double(sentSince)
    guard available < Double(amount) else { return .zero }
    guard refill > 0 else { return .zero }
    return .seconds(min((Double(amount) - available) / refill, reset - elapsed))
  }
}

extension Duration {
  /// The duration in seconds.
  package var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
