public import CoachModel
import Documents

/// How often a person wants to hear from the coach between sessions.
public enum NudgeFrequency: String, Sendable, Hashable, CaseIterable {
  /// At most once a day.
  case daily
  /// At most three times in seven days, not on two days in a row.
  case fewTimesAWeek = "few_times_a_week"
  /// At most once in seven days.
  case weekly

  /// The minimum number of days from one nudge to the next.
  var minimumDays: Int {
    switch self {
    case .daily: 1
    case .fewTimesAWeek: 2
    case .weekly: 7
    }
  }

  /// The maximum number of nudges in seven days.
  var maximumInWeek: Int {
    switch self {
    case .daily: 7
    case .fewTimesAWeek: 3
    case .weekly: 1
    }
  }
}

/// What gives the occasion for a nudge, in the order of priority.
public enum NudgeOccasion: Sendable, Hashable {
  /// Something that the person said is coming up.
  case event(UpcomingEvent)
  /// A theme that keeps coming back.
  case pattern(String)
  /// The person has not been there for some days.
  case reEngagement(daysAway: Int)

  /// The name of the kind, as the prompt `nudge` has it.
  public var kind: String {
    switch self {
    case .event: "event"
    case .pattern: "pattern"
    case .reEngagement: "re_engagement"
    }
  }

  /// What distinguishes it from others of its kind.
  var key: String {
    switch self {
    case .event(let event): event.id
    case .pattern(let text): text
    case .reEngagement: ""
    }
  }
}

/// Whether a person gets a nudge on a day, and why.
public struct NudgeDecision: Sendable, Hashable {
  /// The occasion; `nil` for no nudge.
  public var occasion: NudgeOccasion?
  /// Why, in words for operators.
  public var reason: String

  /// Creates a decision.
  public init(occasion: NudgeOccasion?, reason: String) {
    self.occasion = occasion
    self.reason = reason
  }
}

/// The settings for nudges, and what was sent.
public struct NudgeLog: Sendable, Hashable {
  /// An attempt that was made or decided against.
  public struct Entry: Sendable, Hashable {
    /// The person's day.
    public var day: CalendarDay
    /// The kind of occasion; `nil` if there was none.
    public var kind: String?
    /// The digest of what the occasion was, so that it is not taken up again.
    var key: String?
    /// Whether a nudge was sent.
    public var isSent: Bool
    /// Why, in words for operators.
    public var reason: String
  }

  /// How often the person wants nudges.
  public var frequency = NudgeFrequency.fewTimesAWeek
  /// The days of the week without nudges, from 1 for Monday to 7 for Sunday.
  public var quietDays: Set<Int> = []
  /// The attempts of the last year, the earliest first.
  public private(set) var entries: [Entry] = []

  /// The number of days without a session from which a person counts as away.
  public static let awayDays = 3
  /// The number of days for which attempts are kept.
  private static let keptDays = 366

  /// Creates a log with the standard settings.
  public init() {}

  /// What a decision rests on, beside settings and log.
  public struct Situation: Sendable, Hashable {
    /// The person's current day.
    public var today: CalendarDay
    /// Whether the person accepted being contacted between sessions.
    public var isAllowed: Bool
    /// The days on which the person had sessions.
    public var sessionDays: [CalendarDay]
    /// What the person said is coming up.
    public var events: [UpcomingEvent]
    /// The themes that keep coming back, the most important first.
    public var themes: [String]
    /// The last day on which a conversation signalled danger; `nil` if there was none.
    public var lastCrisis: CalendarDay?
    /// The number of nudges that may still be written today for anybody.
    public var remainingCalls: Int

    /// Creates a situation.
    public init(
      today: CalendarDay, isAllowed: Bool, sessionDays: [CalendarDay], events: [UpcomingEvent],
      themes: [String], lastCrisis: CalendarDay? = nil, remainingCalls: Int
    ) {
      self.today = today
      self.isAllowed = isAllowed
      self.sessionDays = sessionDays
      self.events = events
      self.themes = themes
      self.lastCrisis = lastCrisis
      self.remainingCalls = remainingCalls
    }
  }

  /// Decides whether the person gets a nudge today. Over the daily cap nobody does: nothing general is sent instead.
  public func decision(_ situation: Situation) -> NudgeDecision {
    let occasion: NudgeOccasion
    switch candidate(id: "", situation).finding(on: situation.today) {
    case .hold(let reason): return NudgeDecision(occasion: nil, reason: reason)
    case .nothing: return NudgeDecision(occasion: nil, reason: "there is no occasion")
    case .event(let index): occasion = .event(situation.eventsInOrder[index])
    case .theme(let index): occasion = .pattern(situation.themes[index])
    case .away(let days): occasion = .reEngagement(daysAway: days)
    }
    guard situation.remainingCalls > 0 else {
      return NudgeDecision(occasion: nil, reason: "the daily cap of nudges is reached")
    }
    return NudgeDecision(occasion: occasion, reason: occasion.kind)
  }

  /// What a decision rests on, without anybody's words.
  func candidate(id: String, _ situation: Situation) -> NudgeCandidate {
    NudgeCandidate(
      id: id, isAllowed: situation.isAllowed, frequency: frequency, quietDays: quietDays.sorted(),
      sessionDays: situation.sessionDays,
      events: situation.eventsInOrder.map {
        NudgeCandidate.Event(key: Self.digest(.event($0)), day: $0.day)
      }, themes: situation.themes.map { Self.digest(.pattern($0)) },
      sent: entries.filter(\.isSent).map { NudgeCandidate.Sent(day: $0.day, key: $0.key) },
      lastCrisis: situation.lastCrisis)
  }

  /// Records an attempt. `isSent` is false if nothing was sent after all, such as when the model found no suitable text.
  public mutating func record(
    _ decision: NudgeDecision, isSent: Bool, reason: String? = nil, on day: CalendarDay
  ) {
    entries.append(
      Entry(
        day: day, kind: decision.occasion?.kind, key: decision.occasion.map(Self.digest),
        isSent: isSent, reason: reason ?? decision.reason))
    entries.removeAll { day.number - $0.day.number > Self.keptDays }
  }

  /// Adds attempts that another copy of the log has and this one does not.
  public mutating func add(_ others: [Entry]) {
    let known = Set(entries)
    entries += others.filter { !known.contains($0) }
  }

  private static func digest(_ occasion: NudgeOccasion) -> String {
    WordingDigest.digest(occasion.key, salt: occasion.kind)
  }

  func merged(with other: NudgeLog) -> NudgeLog {
    var merged = self
    merged.entries = Set(entries + other.entries).sorted { $0.order < $1.order }
    return merged
  }
}

extension NudgeLog.Situation {
  /// The events by day, and of one day by their ids.
  fileprivate var eventsInOrder: [UpcomingEvent] {
    events.sorted { ($0.day, $0.id) < ($1.day, $1.id) }
  }
}

extension NudgeLog.Entry {
  fileprivate var order: (Int, String, String, String, Int) {
    (day.number, kind ?? "", key ?? "", reason, isSent ? 1 : 0)
  }
}

extension NudgeLog {
  static let members = JSONObjectForm<NudgeLog>(
    "nudges", .optional("frequency", \.frequency, .choice, default: .fewTimesAWeek),
    .list("quiet_days", \.quietDaysInOrder, .integer(from: 1, through: 7)),
    .list("entries", \.entries, Entry.members.form)
  ) { object in
    var log = NudgeLog()
    log.frequency = object.frequency
    log.quietDays = Set(object.quietDaysInOrder)
    log.entries = object.entries
    return log
  }

  private var quietDaysInOrder: [Int] { quietDays.sorted() }
}

extension NudgeLog.Entry {
  static let members = JSONObjectForm<NudgeLog.Entry>(
    "an attempt to nudge", .required("day", \.day, .day), .optional("kind", \.kind, .filledText),
    .optional("key", \.key, .text), .required("is_sent", \.isSent, .bool),
    .required("reason", \.reason, .text)
  ) {
    NudgeLog.Entry(day: $0.day, kind: $0.kind, key: $0.key, isSent: $0.isSent, reason: $0.reason)
  }
}
