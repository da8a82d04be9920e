/// When a person wrote, as far back as their rate windows reach. Pure, told the time.
///
/// Exact: no stretch of a window's length holds more than its count, wherever it begins.
struct RateLog {
  /// Never decreasing.
  private(set) var times: [Double] = []

  /// Takes in that it is now this time: what was noted later counts as of now, and what lies further back
  /// than the longest window is gone for good.
  mutating func observe(_ now: Double, horizon: Double) {
    var place = times.count
    while place > 0, times[place - 1] > now {
      place -= 1
      times[place] = now
    }
    times.removeFirst(times.prefix { $0 + horizon <= now }.count)
  }

  /// How long until another message fits into all windows; nil when it does now. The time must have been
  /// observed.
  func wait(for windows: [RateWindow], at now: Double) -> Double? {
    var longest: Double?
    for window in windows where times.count >= window.count {
      // The message that has to leave the window first.
      let end = times[times.count - window.count] + window.seconds
      if end > now { longest = max(longest ?? 0, end - now) }
    }
    return longest
  }

  /// Notes a message that is sent now.
  mutating func add(_ now: Double) {
    times.append(now)
  }
}
