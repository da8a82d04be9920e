public import CoachModel
import JSON

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
  /// The number of days after which a theme may be taken up again.
  private static let themeRest = 21
  /// The days around an event on which it is taken up: from the day before to the day after.
  private static let eventDays = -1...1
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
    /// The number of nudges that may still be written today for anybody.
    public var remainingCalls: Int

    /// Creates a situation.
    public init(
      today: CalendarDay, isAllowed: Bool, sessionDays: [CalendarDay], events: [UpcomingEvent],
      themes: [String], remainingCalls: Int
    ) {
      self.today = today
      self.isAllowed = isAllowed
      self.sessionDays = sessionDays
      self.events = events
      self.themes = themes
      self.remainingCalls = remainingCalls
    }
  }

  /// Decides whether the person gets a nudge today. Over the daily cap nobody does: nothing general is sent instead.
  public func decision(_ situation: Situation) -> NudgeDecision {
    if let hold = hold(situation) { return NudgeDecision(occasion: nil, reason: hold) }
    guard let occasion = occasion(situation) else {
      return NudgeDecision(occasion: nil, reason: "there is no occasion")
    }
    guard situation.remainingCalls > 0 else {
      return NudgeDecision(occasion: nil, reason: "the daily cap of nudges is reached")
    }
    return NudgeDecision(occasion: occasion, reason: occasion.kind)
  }

  private func hold(_ situation: Situation) -> String? {
    let today = situation.today
    guard situation.isAllowed else { return "the person did not accept check-ins" }
    if quietDays.contains(today.weekday) { return "a quiet day" }
    if situation.sessionDays.contains(today) { return "there was a session today" }
    let sent = entries.filter { $0.isSent && $0.day <= today }.map(\.day)
    if let last = sent.max() {
      let days = today.number - last.number
      if days == 0 { return "there was one today" }
      if days < frequency.minimumDays { return "the last one was \(days) days ago" }
    }
    let recent = sent.count { today.number - $0.number < 7 }
    return recent >= frequency.maximumInWeek ? "\(recent) in the last seven days" : nil
  }

  private func occasion(_ situation: Situation) -> NudgeOccasion? {
    let today = situation.today
    let sent = entries.filter(\.isSent)
    let event = situation.events.filter { event in
      Self.eventDays.contains(today.number - event.day.number)
        && !sent.contains { $0.key == Self.digest(.event(event)) }
    }.min { ($0.day, $0.id) < ($1.day, $1.id) }
    if let event { return .event(event) }
    let theme = situation.themes.first { theme in
      !sent.contains {
        $0.key == Self.digest(.pattern(theme)) && today.number - $0.day.number < Self.themeRest
      }
    }
    if let theme { return .pattern(theme) }
    guard let last = situation.sessionDays.filter({ $0 <= today }).max() else { return nil }
    let away = today.number - last.number
    return away >= Self.awayDays ? .reEngagement(daysAway: away) : nil
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

  private static func digest(_ occasion: NudgeOccasion) -> String {
    WordingDigest.digest(occasion.key, salt: occasion.kind)
  }

  func merged(with other: NudgeLog) -> NudgeLog {
    var merged = self
    merged.entries = Set(entries + other.entries).sorted { $0.order < $1.order }
    return merged
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
  ) { _, frequency, quietDays, entries in
    var log = NudgeLog()
    log.frequency = frequency
    log.quietDays = Set(quietDays)
    log.entries = entries
    return log
  }

  private var quietDaysInOrder: [Int] { quietDays.sorted() }
}

extension NudgeLog.Entry {
  static let members = JSONObjectForm<NudgeLog.Entry>(
    "an attempt to nudge", .required("day", \.day, .day), .optional("kind", \.kind, .filledText),
    .optional("key", \.key, .text), .required("is_sent", \.isSent, .bool),
    .required("reason", \.reason, .text)
  ) { NudgeLog.Entry(day: $1, kind: $2, key: $3, isSent: $4, reason: $5) }
}
