/// Since when a person has been writing, and which notices they were given: what decides when the next one is due.
///
/// It is part of a person's usage ledger, so that it is right across connections, repeated requests and processes. A session
/// is continuous writing, in whatever conversations and on whatever devices; only silence ends it. Times are in seconds
/// since 1970.
public struct NoticeClock: Sendable, Hashable {
  /// Continuous writing.
  public struct Session: Sendable, Hashable {
    /// The time of the first message.
    public var startedAt: Double
    /// The time of the latest message.
    public var lastMessageAt: Double

    /// Creates a session.
    public init(startedAt: Double, lastMessageAt: Double) {
      self.startedAt = startedAt
      self.lastMessageAt = lastMessageAt
    }
  }

  /// A notice that a person was given.
  public struct Given: Sendable, Hashable {
    /// What the notice tells.
    public var kind: NoticeKind
    /// What made it due.
    public var moment: NoticeMoment
    /// The id of the file of duties that asks for it, such as `us-ny`.
    public var jurisdiction: String
    /// The time at which it was given.
    public var at: Double
    /// The id of the request with whose reply it was given; empty after ``NoticeClock/repetitionTime``.
    public var requestID: String

    /// Creates a notice that was given.
    public init(
      kind: NoticeKind, moment: NoticeMoment, jurisdiction: String, at: Double, requestID: String
    ) {
      self.kind = kind
      self.moment = moment
      self.jurisdiction = jurisdiction
      self.at = at
      self.requestID = requestID
    }
  }

  /// The time for which a clock is kept, in seconds: 32 days, one more than any notice is spaced.
  public static let retention = 32 * 86_400.0
  /// The time for which a repeated request gets the notices that it got before, in seconds: that for which its id is kept.
  public static let repetitionTime = 86_400.0

  /// The present session, or the last one; `nil` if the person never wrote.
  public private(set) var session: Session?
  /// The notices that were given, the earliest first: those of the last day, and the last two of each kind.
  public private(set) var given: [Given] = []

  /// Creates the clock of a person who has not written yet.
  public init() {}

  package init(session: Session?, given: [Given]) {
    self.session = session
    self.given = given.sorted { $0.at < $1.at }
  }

  /// Whether there is nothing to keep.
  public var isEmpty: Bool { session == nil && given.isEmpty }

  /// Notes a message. It begins a session if there is none, or if the last message was `silence` seconds ago or more.
  public mutating func noteMessage(at unixTime: Double, silence: Double) {
    advance(to: unixTime)
    let now = Self.finite(unixTime)
    if let last = session?.lastMessageAt, now - last < silence {
      session?.lastMessageAt = now
    } else {
      session = Session(startedAt: now, lastMessageAt: now)
    }
  }

  /// Records a notice as given.
  public mutating func record(_ notice: Given) {
    given.append(notice)
    forgetOldNotices(at: notice.at)
  }

  /// Takes back notices of some kinds that were recorded for a request and not shown, so that a later one gives them.
  public mutating func withdraw(_ kinds: [NoticeKind], of requestID: String) {
    given.removeAll {
      kinds.contains($0.kind) && $0.requestID.utf8.elementsEqual(requestID.utf8)
    }
  }

  /// The last notice of a kind; `nil` if none was given.
  public func last(_ kind: NoticeKind) -> Given? { given.last { $0.kind == kind } }

  /// Returns the notices that were given with the reply to a request, within the time for which its id is kept. Ids are compared
  /// byte by byte.
  public func notices(of requestID: String, at unixTime: Double) -> [Given] {
    given.filter {
      $0.requestID.utf8.elementsEqual(requestID.utf8)
        && Self.finite(unixTime) < $0.at + Self.repetitionTime
    }
  }

  /// Returns how long the person has been writing without a pause, in seconds; 0 without a session.
  public func timeWriting(at unixTime: Double) -> Double {
    session.map { max(0, Self.finite(unixTime) - $0.startedAt) } ?? 0
  }

  /// Forgets what is too old to matter, and treats later times as this one: a clock may be set back.
  public mutating func advance(to unixTime: Double) {
    let now = Self.finite(unixTime)
    if var present = session {
      present.startedAt = min(present.startedAt, now)
      present.lastMessageAt = min(present.lastMessageAt, now)
      session = now < present.lastMessageAt + Self.retention ? present : nil
    }
    given.removeAll { now >= $0.at + Self.retention }
    for index in given.indices {
      given[index].at = min(given[index].at, now)
      // Ids are kept no longer than they are compared.
      if now >= given[index].at + Self.repetitionTime { given[index].requestID = "" }
    }
  }

  private mutating func forgetOldNotices(at now: Double) {
    var later: [NoticeKind: Int] = [:]
    let kept = given.reversed().filter { notice in
      later[notice.kind, default: 0] += 1
      return later[notice.kind, default: 0] <= 2 || now < notice.at + Self.repetitionTime
    }
    given = Array(kept.reversed())
  }

  private static func finite(_ unixTime: Double) -> Double { unixTime.isFinite ? unixTime : 0 }
}
