public import CoachModel
public import Documents
public import SourceFiles

/// What a decision about a nudge rests on, without anything that the person said: settings, days, and digests of events and
/// themes.
///
/// Planning a day for many people reads candidates rather than records, which are a hundred times as large. Keep the candidate
/// of a record beside it: ``PersonRecord/nudgeCandidate(zone:trialEnd:isPublic:)``.
public struct NudgeCandidate: Sendable, Hashable {
  /// Something that is coming up.
  public struct Event: Sendable, Hashable {
    /// The digest of what it is.
    public var key: String
    /// The day.
    public var day: CalendarDay
  }

  /// A nudge that was sent.
  public struct Sent: Sendable, Hashable {
    /// The person's day.
    public var day: CalendarDay
    /// The digest of its occasion; `nil` if it is not known.
    public var key: String?
  }

  /// The caller's id of the person.
  public var id: String
  /// Whether the person accepted being contacted between sessions.
  public var isAllowed: Bool
  /// How often the person wants nudges.
  public var frequency: NudgeFrequency
  /// The days of the week without nudges, from 1 for Monday to 7 for Sunday, ascending.
  public var quietDays: [Int]
  /// The last days on which the person had sessions.
  public var sessionDays: [CalendarDay]
  /// What is coming up.
  public var events: [Event]
  /// The digests of the themes that keep coming back, the most important first.
  public var themes: [String]
  /// The nudges that were sent.
  public var sent: [Sent]
  /// The day on which a running trial ends; `nil` for no trial, and for a person who does not want to be contacted.
  public var trialEnd: CalendarDay?
  /// The last day on which a conversation signalled danger; `nil` if there was none.
  public var lastCrisis: CalendarDay?

  /// The occasion for a nudge, or why there is none.
  enum Finding: Hashable {
    case hold(String)
    /// A trial ends tomorrow.
    case trialEnding(on: CalendarDay)
    /// An event, by its position.
    case event(Int)
    /// A theme, by its position.
    case theme(Int)
    case away(days: Int)
    case nothing
  }

  /// The number of days after which a theme may be taken up again.
  private static let themeRest = 21
  /// The same for a person who has been quiet: a theme may be what they are busy with.
  private static let quietThemeRest = 10
  /// The days around an event on which it is taken up: from the day before to the day after.
  private static let eventDays = -1...1

  /// Returns what there is to say to the person on a day.
  func finding(on today: CalendarDay) -> Finding {
    let isTrialEnding = trialEnd.map { $0.number - today.number == 1 } ?? false
    if let hold = hold(on: today, isTrialEnding: isTrialEnding) { return .hold(hold) }
    if isTrialEnding, let trialEnd { return .trialEnding(on: trialEnd) }
    let event = events.indices.filter { index in
      Self.eventDays.contains(today.number - events[index].day.number)
        && !sent.contains { $0.key == events[index].key }
    }.min { (events[$0].day, $0) < (events[$1].day, $1) }
    if let event { return .event(event) }
    let away = sessionDays.filter { $0 <= today }.max().map { today.number - $0.number }
    let isQuiet = away.map { $0 >= NudgeLog.awayDays } ?? false
    let rest = isQuiet ? Self.quietThemeRest : Self.themeRest
    let theme = themes.indices.first { index in
      !sent.contains { $0.key == themes[index] && today.number - $0.day.number < rest }
    }
    if let theme { return .theme(theme) }
    return isQuiet ? away.map { .away(days: $0) } ?? .nothing : .nothing
  }

  private static func ago(_ days: Int) -> String {
    switch days {
    case 0: "today"
    case 1: "1 day ago"
    default: "\(days) days ago"
    }
  }

  /// Returns why there is no nudge; `nil` if there may be one. How often the person wants to hear from the coach does not
  /// hold back the end of a trial, which comes once.
  private func hold(on today: CalendarDay, isTrialEnding: Bool) -> String? {
    guard isAllowed || isTrialEnding else { return "the person did not accept check-ins" }
    if quietDays.contains(today.weekday) { return "a quiet day" }
    if sessionDays.contains(today) { return "there was a session today" }
    if let lastCrisis, today.number - lastCrisis.number < CrisisLog.restDays,
      !sessionDays.contains(where: { $0 > lastCrisis })
    {
      return "a conversation signalled danger \(Self.ago(today.number - lastCrisis.number))"
    }
    let days = sent.map(\.day).filter { $0 <= today }
    if let last = days.max() {
      let passed = today.number - last.number
      if passed == 0 { return "there was one today" }
      if isTrialEnding { return nil }
      if passed < frequency.minimumDays { return "the last one was \(Self.ago(passed))" }
    }
    let recent = days.count { today.number - $0.number < 7 }
    return recent >= frequency.maximumInWeek ? "\(recent) in the last seven days" : nil
  }
}

extension NudgeCandidate: JSONConvertible {
  package static let document = JSONDocumentForm(
    JSONObjectForm<NudgeCandidate>(
      "a candidate for a nudge", .required("id", \.id, .filledText),
      .required("is_allowed", \.isAllowed, .bool),
      .optional("frequency", \.frequency, .choice, default: .fewTimesAWeek),
      .list("quiet_days", \.quietDays, .integer(from: 1, through: 7)),
      .list("session_days", \.sessionDays, .day), .list("events", \.events, Event.members.form),
      .list("themes", \.themes, .text), .list("sent", \.sent, Sent.members.form),
      .optional("trial_end", \.trialEnd, .day), .optional("last_crisis", \.lastCrisis, .day)
    ) {
      NudgeCandidate(
        id: $0.id, isAllowed: $0.isAllowed, frequency: $0.frequency, quietDays: $0.quietDays,
        sessionDays: $0.sessionDays, events: $0.events,
        themes: $0.themes, sent: $0.sent, trialEnd: $0.trialEnd, lastCrisis: $0.lastCrisis)
    })

  /// The candidate as JSON.
  public var json: JSONValue { Self.document.json(self) }

  /// Reads a candidate from JSON. Throws ``SourceError`` with the kind and the location of the problem.
  public init(json: JSONValue) throws(SourceError) { self = try Self.document.read(json) }
}

extension NudgeCandidate.Event {
  static let members = JSONObjectForm<NudgeCandidate.Event>(
    "an event of a candidate", .required("key", \.key, .text), .required("day", \.day, .day)
  ) { NudgeCandidate.Event(key: $0.key, day: $0.day) }
}

extension NudgeCandidate.Sent {
  static let members = JSONObjectForm<NudgeCandidate.Sent>(
    "a nudge that was sent", .required("day", \.day, .day), .optional("key", \.key, .text)
  ) { NudgeCandidate.Sent(day: $0.day, key: $0.key) }
}
