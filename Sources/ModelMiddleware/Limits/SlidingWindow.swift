import LanguageModels

/// What was sent in the last minute. Pure, told the time; exact, so that no minute holds more than the
/// limit, wherever it begins.
struct SlidingWindow {
  private struct Entry {
    var time: ContinuousClock.Instant
    var tokens: Int
    /// The tokens of all requests up to this one, as they were guessed.
    var sum: Int
  }

  static let length = Duration.seconds(60)

  private var entries: [Entry] = []
  /// Entries before this place are older than a minute.
  private var first = 0
  /// The number that the entry at place 0 had when it was added.
  private var firstNumber = 0
  private(set) var tokens = 0
  /// The tokens of all requests that were ever sent, as they were guessed.
  private var sum = 0

  /// Requests of the last minute, as of the last call with a time.
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

  /// How long until another request of so many tokens fits; zero when it does now.
  mutating func wait(
    for size: Int, requestLimit: Int, tokenLimit: Int, at now: ContinuousClock.Instant
  ) -> Duration {
    expire(now)
    var requests = requests
    var tokens = tokens
    var place = first
    var wait = Duration.zero
    while requests >= requestLimit || tokens > tokenLimit - size, place < entries.count {
      wait = now.duration(to: entries[place].time + Self.length)
      requests -= 1
      tokens -= entries[place].tokens
      place += 1
    }
    return wait
  }

  /// Notes a request that is sent now, and returns its number. Times must not go back.
  mutating func add(_ tokens: Int, at now: ContinuousClock.Instant) -> Int {
    sum += tokens
    entries.append(Entry(time: now, tokens: tokens, sum: sum))
    self.tokens += tokens
    return firstNumber + entries.count - 1
  }

  /// What was sent after a request: how many others, of how many tokens.
  func sent(after number: Int) -> (requests: Int, tokens: Int) {
    let place = number - firstNumber
    // Of a request that was sent so long ago nobody knows; the provider's figure is as good as new.
    guard place >= 0, place < entries.count else { return (0, 0) }
    return (entries.count - 1 - place, sum - entries[place].sum)
  }

  /// Replaces a guess by a count.
  mutating func settle(_ number: Int, tokens count: Int) {
    let place = number - firstNumber
    guard place >= first, place < entries.count else { return }
    tokens += count - entries[place].tokens
    entries[place].tokens = count
  }
}
