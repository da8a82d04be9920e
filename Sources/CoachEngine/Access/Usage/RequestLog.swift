import SourceFiles

/// The recently seen request ids. It reads no clock; callers pass the time.
struct RequestLog {
  private struct Key: Hashable {
    var person: String
    var id: String
  }

  private struct Entry {
    var digest: ContentDigest
    var started: Double
    var messageID: String?

    func isKept(at now: Double, _ retention: UsageRetention) -> Bool {
      now < started + (messageID == nil ? retention.running : retention.answered)
    }
  }

  private static let smallest = 1024

  private let retention: UsageRetention
  private let capacity: Int
  private var entries: [Key: Entry] = [:]
  /// The number of entries at which expired ones are removed next.
  private var threshold: Int

  init(_ retention: UsageRetention, capacity: Int) {
    self.retention = retention
    self.capacity = max(1, capacity)
    threshold = min(self.capacity, Self.smallest)
  }

  var count: Int { entries.count }

  /// Returns the state of a request and records it as started if it is new.
  mutating func begin(
    _ id: String, of person: String, digest: ContentDigest, at unixTime: Double
  ) -> SeenRequest {
    let now = unixTime.isFinite ? unixTime : 0
    let key = Key(person: person, id: id)
    if var entry = entries[key] {
      entry.started = min(entry.started, now)
      if entry.isKept(at: now, retention) {
        entries[key] = entry
        guard entry.digest == digest else { return .differs }
        return entry.messageID.map { .answered(messageID: $0) } ?? .running
      }
    }
    if entries.count >= threshold { makeRoom(at: now) }
    entries[key] = Entry(digest: digest, started: now, messageID: nil)
    return .new
  }

  /// Records the answer to a request, or removes the request if there is none.
  mutating func finish(_ id: String, of person: String, messageID: String?) {
    let key = Key(person: person, id: id)
    guard let entry = entries[key], entry.messageID == nil else { return }
    if messageID == nil {
      entries[key] = nil
    } else {
      entries[key]?.messageID = messageID
    }
  }

  /// Removes expired entries, then the oldest answered ones.
  ///
  /// Requests in progress stay: forgetting one would allow it to be answered twice at once.
  private mutating func makeRoom(at now: Double) {
    entries = entries.compactMapValues { entry in
      var entry = entry
      entry.started = min(entry.started, now)
      return entry.isKept(at: now, retention) ? entry : nil
    }
    if entries.count >= capacity {
      let answered = entries.filter { $0.value.messageID != nil }
        .sorted { $0.value.started < $1.value.started }
      let surplus = entries.count - capacity * 3 / 4
      for (key, _) in answered.prefix(surplus) { entries[key] = nil }
    }
    // Doubling keeps the amortised cost of these sweeps constant for each insertion.
    let next = max(Self.smallest, entries.count * 2)
    threshold = entries.count < capacity ? min(capacity, next) : next
  }
}
