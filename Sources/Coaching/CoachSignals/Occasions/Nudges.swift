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
  /// The person's trial ends tomorrow, on this day.
  case trialEnding(on: CalendarDay)
  /// Something that the person said is coming up.
  case event(UpcomingEvent)
  /// A theme that keeps coming back.
  case pattern(String)
  /// The person has not been there for some days.
  case reEngagement(daysAway: Int)

  /// The name of the kind, as the prompt `nudge` has it.
  public var kind: String {
    switch self {
    case .trialEnding: Self.trialEndingKind
    case .event: "event"
    case .pattern: "pattern"
    case .reEngagement: "re_engagement"
    }
  }

  static let trialEndingKind = "trial_ending"

  /// Whether a model writes the text, so that it counts towards the daily cap of calls.
  public var needsModel: Bool { kind != Self.trialEndingKind }

  /// What distinguishes it from others of its kind.
  var key: String {
    switch self {
    case .trialEnding(let day): day.description
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
    /// The time of the attempt in seconds since 1970; `nil` in entries of earlier versions.
    public var time: Double?
    /// The time at which the person opened the nudge, in seconds since 1970; `nil` if they did not, or the app did not say so.
    public internal(set) var openedAt: Double?
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
    /// The day on which a running trial ends; `nil` for no trial, and for a person who does not want to be contacted.
    public var trialEnd: CalendarDay?
    /// The last day on which a conversation signalled danger; `nil` if there was none.
    public var lastCrisis: CalendarDay?
    /// The number of nudges that may still be written today for anybody.
    public var remainingCalls: Int

    /// Creates a situation.
    public init(
      today: CalendarDay, isAllowed: Bool, sessionDays: [CalendarDay], events: [UpcomingEvent],
      themes: [String], trialEnd: CalendarDay? = nil, lastCrisis: CalendarDay? = nil,
      remainingCalls: Int
    ) {
      self.today = today
      self.isAllowed = isAllowed
      self.sessionDays = sessionDays
      self.events = events
      self.themes = themes
      self.trialEnd = trialEnd
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
    case .trialEnding(let day): occasion = .trialEnding(on: day)
    case .event(let index): occasion = .event(situation.eventsInOrder[index])
    case .theme(let index): occasion = .pattern(situation.themes[index])
    case .away(let days): occasion = .reEngagement(daysAway: days)
    }
    guard situation.remainingCalls > 0 || !occasion.needsModel else {
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
      trialEnd: situation.trialEnd, lastCrisis: situation.lastCrisis)
  }

  /// Records an attempt at a time in seconds since 1970. `isSent` is false if nothing was sent after all, such as when the
  /// model found no suitable text.
  public mutating func record(
    _ decision: NudgeDecision, isSent: Bool, reason: String? = nil, on day: CalendarDay,
    at time: Double? = nil
  ) {
    entries.append(
      Entry(
        day: day, kind: decision.occasion?.kind, key: decision.occasion.map(Self.digest),
        isSent: isSent, reason: reason ?? decision.reason, time: time))
    entries.removeAll { day.number - $0.day.number > Self.keptDays }
  }

  /// Records that the person opened the nudge of a day, or the last one, at a time in seconds since 1970. Returns its kind;
  /// `nil` if there was none. Of several reports the earliest time is kept.
  mutating func open(sentOn day: CalendarDay?, at time: Double) -> (day: CalendarDay, kind: String)?
  {
    let place = entries.indices.last { index in
      entries[index].isSent && (day.map { $0 == entries[index].day } ?? true)
    }
    guard let place, let kind = entries[place].kind else { return nil }
    entries[place].openedAt = min(entries[place].openedAt ?? time, time)
    return (entries[place].day, kind)
  }

  /// Adds attempts that another copy of the log has and this one does not.
  public mutating func add(_ others: [Entry]) {
    var places = Dictionary(entries.enumerated().map { ($0.element.attempt, $0.offset) }) {
      first, _ in first
    }
    for other in others {
      if let place = places[other.attempt] {
        entries[place].openedAt = [entries[place].openedAt, other.openedAt].compactMap(\.self).min()
      } else {
        places[other.attempt] = entries.endIndex
        entries.append(other)
      }
    }
  }

  private static func digest(_ occasion: NudgeOccasion) -> String {
    WordingDigest.digest(occasion.key, salt: occasion.kind)
  }

  func merged(with other: NudgeLog) -> NudgeLog {
    var merged = self
    merged.add(other.entries)
    merged.entries.sort { $0.order < $1.order }
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
  fileprivate var order: (Int, Double, String, String, String, Int) {
    (day.number, time ?? 0, kind ?? "", key ?? "", reason, isSent ? 1 : 0)
  }

  /// The attempt without what became of it, which two copies of a log may know differently.
  fileprivate var attempt: NudgeLog.Entry {
    var attempt = self
    attempt.openedAt = nil
    return attempt
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
    .required("reason", \.reason, .text), .optional("at", \.time, .unixTime),
    .optional("opened_at", \.openedAt, .unixTime)
  ) {
    NudgeLog.Entry(
      day: $0.day, kind: $0.kind, key: $0.key, isSent: $0.isSent, reason: $0.reason,
      time: $0.time, openedAt: $0.openedAt)
  }
}
