public import CoachModel
import Documents

/// The days on which a conversation signalled danger, by category and without a word of it.
///
/// The coach should not greet somebody with homework on the day after, and nobody should get a cheerful reminder. It takes no
/// more than a date to be considerate, so nothing else is kept.
public struct CrisisLog: Sendable, Hashable {
  /// A day.
  public struct Entry: Sendable, Hashable {
    /// The person's day.
    public var day: CalendarDay
    /// The categories of danger, as the screen names them, such as `abuse`; sorted.
    public var categories: [String]
    /// Whether the coach has asked since how things are.
    public var isTakenUp: Bool
  }

  /// The days, the earliest first.
  public private(set) var entries: [Entry] = []
  /// The day on which the person had the log deleted; what happened until then does not come back from another copy.
  private(set) var deleted: CalendarDay?

  /// The number of days without nudges.
  public static let restDays = 14
  /// The number of days for which an entry is kept.
  private static let keptDays = 90

  /// Creates an empty log.
  public init() {}

  /// The last day; `nil` if there is none.
  public var last: CalendarDay? { entries.last?.day }

  /// Whether the coach has not yet asked how things are since the last day.
  public var isPending: Bool { entries.last.map { !$0.isTakenUp } ?? false }

  /// Records that a conversation signalled danger.
  public mutating func note(_ categories: [String], on day: CalendarDay) {
    // A deletion is about what was known then.
    if let deleted, deleted >= day { self.deleted = CalendarDay(number: day.number - 1) }
    insert(Entry(day: day, categories: categories, isTakenUp: false))
    for index in entries.indices where entries[index].day == day {
      entries[index].isTakenUp = false
    }
    entries.removeAll { day.number - $0.day.number > Self.keptDays }
  }

  /// Records that the coach has asked how things are.
  public mutating func takeUp() {
    for index in entries.indices { entries[index].isTakenUp = true }
  }

  /// Deletes the log.
  public mutating func delete(on day: CalendarDay) {
    entries = []
    deleted = max(deleted ?? day, day)
  }

  func merged(with other: CrisisLog) -> CrisisLog {
    var merged = CrisisLog()
    merged.deleted = [deleted, other.deleted].compactMap { $0 }.max()
    for entry in entries + other.entries {
      if let deleted = merged.deleted, entry.day <= deleted { continue }
      merged.insert(entry)
    }
    return merged
  }

  private mutating func insert(_ entry: Entry) {
    var entry = entry
    if let index = entries.firstIndex(where: { $0.day == entry.day }) {
      entry.categories += entries[index].categories
      entry.isTakenUp = entry.isTakenUp || entries[index].isTakenUp
      entries.remove(at: index)
    }
    entry.categories = Set(entry.categories).sorted()
    entries.append(entry)
    entries.sort { $0.day < $1.day }
  }
}

extension CrisisLog {
  static let members = JSONObjectForm<CrisisLog>(
    "days that signalled danger", .list("days", \.entries, Entry.members.form),
    .optional("deleted", \.deleted, .day)
  ) { object in
    var log = CrisisLog()
    log.deleted = object.deleted
    for entry in object.entries { log.insert(entry) }
    return log
  }
}

extension CrisisLog.Entry {
  static let members = JSONObjectForm<CrisisLog.Entry>(
    "a day that signalled danger", .required("day", \.day, .day),
    .list("categories", \.categories, .filledText), .required("is_taken_up", \.isTakenUp, .bool)
  ) { CrisisLog.Entry(day: $0.day, categories: $0.categories, isTakenUp: $0.isTakenUp) }
}
