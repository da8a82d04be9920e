import CoachModel
import CoachSignals
import PersonSimulation
import TestKit
import Testing

/// The rules for sessions, offers, reflections, nudges and refreshes, checked at every moment of a simulated year.
struct RuleChecks {
  private let person: SimulatedPerson
  private var nudges: [CalendarDay] = []
  private var reflections: [CalendarDay] = []
  private var offers: [(offer: Offer, sessions: Int)] = []
  private var trialNotices: [CalendarDay] = []
  private var refreshes: [SessionOutcome.Refresh: [Int]] = [:]

  init(_ person: SimulatedPerson) {
    self.person = person
  }

  mutating func check(_ moment: SimulatedYear.Moment, _ year: SimulatedYear) {
    let record = year.record
    checkWhatPromptsGet(year)
    switch moment {
    case .day(let day, let decision): check(decision, on: day, year)
    case .opened(let day, let time): check(openedOn: day, at: time, record)
    case .opening(let day, let decision): check(decision, on: day, record)
    case .offer(_, let decision): check(decision, record)
    case .refreshed(let refresh): check(refresh, record)
    case .closed(let outcome):
      #expect(outcome.number == record.sessions.count)
      #expect(record.sessions.count == year.finished.count)
    case .message: break
    }
  }

  /// Nothing that was not confirmed, and nothing that was removed.
  private func checkWhatPromptsGet(_ year: SimulatedYear) {
    let person = year.record.person(on: CalendarDay(unixTime: 0), domain: nil)
    let items = person.profile.values + person.profile.goals + person.profile.situation
    let texts = items.map(\.text) + (person.discovery?.values ?? [])
    for text in texts {
      #expect(
        !year.removedTexts.contains(text) || year.record.profile.usable.contains { $0.text == text }
      )
      #expect(!year.proposedTexts.contains(text))
      #expect(!year.removedTexts.contains(text), "\(text) came back")
    }
    for index in year.dismissedThemes {
      let wordings = self.person.themes[index].theme.wordings
      #expect(!person.patterns.themes.contains { wordings.contains($0.text) })
      #expect(!person.patterns.growth.contains { text in wordings.contains { text.hasPrefix($0) } })
    }
    #expect(person.sessions == year.record.sessions.count)
    #expect(person.patterns.themes.allSatisfy { $0.count >= 3 })
  }

  /// An opened nudge was sent, is known once, with its earliest time, and was observed once.
  private func check(openedOn day: CalendarDay, at time: Double, _ record: PersonRecord) {
    let sent = record.nudges.entries.filter { $0.isSent && $0.day == day }
    #expect(sent.map(\.openedAt) == [time] && sent.allSatisfy { $0.time != nil })
    let seen = record.signals.signals.filter { $0.id == "nudge/\(day)/opened" }
    #expect(seen.map(\.signal) == sent.compactMap(\.kind).map { .nudgeOpened($0) })
  }

  private mutating func check(
    _ decision: NudgeDecision, on day: CalendarDay, _ year: SimulatedYear
  ) {
    let record = year.record
    expectEmpty(record.nudges.entries.filter { $0.day > day })
    nudges = record.nudges.entries.filter(\.isSent).map(\.day)
    guard let occasion = decision.occasion else {
      #expect(!decision.reason.isEmpty)
      return
    }
    #expect(!nudges.contains(day), "two on one day")
    #expect(!record.sessions.records.contains { $0.day == day }, "on a day with a session")
    #expect(!record.nudges.quietDays.contains(day.weekday))
    if case .trialEnding(let end) = occasion {
      #expect(end == year.trialEnd && end == day.adding(days: 1))
      #expect(record.offers.entry(.checkIn)?.answer != .declined)
      expectEmpty(trialNotices)
      return trialNotices.append(day)
    }
    #expect(record.offers.isAccepted(.checkIn))
    let week = nudges.filter { day.number - $0.number < 7 }
    switch record.nudges.frequency {
    case .daily: #expect(week.count < 7)
    case .fewTimesAWeek: #expect(week.count < 3 && !nudges.contains(day.adding(days: -1)))
    case .weekly: expectEmpty(week)
    }
    let hasEvent = record.events.contains { event in
      abs(event.day.number - day.number) <= 1
    }
    switch occasion {
    case .trialEnding: break
    case .event(let event): #expect(abs(event.day.number - day.number) <= 1)
    case .pattern(let text):
      #expect(record.patterns.summary.themes.contains { $0.text == text })
    case .reEngagement(let away):
      let last = record.sessions.records.map(\.day).max()
      #expect(away >= 3 && last.map { day.number - $0.number == away } == true)
      #expect(!hasEvent || nudges.contains { day.number - $0.number <= 3 })
    }
  }

  private mutating func check(
    _ decision: OpeningDecision, on day: CalendarDay, _ record: PersonRecord
  ) {
    guard case .monthlyReflection = decision.opening else { return }
    #expect(record.sessions.count >= 8)
    let since = record.reflections.last ?? record.sessions.records[0].day
    #expect(day.number - since.number >= 25)
    #expect(
      record.reflections.last.map { ($0.year, $0.month) != (day.year, day.month) } ?? true,
      "two in a month")
  }

  private mutating func check(_ decision: OfferLog.Decision, _ record: PersonRecord) {
    guard let offer = decision.offer else { return }
    let sessions = record.sessions.count
    #expect(sessions >= 1)
    #expect(!record.offers.isAccepted(offer))
    #expect(
      !offers.contains { $0.sessions == sessions && $0.offer == offer }, "twice in one moment")
    if offer == .checkIn, record.offers.entry(.remember)?.sessions == sessions {
      #expect(record.offers.entry(.remember)?.answer != .shown, "two questions at once")
    }
    #expect(
      offer == .checkIn || !offers.contains { $0.sessions == sessions }, "remember goes first")
    let earlier = offers.filter { $0.offer == offer }
    if !earlier.isEmpty { #expect(sessions >= 3 && earlier.count == 1) }
    if offer == .remember { expectEmpty(record.profile.usable) }
    offers.append((offer, sessions))
  }

  private mutating func check(_ refresh: SessionOutcome.Refresh, _ record: PersonRecord) {
    let sessions = record.sessions.count
    #expect(sessions >= 5)
    let interval = refresh == .patterns ? 3 : 5
    if let last = refreshes[refresh]?.last { #expect(sessions - last >= interval) }
    refreshes[refresh, default: []].append(sessions)
  }
}
