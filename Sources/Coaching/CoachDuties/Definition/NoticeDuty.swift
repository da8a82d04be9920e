public import CoachModel

/// A notice that a law asks for.
public struct NoticeDuty: Sendable, Hashable {
  /// When the notice is due.
  public enum Schedule: Sendable, Hashable {
    /// When a person begins to write, unless a notice of the same kind was given shortly before; `nil` for every time.
    case start(atMostEvery: NoticePeriod?)
    /// Each time the person has been writing for this number of seconds since the last notice of the same kind, or since they
    /// began.
    case interval(Double)
  }

  /// Whom a duty is about. The raw values are the words of files.
  public enum Audience: String, Sendable, Hashable, CaseIterable {
    /// Everyone.
    case everyone
    /// Those who are known to be minors.
    case minors
    /// Those who are known to be minors, and those whose age is not known.
    case minorsAndUnknown = "minors_and_unknown"

    /// Returns whether the duty is about people of an age.
    public func includes(_ age: AgeGroup) -> Bool {
      switch self {
      case .everyone: true
      case .minors: age == .minor
      case .minorsAndUnknown: age != .adult
      }
    }
  }

  /// What the notice tells.
  public var kind: NoticeKind
  /// When it is due.
  public var schedule: Schedule
  /// Who is given it.
  public var audience: Audience
  /// The first day on which it is due.
  public var from: CalendarDay
  /// The section of the law.
  public var section: String

  /// Creates a duty.
  public init(
    _ kind: NoticeKind, _ schedule: Schedule, for audience: Audience = .everyone,
    from: CalendarDay, section: String
  ) {
    self.kind = kind
    self.schedule = schedule
    self.audience = audience
    self.from = from
    self.section = section
  }
}

/// The time between two notices.
public enum NoticePeriod: Sendable, Hashable {
  /// A number of days by the calendar: `1d` allows a notice in the evening and one the next morning.
  case days(Int)
  /// A number of seconds.
  case seconds(Double)

  /// Returns whether the period is over.
  func isOver(since first: Double, at now: Double, in zone: TimeZoneRules) -> Bool {
    switch self {
    case .days(let days): zone.day(at: now) >= zone.day(at: first).adding(days: days)
    case .seconds(let seconds): now - first >= seconds
    }
  }
}
