import LanguageModels

/// One of a provider's limits, extrapolated from what its last response reported.
///
/// A token bucket: it holds at most the limit, requests are taken out, and it refills steadily, as the
/// providers' own limits do. Until the reported reset it refills at the rate at which the used part returns
/// by then; afterwards by the whole limit per reset period, or per minute if that is longer. Times are
/// seconds from an arbitrary origin: the wait is computed for every call, and dividing `Duration`s is slow.
struct LearnedLimit {
  private let limit: Double
  /// The level at ``stamp``; negative if more was sent than the provider had counted.
  private var level: Double
  private var stamp: Double
  /// When the provider's own count is back at its limit.
  private let full: Double
  private let rate: Double
  private let laterRate: Double

  /// Creates a bucket from a response. The response does not count what was sent after its request,
  /// `sentSince`.
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
    // The reset restores what was sent before it, too.
    return stamp < full ? limit : min(limit, level + laterRate * elapsed)
  }

  /// Takes an amount out of the bucket.
  mutating func send(_ amount: Int, at now: Double) {
    level = level(at: now) - Double(amount)
    stamp = now
  }

  /// Returns how long until an amount is allowed. Zero if it is allowed now, or if it exceeds the limit: then
  /// the provider decides.
  func wait(for amount: Int, at now: Double) -> Duration {
    guard Double(amount) <= limit else { return .zero }
    let missing = Double(amount) - level(at: now)
    guard missing > 0 else { return .zero }
    guard now < full else { return .seconds(min(missing / laterRate, 86_400)) }
    return .seconds(min(missing / rate, full - now))
  }
}
