import CoachModel
import CoachSignals
import TestKit

extension RandomValues {
  /// A record after some random steps.
  mutating func record() -> PersonRecord {
    var record = PersonRecord(
      id: filled(), language: random.pick(["en", "de", "xx"]), salt: filled())
    record.name = optional { $0.filled() }
    record.region = optional { $0.random.pick(["GB", "US"]) }
    record.jurisdiction = optional { $0.random.pick(["GB", "US-WA"]) }
    record.ageGroup = one(of: AgeGroup.self)
    record.timeZone = optional { $0.random.pick(["Europe/Berlin", "UTC"]) }
    let day = CalendarDay(number: 20_000 + random.below(500))
    for number in 0..<random.below(4) {
      let conversation = "\(filled())\(number)"
      record.note(
        (0..<(1 + random.below(4))).map { sessionMessage("\(number)-\($0)") },
        signals: list { values in
          DatedSignal(
            id: values.filled(), time: values.validTime(), session: values.optional { $0.filled() },
            signal: values.signal())
        }, discovery: optional { $0.discovery() }, in: conversation,
        kind: kind())
      guard flag(), let session = record.session(in: conversation),
        var outcome = record.closing(session, end: one(of: SessionEnd.self), zone: .utc)
      else { continue }
      outcome.session.progress = list { GoalMention(goal: $0.filled(), message: $0.filled()) }
      record.apply(outcome, on: day)
    }
    for item in record.profile.proposals {
      switch random.below(4) {
      case 0: record.confirm(item.id, at: validTime(), on: day)
      case 1: record.remove(item.id, at: validTime(), on: day)
      case 2: record.edit(item.id, text: filled(), on: day)
      default: break
      }
    }
    if flag() { record.add(filled(), category: self.category(), on: day) }
    if flag() { record.refreshStyle() }
    if flag() {
      record.choose(
        StylePreference(briefDetailed: Double(random.below(3) - 1)),
        in: optional { $0.filled() })
    }
    for id in record.learned(on: day).ids where random.once(in: 6) {
      record.remove(id, at: validTime(), on: day)
    }
    if flag() {
      record.replacePatterns(
        [
          PatternTheme(
            PatternSummary.Theme(
              text: filled(), count: 3 + random.below(9), domains: list { $0.filled() },
              lastSeen: day.description), sessions: list { $0.text() })
        ], growth: list { $0.filled() }, styleNotes: list { $0.filled() })
    }
    for offer in Offer.allCases where flag() {
      record.offers.record(
        offer, one(of: OfferLog.Answer.self), sessions: random.below(9), on: day)
    }
    if flag() { record.reflections.record(isAccepted: flag(), on: day) }
    record.nudges.frequency = one(of: NudgeFrequency.self)
    if flag() {
      record.nudges.quietDays = [1 + random.below(7)]
      record.nudges.record(
        NudgeDecision(occasion: optional { _ in .reEngagement(daysAway: 3) }, reason: text()),
        isSent: flag(), on: day, at: optional { $0.validTime() })
      record.openNudge(at: validTime())
    }
    if flag() { record.forget(conversation: filled()) }
    if random.once(in: 8) { record.forgetHistory() }
    return record
  }

  private mutating func sessionMessage(_ id: String) -> SessionMessage {
    SessionMessage(
      id: id, role: flag() ? .user : .assistant, text: filled(), time: validTime(),
      domain: optional { $0.filled() }, isSensitive: random.once(in: 5),
      tags: random.once(in: 4) ? ["PATTERN"] : [])
  }

  mutating func sessionOutcome() -> SessionOutcome {
    while true {
      let session = Session(
        conversation: filled(), kind: kind(), language: "en",
        messages: (0..<(1 + random.below(4))).map { sessionMessage("m\($0)") },
        discovery: optional { $0.discovery() })
      let record = PersonRecord(id: "p", salt: "s")
      // A session without a message of the person has no outcome.
      guard var outcome = record.closing(session, end: one(of: SessionEnd.self), zone: .utc) else {
        continue
      }
      outcome.session.summary = optional { $0.filled() }
      outcome.session.title = optional { $0.filled() }
      outcome.session.openQuestion = optional { $0.filled() }
      outcome.session.themes = list { $0.filled() }
      outcome.session.progress = list { GoalMention(goal: $0.filled(), message: $0.filled()) }
      outcome.due = list { $0.one(of: SessionOutcome.Refresh.self) }
      return outcome
    }
  }
}
