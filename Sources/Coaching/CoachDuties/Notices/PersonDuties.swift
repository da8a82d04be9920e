public import CoachModel

/// The duties towards one person, and when notices are due to them: a pure function of the duties, the person's age and their
/// clock.
///
/// Here `set` is a ``DutySet``, and `now` the time in seconds since 1970:
///
/// ```swift
/// let duties = set.duties(in: "US-NY", age: .adult, zone: nil)
/// var clock = NoticeClock()
/// clock.noteMessage(at: now, silence: 1800)
/// for notice in duties.dueNotices(by: clock, at: now) { print(notice.kind, notice.jurisdiction) }
/// ```
public struct PersonDuties: Sendable, Hashable {
  /// The jurisdictions whose laws hold where the person is, by their ids.
  public let jurisdictions: [JurisdictionDuties]
  /// The person's age, as far as it is known.
  public let age: AgeGroup
  /// The person's time zone; `nil` if it is not known, and then that of a jurisdiction decides what day it is.
  public let zone: TimeZoneRules?

  /// Creates the duties towards a person.
  public init(_ jurisdictions: [JurisdictionDuties], age: AgeGroup, zone: TimeZoneRules? = nil) {
    self.jurisdictions = jurisdictions.sorted { $0.id < $1.id }
    self.age = age
    self.zone = zone
  }

  /// Returns the notices that are due with a message that the clock has noted, one of each kind at most.
  ///
  /// A notice at the start is owed from the first message of a session until it is given, so that a message that cannot carry
  /// it does not lose it. If a kind is due for both reasons, that at the start is the one given.
  ///
  /// - Parameter unixTime: The time of the message, in seconds since 1970.
  public func dueNotices(by clock: NoticeClock, at unixTime: Double) -> [DueNotice] {
    var due: [NoticeKind: DueNotice] = [:]
    for (jurisdiction, notice) in notices(at: unixTime)
    where isDue(notice, of: jurisdiction, by: clock, at: unixTime) {
      guard due[notice.kind] == nil || notice.moment == .start else { continue }
      guard due[notice.kind]?.moment != .start else { continue }
      due[notice.kind] = DueNotice(
        kind: notice.kind, moment: notice.moment, jurisdiction: jurisdiction.id)
    }
    return NoticeKind.known.compactMap { due[$0] }
  }

  /// Returns when the next notice is due if the person goes on writing, in seconds since 1970; `nil` if none will be.
  ///
  /// What is due at this moment counts as given.
  public func nextNotice(by clock: NoticeClock, at unixTime: Double) -> Double? {
    guard let session = clock.session else { return nil }
    let times = notices(at: unixTime).compactMap { _, notice -> Double? in
      guard case .interval(let seconds) = notice.schedule else { return nil }
      let last = max(session.startedAt, clock.last(notice.kind)?.at ?? session.startedAt)
      return last + seconds > unixTime ? last + seconds : unixTime + seconds
    }
    return times.min()
  }

  /// The duties to give this person notices that are in force at a time.
  private func notices(at unixTime: Double) -> [(JurisdictionDuties, NoticeDuty)] {
    jurisdictions.flatMap { jurisdiction in
      let today = days(of: jurisdiction).day(at: unixTime)
      return jurisdiction.notices
        .filter { $0.audience.includes(age) && $0.from <= today }
        .map { (jurisdiction, $0) }
    }
  }

  private func days(of jurisdiction: JurisdictionDuties) -> TimeZoneRules {
    zone ?? jurisdiction.timeZone ?? .utc
  }

  private func isDue(
    _ notice: NoticeDuty, of jurisdiction: JurisdictionDuties, by clock: NoticeClock,
    at now: Double
  ) -> Bool {
    guard let session = clock.session else { return false }
    let last = clock.last(notice.kind)?.at
    switch notice.schedule {
    case .start(let period):
      guard let last else { return true }
      guard last < session.startedAt else { return false }
      return period?.isOver(
        since: last, at: session.startedAt, in: days(of: jurisdiction)) ?? true
    case .interval(let seconds):
      return now - max(session.startedAt, last ?? session.startedAt) >= seconds
    }
  }
}

extension NoticeDuty {
  /// What makes the notice due.
  public var moment: NoticeMoment {
    switch schedule {
    case .start: .start
    case .interval: .interval
    }
  }
}
