/// The times of a person's messages, as far back as their rate windows reach.
///
/// The limit is exact: no interval of a window's length contains more than its count, wherever it starts.
struct RateLog: Sendable, Hashable {
  /// The length of the longest window used so far, in seconds.
  var horizon = 0.0
  /// The times in non-decreasing order.
  var times: [Double] = []

  /// Keeps times for as long as these windows need them.
  mutating func widen(to windows: [RateWindow]) {
    horizon = windows.reduce(horizon) { max($0, $1.seconds) }
  }

  /// Advances or sets back the time: later entries are moved to `now`, and entries older than the longest window
  /// are removed.
  mutating func observe(_ now: Double) {
    var index = times.count
    while index > 0, times[index - 1] > now {
      index -= 1
      times[index] = now
    }
    times.removeFirst(times.prefix { $0 + horizon <= now }.count)
  }

  /// Returns the time until another message fits into all windows; `nil` if it fits now.
  ///
  /// ``observe(_:)`` must have been called with the same time.
  func wait(for windows: [RateWindow], at now: Double) -> Double? {
    var longest: Double?
    for window in windows where times.count >= window.count {
      // The message that has to leave the window for another one to fit.
      let end = times[times.count - window.count] + window.seconds
      if end > now { longest = max(longest ?? 0, end - now) }
    }
    return longest
  }

  /// Removes a message that was sent at a time.
  mutating func remove(_ time: Double) {
    if let index = times.lastIndex(of: time) { times.remove(at: index) }
  }

  /// Adds a message that is sent now. Without windows, nobody asks for it.
  mutating func add(_ now: Double) {
    if horizon > 0 { times.append(now) }
  }
}
