import LanguageModels

/// The requests of the last minute.
///
/// Exact, so that no interval of a minute contains more than the limit. Callers pass the current time.
struct SlidingWindow {
  private struct Entry {
    var time: ContinuousClock.Instant
    var tokens: Int
    /// The estimated tokens of all requests up to this one.
    var sum: Int
  }

  static let length = Duration.seconds(60)

  private var entries: [Entry] = []
  /// Entries before this index are older than a minute.
  private var first = 0
  /// The number of the entry at index 0.
  private var firstNumber = 0
  private(set) var tokens = 0
  /// The estimated tokens of all requests ever sent.
  private var sum = 0

  /// The number of requests within the last minute, as of the last call that passed a time.
  var requests: Int { entries.count - first }

  private mutating func expire(_ now: ContinuousClock.Instant) {
    while first < entries.count, entries[first].time + Self.length <= now {
      tokens -= entries[first].tokens
      first += 1
    }
    guard first > 64, first * 2 > entries.count else { return }
    entries.removeFirst(first)
    firstNumber += first
    first = 0
  }

  /// Returns how long until another request of `size` tokens fits; zero if it fits now.
  mutating func wait(
    for size: Int, requestLimit: Int, tokenLimit: Int, at now: ContinuousClock.Instant
  ) -> Duration {
    expire(now)
    var requests = requests
    var tokens = tokens
    var index = first
    var wait = Duration.zero
    while requests >= requestLimit || tokens > tokenLimit - size, index < entries.count {
      wait = now.duration(to: entries[index].time + Self.length)
      requests -= 1
      tokens -= entries[index].tokens
      index += 1
    }
    return wait
  }

  /// Adds a request that is sent now, and returns its number. Times must not decrease.
  mutating func add(_ tokens: Int, at now: ContinuousClock.Instant) -> Int {
    sum += tokens
    entries.append(Entry(time: now, tokens: tokens, sum: sum))
    self.tokens += tokens
    return firstNumber + entries.count - 1
  }

  /// Returns the number of requests, and their estimated tokens, that were sent after a request.
  func sent(after number: Int) -> (requests: Int, tokens: Int) {
    let place = number - firstNumber
    // The request is too old to be counted; the provider's figure is used as it is.
    guard place >= 0, place < entries.count else { return (0, 0) }
    return (entries.count - 1 - place, sum - entries[place].sum)
  }

  /// Replaces the estimated tokens of a request by the reported ones.
  mutating func settle(_ number: Int, tokens count: Int) {
    let place = number - firstNumber
    guard place >= first, place < entries.count else { return }
    tokens += count - entries[place].tokens
    entries[place].tokens = count
  }
}
