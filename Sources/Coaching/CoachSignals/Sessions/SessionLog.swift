import CoachModel
import Documents

/// The sessions of a person that are over. It is the one place that knows their number.
public struct SessionLog: Sendable, Hashable {
  /// The sessions, the earliest first.
  public private(set) var records: [SessionRecord]
  /// The digests of the ids of sessions whose conversation was forgotten. They still count, and do not come back.
  private(set) var forgotten: Set<String>
  /// The number of sessions from before the log existed.
  public var earlier: Int

  /// Creates a log without sessions, except for those that another system has counted.
  public init(earlier: Int = 0) {
    self.init(records: [], forgotten: [], earlier: earlier)
  }

  init(records: [SessionRecord], forgotten: Set<String>, earlier: Int) {
    self.records = records
    self.forgotten = forgotten
    self.earlier = earlier
  }

  /// The number of completed sessions, including discovery and those that were forgotten.
  public var count: Int { earlier + records.count + forgotten.count }

  /// The last session; `nil` if there is none.
  public var last: SessionRecord? { records.last }

  /// Returns a session by its id.
  public func record(_ id: String) -> SessionRecord? { records.first { $0.id == id } }

  /// Returns whether a session is in the log with at least as many messages of the person, or was forgotten.
  func contains(_ id: String, messages: Int) -> Bool {
    isForgotten(id)
      || record(id).map { $0.figures.messages >= messages } ?? false
  }

  /// Returns whether a session was forgotten with its conversation.
  func isForgotten(_ id: String) -> Bool {
    !forgotten.isEmpty && forgotten.contains(Self.digest(id))
  }

  /// Adds a session, or replaces one that had fewer messages of the person. Returns whether that changed anything.
  @discardableResult
  mutating func add(_ record: SessionRecord) -> Bool {
    guard !contains(record.id, messages: record.figures.messages) else { return false }
    records.removeAll { $0.id == record.id }
    records.append(record)
    records.sort { ($0.endedAt, $0.id) < ($1.endedAt, $1.id) }
    return true
  }

  /// Removes the sessions of conversations; their number stays.
  mutating func forget(conversations ids: Set<String>) {
    for record in records where ids.contains(record.conversation) {
      forgotten.insert(Self.digest(record.id))
    }
    records.removeAll { ids.contains($0.conversation) }
  }

  /// Removes what was noted about some sessions.
  mutating func removeNotes(of ids: Set<String>) {
    for index in records.indices where ids.contains(records[index].id) {
      records[index].removeNotes()
    }
  }

  /// Returns the sessions of both logs. Of two records of a session, the one with more messages counts, then the later one.
  func merged(with other: SessionLog) -> SessionLog {
    let forgotten = forgotten.union(other.forgotten)
    let best = Dictionary((records + other.records).map { ($0.id, $0) }) {
      $0.order < $1.order ? $1 : $0
    }
    return SessionLog(
      records: best.values.filter { !forgotten.contains(Self.digest($0.id)) }
        .sorted { ($0.endedAt, $0.id) < ($1.endedAt, $1.id) },
      forgotten: forgotten, earlier: max(earlier, other.earlier))
  }

  private static func digest(_ id: String) -> String {
    WordingDigest.digest(id, salt: "session")
  }
}

extension SessionRecord {
  /// Removes what was noted about the session.
  mutating func removeNotes() {
    summary = nil
    title = nil
    openQuestion = nil
    themes = []
    progress = []
  }

  fileprivate var order: (Int, Double, String) {
    (figures.messages, endedAt, summary ?? title ?? "")
  }
}

extension SessionLog {
  static let members = JSONObjectForm<SessionLog>(
    "sessions", .list("records", \.records, SessionRecord.members.form),
    .list("forgotten", \.forgottenInOrder, .text),
    // Half, so that its sum with the records can be read again.
    .optional(
      "earlier", \.earlier, .integer(through: JSONForm<Int>.largestCount / 2), default: 0)
  ) {
    SessionLog(
      records: $0.records, forgotten: Set($0.forgottenInOrder), earlier: $0.earlier)
  }

  private var forgottenInOrder: [String] { forgotten.sorted() }
}
