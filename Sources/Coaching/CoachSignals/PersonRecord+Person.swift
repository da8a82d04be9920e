public import CoachModel

extension PersonRecord {
  /// The country for which help is named: the region or, without one, that of the jurisdiction; `nil` if both are unknown.
  package var country: String? { Person.country(region: region, jurisdiction: jurisdiction) }

  /// Returns what a prompt may use of the person.
  ///
  /// Items of the profile are those that the person said or confirmed, and the insight of a discovery that just ended. The style
  /// and the open question are inferred and used without asking; patterns, progress and domains only if the person wants to be
  /// remembered.
  ///
  /// Memories are chosen for each message by ``memories(for:)``. `standard` is the style of the domain, which applies where
  /// nothing is known of the person's own.
  public func person(
    on today: CalendarDay, domain: String?, default standard: StylePreference? = nil
  ) -> Person {
    var person = Person(id: id, language: language)
    person.name = name
    person.region = region
    person.jurisdiction = jurisdiction
    person.ageGroup = ageGroup
    person.sessions = sessions.count
    person.profile = profile.forPrompt
    person.discovery = profile.discovery ?? firstInsight
    person.style = style.preference(in: domain, default: standard)
    person.openQuestion = openQuestion(on: today)
    guard remembers else { return person }
    person.patterns = patterns.summary
    person.goalProgress = Array(goalProgress(on: today).prefix(Self.maximumProgress))
    person.domainsUsed = recentDomains(on: today)
    return person
  }

  /// The number of goals whose progress a prompt is told.
  private static let maximumProgress = 5

  /// The insight of a discovery that just ended, and the domains that it found, before the person has decided what is kept:
  /// the two of them arrived at it in the conversation, and the coach may begin there.
  private var firstInsight: DiscoveryProfile? {
    guard sessions.count == 1, !declinesMemory else { return nil }
    let items = profile.items.filter {
      $0.source == .discovery && [.insight, .domain].contains($0.category)
    }
    return items.contains { $0.category == .insight } ? DiscoveryProfile(items) : nil
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

  /// Returns what to offer the person now, with the reason, by the standard policy.
  public var offer: OfferLog.Decision { offer(by: OfferPolicy()) }

  /// Returns what to offer the person now, with the reason; nothing while the coach has not asked how things are since a
  /// conversation that signalled danger.
  public func offer(by policy: OfferPolicy) -> OfferLog.Decision {
    guard !crises.isPending else {
      return OfferLog.Decision(offer: nil, reason: "the last conversation signalled danger")
    }
    return offers.decision(
      sessions: sessions.count, hasProfile: !profile.usable.isEmpty,
      isFirstReplyGiven: policy.afterFirstReply && hasReply)
  }

  /// Whether the coach has replied to a message of the person in a session that goes on.
  private var hasReply: Bool {
    open.contains { session in
      let written = session.messages.drop { $0.role != .user }
      return written.contains { $0.role == .assistant }
    }
  }

  /// Returns whether the person gets a nudge on a day, with the reason. `remainingCalls` is what is left of the daily cap,
  /// and `zone` decides on which day they last wrote in a session that goes on.
  ///
  /// `trialEnd` is the day on which a running trial ends; `nil` for no trial. `isPublic` says of a theme whether a locked
  /// screen may hint at it: the others give no occasion.
  public func nudge(
    on today: CalendarDay, remainingCalls: Int, zone: TimeZoneRules = .utc,
    trialEnd: CalendarDay? = nil, isPublic: (String) -> Bool = { _ in true }
  ) -> NudgeDecision {
    nudges.decision(
      NudgeLog.Situation(
        today: today, isAllowed: offers.isAccepted(.checkIn), sessionDays: sessionDays(in: zone),
        events: events, themes: nudgeThemes(isPublic), trialEnd: noticedTrialEnd(trialEnd),
        lastCrisis: crises.last, remainingCalls: remainingCalls))
  }

  /// The number of last session days that a candidate has.
  private static let candidateDays = 5

  /// What a decision about a nudge for this person rests on. `zone` decides on which day they last wrote in a session that
  /// goes on; the others are as for ``nudge(on:remainingCalls:zone:trialEnd:isPublic:)``.
  public func nudgeCandidate(
    zone: TimeZoneRules = .utc, trialEnd: CalendarDay? = nil,
    isPublic: (String) -> Bool = { _ in true }
  ) -> NudgeCandidate {
    nudges.candidate(
      id: id,
      NudgeLog.Situation(
        today: CalendarDay(number: 0), isAllowed: offers.isAccepted(.checkIn),
        sessionDays: Array(Set(sessionDays(in: zone)).sorted().suffix(Self.candidateDays)),
        events: events, themes: nudgeThemes(isPublic), trialEnd: noticedTrialEnd(trialEnd),
        lastCrisis: crises.last, remainingCalls: 0))
  }

  private func sessionDays(in zone: TimeZoneRules) -> [CalendarDay] {
    sessions.records.map(\.day) + open.map { zone.day(at: $0.times.last) }
  }

  private func nudgeThemes(_ isPublic: (String) -> Bool) -> [String] {
    remembers ? patterns.summary.ranked.map(\.text).filter(isPublic) : []
  }

  /// The end of a trial is about what the person bought, so it needs no accepted check-ins, but nobody is told who said no.
  private func noticedTrialEnd(_ day: CalendarDay?) -> CalendarDay? {
    switch offers.entry(.checkIn)?.answer {
    case .declined, .off: nil
    case .accepted, .shown, nil: day
    }
  }

  /// Returns what the last conversation was about, for a nudge.
  public func nudgeContext(on today: CalendarDay, zone: TimeZoneRules = .utc) -> NudgeContext {
    let days = sessionDays(in: zone).filter { $0 <= today }
    let last = declinesMemory ? nil : sessions.last
    return NudgeContext(
      topic: last?.themes.first ?? last?.title, domain: last?.figures.domain,
      daysAway: days.max().map { today.number - $0.number })
  }
}
