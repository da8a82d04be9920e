import LanguageModels

/// What a provider's last response said of one of its limits, carried forward.
///
/// A bucket: it holds at most the limit, what is sent is taken out, and it fills up steadily, as providers'
/// own limits do: at first so that what was used is back after the time that they named, later by the
/// whole limit in that time, or a minute. Times are seconds from any one moment: this is asked for every
/// call, and durations are slow to divide.
struct LearnedLimit {
  private let limit: Double
  /// What there was at ``stamp``; below zero when more was sent than the provider knew of.
  private var level: Double
  private var stamp: Double
  /// When the provider's own figure is whole again.
  private let full: Double
  private let rate: Double
  private let laterRate: Double

  /// Creates a bucket from a response. What was sent after the request that it answers is not in its figure.
  init(_ window: ProviderLimits.Window, at now: Double, sentSince: Int) {
    limit = Double(window.limit)
    level = Double(window.reset > .zero ? window.remaining : window.limit) - Double(sentSince)
    stamp = now
    let reset = window.reset.inSeconds
    full = now + reset
    laterRate = limit / max(reset, 60)
    let used = limit - Double(window.remaining)
    rate = used > 0 && reset > 0 ? used / reset : laterRate
  }

  private func level(at now: Double) -> Double {
    let elapsed = now - stamp
    if now < full { return min(limit, level + rate * elapsed) }
    // What was sent before the figure was whole again is made up for, too.
    return stamp < full ? limit : min(limit, level + laterRate * elapsed)
  }

  /// Notes what is sent.
  mutating func send(_ amount: Int, at now: Double) {
    level = level(at: now) - Double(amount)
    stamp = now
  }

  /// How long until so much is allowed; zero when it is now, or when it can never be and only the
  /// provider can say so.
  func wait(for amount: Int, at now: Double) -> Duration {
    guard Double(amount) <= limit else { return .zero }
    let missing = Double(amount) - level(at: now)
    guard missing > 0 else { return .zero }
    guard now < full else { return .seconds(missing / laterRate) }
    return .seconds(min(missing / rate, full - now))
  }
}
