package import CoachModel
package import CoachSignals
import TestKit

/// Runs the record of a simulated person through a year, as a careless caller would: sessions are closed late and twice,
/// messages arrive again, clocks go back, and a second device works on an old copy.
package struct SimulatedYear: Sendable {
  /// Something that happened, with the record after it.
  package enum Moment: Sendable {
    /// A day has come; the decision about a nudge is made at noon.
    case day(CalendarDay, NudgeDecision)
    /// A session begins.
    case opening(CalendarDay, OpeningDecision)
    /// A message of the person is about to be answered.
    case message(SessionMessage, domain: String, conversation: String)
    /// A session was closed.
    case closed(SessionOutcome)
    /// The nudge of a day was opened, at a time.
    case opened(CalendarDay, Double)
    /// An offer was decided about.
    case offer(CalendarDay, OfferLog.Decision)
    /// Patterns or style were computed again.
    case refreshed(SessionOutcome.Refresh)
  }

  package let person: SimulatedPerson
  /// The day on which the person's trial ends.
  package let trialEnd: CalendarDay
  package private(set) var record: PersonRecord
  /// Texts that the person dismissed or deleted: they must not come back.
  package private(set) var removedTexts: Set<String> = []
  /// Texts that the person has not decided about.
  package var proposedTexts: Set<String> { Set(record.profile.proposals.map(\.text)) }
  /// The themes that the person dismissed, by their position.
  package private(set) var dismissedThemes: Set<Int> = []
  /// The ids of the sessions that took place and are over.
  package private(set) var finished: Set<String> = []
  private var random: SplitMix
  /// What another device last saw.
  private var oldCopy: PersonRecord

  package init(_ person: SimulatedPerson) {
    self.person = person
    record = PersonRecord(
      id: "p\(person.number)", language: person.language.code, salt: "salt-\(person.number)")
    record.timeZone = person.zone.name
    random = SplitMix(seed: UInt64(person.number) &* 104_729 &+ 3)
    trialEnd = person.zone.day(at: person.start).adding(days: 3 + person.number % 40)
    oldCopy = record
    record.nudges.frequency = random.pick(NudgeFrequency.allCases)
    if random.once(in: 2) { record.nudges.quietDays = [1 + random.below(7)] }
  }

  /// Runs the year, and calls `check` at every moment.
  package mutating func run(_ check: (Moment, SimulatedYear) throws -> Void) rethrows {
    var next = 0
    var day = person.zone.day(at: person.start)
    let last = day.adding(days: 366)
    while day <= last {
      while next < person.sessions.count,
        person.zone.day(at: person.sessions[next].start) == day
      {
        try hold(person.sessions[next], on: day, check)
        next += 1
      }
      let noon = person.zone.unixTime(of: day, secondOfDay: 43_200)
      try closeOverdue(at: noon, check)
      let decision = record.nudge(
        on: day, remainingCalls: random.once(in: 20) ? 0 : 1, zone: person.zone,
        trialEnd: trialEnd)
      try check(.day(day, decision), self)
      let isSent = decision.occasion != nil && !random.once(in: 5)
      record.nudges.record(decision, isSent: isSent, on: day, at: noon)
      if isSent, random.once(in: 3) { try open(on: day, at: noon, check) }
      if random.once(in: 9) { oldCopy = record }
      day = day.adding(days: 1)
    }
    try closeOverdue(at: person.zone.unixTime(of: day.adding(days: 2)), check)
  }

  /// Computes patterns and style as of the end of the year.
  package mutating func refreshAll() {
    record.refreshPatterns()
    record.refreshStyle()
  }

  /// Opens the nudge of a day on one of two devices, and reports that late and again.
  private mutating func open(
    on day: CalendarDay, at time: Double, _ check: (Moment, SimulatedYear) throws -> Void
  ) rethrows {
    let opened = time + Double(random.below(40_000))
    if random.once(in: 3) {
      var other = record
      other.openNudge(sentOn: day, at: opened)
      record = random.once(in: 2) ? record.merged(with: other) : other.merged(with: record)
    } else {
      record.openNudge(sentOn: random.once(in: 2) ? day : nil, at: opened)
    }
    if random.once(in: 4) { record.openNudge(sentOn: day, at: opened + 600) }
    try check(.opened(day, opened), self)
  }

  // MARK: Sessions

  private mutating func hold(
    _ session: SimulatedPerson.PlannedSession, on day: CalendarDay,
    _ check: (Moment, SimulatedYear) throws -> Void
  ) rethrows {
    try closeOverdue(at: session.start, check)
    if record.sessions.count > 0 {
      let opening = record.opening(on: day, isUrgent: random.once(in: 12))
      try check(.opening(day, opening), self)
      if case .monthlyReflection = opening.opening {
        record.answerReflection(
          .monthly, isAccepted: random.once(in: 2), at: session.start, on: day)
      }
    }
    for message in session.messages {
      if message.role == .user {
        try check(
          .message(message, domain: session.domain, conversation: session.conversation), self)
      }
      var signals: [DatedSignal] = []
      if let domain = message.domain {
        signals.append(
          DatedSignal(
            id: "\(message.id)/domain", time: message.time, session: nil,
            signal: .domainUsed(domain)))
        if random.once(in: 6), let theme = record.patterns.summary.themes.first {
          signals.append(
            DatedSignal(
              id: "\(message.id)/pattern", time: message.time, session: nil,
              signal: .patternSurfaced(theme.text)))
        }
      }
      for _ in 0..<(random.once(in: 10) ? 2 : 1) {
        record.note([message], signals: signals, in: session.conversation, kind: session.kind)
      }
    }
    if random.once(in: 2), let open = record.session(in: session.conversation) {
      try close(open, end: .app, check)
    }
  }

  private mutating func closeOverdue(
    at now: Double, _ check: (Moment, SimulatedYear) throws -> Void
  ) rethrows {
    // A clock that is wrong by some minutes, and then is not.
    for skew in [-600.0, 0] {
      for (session, end) in record.overdue(at: now + skew, zone: person.zone) {
        try close(session, end: end, check)
      }
    }
  }

  private mutating func close(
    _ session: Session, end: SessionEnd, _ check: (Moment, SimulatedYear) throws -> Void
  ) rethrows {
    guard var outcome = record.closing(session, end: end, zone: person.zone) else { return }
    outcome.drafts = drafts(from: session)
    if random.once(in: 2) { outcome.session.openQuestion = "What about \(session.id)?" }
    let day = person.zone.day(at: session.messages.last?.time ?? 0)
    record.apply(outcome, on: day)
    finished.insert(session.id)
    if random.once(in: 4) { record.apply(outcome, on: day) }
    if random.once(in: 4) {
      // Another device closes it on what it saw last.
      var other = oldCopy
      if let late = other.closing(session, end: .silence, zone: person.zone) {
        other.apply(late, on: day)
      }
      record = random.once(in: 2) ? record.merged(with: other) : record.merged(with: oldCopy)
    }
    try check(.closed(outcome), self)
    try decide(on: day, at: session.messages.last?.time ?? 0, check)
    for refresh in outcome.due {
      switch refresh {
      case .patterns: refreshPatterns(at: session.messages.last?.time ?? 0, on: day)
      case .style: record.refreshStyle()
      }
      try check(.refreshed(refresh), self)
    }
  }

  // MARK: What the person decides

  /// What a model would propose after a session; sometimes again what was removed, in another order of words.
  private mutating func drafts(from session: Session) -> [ProfileDraft] {
    let language = person.language
    var drafts: [(ProfileCategory, String)] = []
    if random.once(in: 3) { drafts.append((.values, random.pick(language.values))) }
    if random.once(in: 3) { drafts.append((.goals, random.pick(language.goals))) }
    if random.once(in: 3) { drafts.append((.situation, random.pick(language.situation))) }
    if random.once(in: 3), let removed = removedTexts.sorted().first {
      drafts.append((.goals, removed.split(separator: " ").reversed().joined(separator: " ")))
    }
    return drafts.map { category, text in
      ProfileDraft(
        category: category, text: text,
        source: session.kind == .discovery ? .discovery : .conversation,
        confidence: 0.8,
        evidence: [
          ProfileItem.Evidence(
            quote: session.messages.first?.text, conversation: session.conversation,
            session: session.id, message: session.messages.first?.id)
        ])
    }
  }

  private mutating func decide(
    on day: CalendarDay, at time: Double, _ check: (Moment, SimulatedYear) throws -> Void
  ) rethrows {
    // The answer to one offer is the moment for the other.
    for _ in Offer.allCases {
      let decision = record.offer
      try check(.offer(day, decision), self)
      guard let offer = decision.offer else { break }
      record.offers.record(offer, .shown, sessions: record.sessions.count, on: day)
      if random.once(in: 6) {
        // No answer: nothing else is asked in this moment.
        try check(.offer(day, record.offer), self)
        break
      }
      let answer: OfferLog.Answer = random.once(in: 3) ? .declined : .accepted
      record.offers.record(offer, answer, sessions: record.sessions.count, on: day)
      if offer == .remember, answer == .accepted { record.confirmDiscovery(at: time, on: day) }
    }
    for item in record.profile.proposals {
      switch random.below(4) {
      case 0: record.confirm(item.id, at: time, on: day)
      case 1: remove(item, at: time, on: day)
      default: break
      }
    }
    if random.once(in: 10), let item = record.profile.usable.first {
      remove(item, at: time, on: day)
    }
  }

  private mutating func remove(_ item: ProfileItem, at time: Double, on day: CalendarDay) {
    record.remove(item.id, at: time, on: day)
    removedTexts.insert(item.text)
  }

  private mutating func refreshPatterns(at time: Double, on day: CalendarDay) {
    record.refreshPatterns()
    for theme in record.patterns.summary.themes {
      for (place, planted) in person.themes.enumerated()
      where planted.isDismissed && planted.theme.wordings.contains(theme.text) {
        record.dismissPattern(theme.text, at: time, on: day)
        dismissedThemes.insert(place)
      }
    }
  }
}
