public import CoachModel

extension PersonRecord {
  /// Returns what a prompt may use of the person: only what they said or confirmed.
  ///
  /// Memories are chosen for each message by ``memories(for:)``. `standard` is the style of the domain, which applies where
  /// nothing is known of the person's own.
  public func person(
    on today: CalendarDay, domain: String?, default standard: StylePreference? = nil
  ) -> Person {
    var person = Person(id: id, language: language)
    person.name = name
    person.region = region
    person.sessions = sessions.count
    person.profile = profile.forPrompt
    person.discovery = profile.discovery ?? firstInsight
    person.style = style.preference(in: domain, default: standard)
    person.openQuestion = openQuestion(on: today)
    guard remembers else { return person }
    person.patterns = patterns.summary
    return person
  }

  /// The insight of a discovery that just ended, before the person has decided what is kept: the two of them arrived at it
  /// in the conversation, and the coach may begin there.
  private var firstInsight: DiscoveryProfile? {
    guard sessions.count == 1, !declinesMemory,
      let insight = profile.items.first(where: { $0.category == .insight })
    else { return nil }
    return DiscoveryProfile([insight])
  }

  /// The number of days after which an open question is no longer brought up.
  private static let openQuestionDays = 60

  /// Returns what the last session left open; `nil` if it left nothing open or is too long ago.
  public func openQuestion(on today: CalendarDay) -> String? {
    if sessions.records.isEmpty { return earlierQuestion }
    guard let last = sessions.last, today.number - last.day.number <= Self.openQuestionDays else {
      return nil
    }
    return last.openQuestion
  }

  /// Returns the memories that fit a message, the best first; none if the person does not want to be remembered.
  ///
  /// They are what the person said. What the coach said is part of a memory only as the question of a short answer.
  public func memories(for query: MemoryQuery) -> [Memory] {
    guard remembers else { return [] }
    var query = query
    query.speaker = .user
    query.isSpeakerOnly = true
    return memory.search(query).map { memory.memory($0) }
  }

  /// Returns how the coach opens a session, with the reason.
  ///
  /// A monthly reflection that is due comes first, since a person who leaves something open each time would never get one.
  /// Nothing is brought up when something urgent is going on, which only the caller knows. After a conversation that signalled
  /// danger the coach asks how things are, and nothing else.
  public func opening(on today: CalendarDay, isUrgent: Bool = false) -> OpeningDecision {
    if isUrgent { return OpeningDecision(opening: .plain, reason: "something urgent is going on") }
    if crises.isPending {
      return OpeningDecision(
        opening: .afterDanger, reason: "the last conversation signalled danger")
    }
    let first = sessions.records.first?.day
    let hold = reflections.hold(sessions: sessions.count, firstSession: first, today: today)
    guard let hold else {
      return OpeningDecision(opening: .monthlyReflection, reason: "a reflection is due")
    }
    guard let question = openQuestion(on: today) else {
      return OpeningDecision(opening: .plain, reason: "nothing is open; no reflection: \(hold)")
    }
    return OpeningDecision(
      opening: .checkIn(question: question), reason: "the last session left something open")
  }

  /// Returns what to offer the person now, with the reason.
  public var offer: OfferLog.Decision {
    offers.decision(sessions: sessions.count, hasProfile: !profile.usable.isEmpty)
  }

  /// Returns whether the person gets a nudge on a day, with the reason. `remainingCalls` is what is left of the daily cap,
  /// and `zone` decides on which day they last wrote in a session that goes on.
  public func nudge(on today: CalendarDay, remainingCalls: Int, zone: TimeZoneRules = .utc)
    -> NudgeDecision
  {
    nudges.decision(
      NudgeLog.Situation(
        today: today, isAllowed: offers.isAccepted(.checkIn),
        sessionDays: sessions.records.map(\.day) + open.map { zone.day(at: $0.times.last) },
        events: events,
        themes: remembers ? patterns.summary.ranked.map(\.text) : [],
        lastCrisis: crises.last, remainingCalls: remainingCalls))
  }

  /// The number of last session days that a candidate has.
  private static let candidateDays = 5

  /// What a decision about a nudge for this person rests on. `zone` decides on which day they last wrote in a session that
  /// goes on.
  public func nudgeCandidate(zone: TimeZoneRules = .utc) -> NudgeCandidate {
    let days = sessions.records.map(\.day) + open.map { zone.day(at: $0.times.last) }
    return nudges.candidate(
      id: id,
      NudgeLog.Situation(
        today: CalendarDay(number: 0), isAllowed: offers.isAccepted(.checkIn),
        sessionDays: Array(Set(days).sorted().suffix(Self.candidateDays)), events: events,
        themes: remembers ? patterns.summary.ranked.map(\.text) : [], lastCrisis: crises.last,
        remainingCalls: 0))
  }
}
