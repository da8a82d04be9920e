import SourceFiles

/// The request ids that were seen of late. Pure, told the time.
struct RequestLog {
  private struct Key: Hashable {
    var person: String
    var id: String
  }

  private struct Entry {
    var digest: ContentDigest
    var begun: Double
    var messageID: String?

    func isKept(at now: Double, _ retention: UsageRetention) -> Bool {
      now < begun + (messageID == nil ? retention.running : retention.answered)
    }
  }

  private static let smallest = 1024

  private let retention: UsageRetention
  private let capacity: Int
  private var entries: [Key: Entry] = [:]
  /// At how many entries the old ones are looked for next.
  private var threshold: Int

  init(_ retention: UsageRetention, capacity: Int) {
    self.retention = retention
    self.capacity = max(1, capacity)
    threshold = min(self.capacity, Self.smallest)
  }

  var count: Int { entries.count }

  /// Says what is known of a request, and takes it as begun when that is nothing.
  mutating func begin(
    _ id: String, of person: String, digest: ContentDigest, at unixTime: Double
  ) -> SeenRequest {
    let now = unixTime.isFinite ? unixTime : 0
    let key = Key(person: person, id: id)
    if var entry = entries[key] {
      entry.begun = min(entry.begun, now)
      if entry.isKept(at: now, retention) {
        entries[key] = entry
        guard entry.digest == digest else { return .differs }
        return entry.messageID.map { .answered(messageID: $0) } ?? .running
      }
    }
    if entries.count >= threshold { makeRoom(at: now) }
    entries[key] = Entry(digest: digest, begun: now, messageID: nil)
    return .new
  }

  /// Notes an answer, or that there is none.
  mutating func finish(_ id: String, of person: String, messageID: String?) {
    let key = Key(person: person, id: id)
    guard let entry = entries[key], entry.messageID == nil else { return }
    if messageID == nil {
      entries[key] = nil
    } else {
      entries[key]?.messageID = messageID
    }
  }

  /// Lets go of what is too old, then of the oldest answers. What is running stays: to forget it would let
  /// it be answered twice at once.
  private mutating func makeRoom(at now: Double) {
    entries = entries.compactMapValues { entry in
      var entry = entry
      entry.begun = min(entry.begun, now)
      return entry.isKept(at: now, retention) ? entry : nil
    }
    if entries.count >= capacity {
      let answered = entries.filter { $0.value.messageID != nil }
        .sorted { $0.value.begun < $1.value.begun }
      let surplus = entries.count - capacity * 3 / 4
      for (key, _) in answered.prefix(surplus) { entries[key] = nil }
    }
    // Twice what is left, so that looking through all of it costs little for each that is added.
    let next = max(Self.smallest, entries.count * 2)
    threshold = entries.count < capacity ? min(capacity, next) : next
  }
}
