public import CoachModel
import Documents

/// Something that the app asks a person once, and that they may accept or decline.
public enum Offer: String, Sendable, Hashable, CaseIterable {
  /// "Want me to remember what matters to you?"
  case remember
  /// "Want me to check in with you between sessions?"
  case checkIn = "check_in"
}

/// When offers are made, for products that differ in that.
public struct OfferPolicy: Sendable, Hashable {
  /// Whether "remember" is offered after the coach's first reply to a message of a new person, instead of after the first
  /// completed session.
  public var afterFirstReply: Bool

  /// Creates a policy, by default that of offers after the first completed session.
  public init(afterFirstReply: Bool = false) {
    self.afterFirstReply = afterFirstReply
  }
}

/// What a person answered to the offers.
public struct OfferLog: Sendable, Hashable {
  /// A person's answer.
  public enum Answer: String, Sendable, Hashable, CaseIterable {
    /// It was shown, and there is no answer yet.
    case shown
    /// The person accepted it.
    case accepted
    /// The person declined it.
    case declined
    /// The person switched it off in the settings: it is not offered again.
    case off
  }

  /// The last answer to an offer.
  public struct Entry: Sendable, Hashable {
    /// The answer.
    public var answer: Answer
    /// The number of completed sessions at that time.
    public var sessions: Int
    /// The person's day.
    public var day: CalendarDay
    /// How often the offer was shown.
    public var times: Int
  }

  /// A decision with its reason, for logs.
  public struct Decision: Sendable, Hashable {
    /// What to offer now; `nil` for nothing.
    public var offer: Offer?
    /// Why, in words for operators.
    public var reason: String
  }

  private(set) var entries: [Offer: Entry] = [:]

  /// The number of sessions from which a declined offer is made once more.
  private static let secondChance = 3
  /// How often an offer is shown at most.
  private static let maximumTimes = 2

  /// Creates a log without answers.
  public init() {}

  /// Returns the last answer to an offer.
  public func entry(_ offer: Offer) -> Entry? { entries[offer] }

  /// Whether the person accepted an offer.
  public func isAccepted(_ offer: Offer) -> Bool { entries[offer]?.answer == .accepted }

  /// Records that an offer was shown or answered, or that a setting was changed.
  public mutating func record(_ offer: Offer, _ answer: Answer, sessions: Int, on day: CalendarDay)
  {
    var times = entries[offer]?.times ?? 0
    if answer == .shown { times = min(times + 1, JSONForm<Int>.largestCount) }
    entries[offer] = Entry(answer: answer, sessions: sessions, day: day, times: max(1, times))
  }

  /// Returns what to offer, when `sessions` are completed.
  ///
  /// Remembering comes first. Checking in follows as soon as that was answered, and waits for the answer only until the next
  /// session is completed: who ignores the first offer is made the second one. Each is
  /// offered after the first session, and if it was not accepted, once more from the third on. Remembering is not offered to
  /// a person whose profile has content. With `isFirstReplyGiven`, it is offered before the first session is over.
  public func decision(sessions: Int, hasProfile: Bool, isFirstReplyGiven: Bool = false) -> Decision
  {
    let remember =
      hold(.remember, sessions: sessions, from: isFirstReplyGiven ? 0 : 1)
      ?? (hasProfile ? "the profile has content already" : nil)
    guard let remember else {
      return Decision(
        offer: .remember,
        reason: sessions == 0
          ? "the first reply was given, not answered yet"
          : "\(sessions) sessions, not answered yet")
    }
    if let entry = entries[.remember], entry.sessions == sessions, entry.answer == .shown {
      return Decision(offer: nil, reason: "the offer to remember waits for its answer")
    }
    if let checkIn = hold(.checkIn, sessions: sessions) {
      return Decision(offer: nil, reason: "remember: \(remember); check in: \(checkIn)")
    }
    return Decision(offer: .checkIn, reason: "\(sessions) sessions, not answered yet")
  }

  /// Returns why an offer is not made; `nil` if it may be.
  private func hold(_ offer: Offer, sessions: Int, from first: Int = 1) -> String? {
    guard sessions >= first else { return "no session is completed" }
    guard let entry = entries[offer] else { return nil }
    switch entry.answer {
    case .accepted: return "accepted"
    case .off: return "switched off"
    case .shown, .declined:
      if entry.times >= Self.maximumTimes { return "offered \(entry.times) times" }
      if sessions < Self.secondChance { return "not before session \(Self.secondChance)" }
      return entry.sessions == sessions ? "offered after this session already" : nil
    }
  }

  /// Returns the answers of both logs; of two, the later one.
  func merged(with other: OfferLog) -> OfferLog {
    var merged = self
    merged.entries.merge(other.entries) { left, right in
      let later = left.order < right.order ? right : left
      return Entry(
        answer: later.answer, sessions: later.sessions, day: later.day,
        times: max(left.times, right.times))
    }
    return merged
  }
}

extension OfferLog.Entry {
  fileprivate var order: (Int, Int, Int, String) {
    (day.number, sessions, answer == .shown ? 0 : 1, answer.rawValue)
  }
}

extension OfferLog {
  static let members = JSONObjectForm<OfferLog>(
    "answers to offers",
    .optional("remember", \.remember, Entry.members.form),
    .optional("check_in", \.checkIn, Entry.members.form)
  ) { object in
    var log = OfferLog()
    log.entries[.remember] = object.remember
    log.entries[.checkIn] = object.checkIn
    return log
  }

  private var remember: Entry? { entries[.remember] }
  private var checkIn: Entry? { entries[.checkIn] }
}

extension OfferLog.Entry {
  static let members = JSONObjectForm<OfferLog.Entry>(
    "an answer to an offer", .required("answer", \.answer, .choice),
    .required("sessions", \.sessions, .integer()), .required("day", \.day, .day),
    .optional("times", \.times, .integer(from: 1), default: 1)
  ) { OfferLog.Entry(answer: $0.answer, sessions: $0.sessions, day: $0.day, times: $0.times) }
}
