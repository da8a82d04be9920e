public import CoachModel
import Documents

/// How a coach opens a session, with the reason for logs.
public struct OpeningDecision: Sendable, Hashable {
  /// What the coach brings up.
  public enum Opening: Sendable, Hashable {
    /// Nothing of its own.
    case plain
    /// The question that the last session left open.
    case checkIn(question: String)
    /// The offer to look back at the month.
    case monthlyReflection
    /// How things are, and nothing else: an earlier conversation signalled danger.
    case afterDanger
  }

  /// What the coach brings up.
  public var opening: Opening
  /// Why, in words for operators.
  public var reason: String
}

/// When a person was offered to look back at a month.
public struct ReflectionLog: Sendable, Hashable {
  /// The number of sessions from which a monthly reflection is offered.
  public static let minimumSessions = 8
  /// The number of days between two of them, and from the first session to the first of them.
  public static let minimumDays = 25

  /// The person's day of the last monthly reflection; `nil` if there was none.
  public private(set) var last: CalendarDay?
  /// The person's day on which one was last declined; `nil` if the last one was accepted.
  public private(set) var declined: CalendarDay?

  /// Creates a log without reflections.
  public init() {}

  /// Records the answer to an offered reflection. One that was declined is kept for the next session.
  public mutating func record(isAccepted: Bool, on day: CalendarDay) {
    if isAccepted {
      last = max(last ?? day, day)
      declined = nil
    } else {
      declined = max(declined ?? day, day)
    }
  }

  /// Returns why no monthly reflection is due; `nil` if one is.
  ///
  /// It is due from eight sessions on, 25 days after the last one or after the first session, and once in a calendar
  /// month.
  public func hold(sessions: Int, firstSession: CalendarDay?, today: CalendarDay) -> String? {
    guard sessions >= Self.minimumSessions else {
      return "\(sessions) of \(Self.minimumSessions) sessions"
    }
    guard let start = last ?? firstSession else { return "the day of the first session is unknown" }
    let days = today.number - start.number
    guard days >= Self.minimumDays else {
      return "\(days) of \(Self.minimumDays) days since the last"
    }
    if let last, last.year == today.year, last.month == today.month {
      return "there was one this month"
    }
    if let declined, declined >= today { return "declined today" }
    return nil
  }

  func merged(with other: ReflectionLog) -> ReflectionLog {
    var merged = ReflectionLog()
    merged.last = [last, other.last].compactMap { $0 }.max()
    let declined = [declined, other.declined].compactMap { $0 }.max()
    merged.declined = declined.flatMap { day in merged.last.map { day > $0 } ?? true ? day : nil }
    return merged
  }
}

extension ReflectionLog {
  static let members = JSONObjectForm<ReflectionLog>(
    "reflections", .optional("last", \.last, .day), .optional("declined", \.declined, .day)
  ) { object in
    var log = ReflectionLog()
    (log.last, log.declined) = (object.last, object.declined)
    return log
  }
}
