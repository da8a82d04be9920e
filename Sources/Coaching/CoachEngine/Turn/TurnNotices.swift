import CoachAccess
import CoachDuties
import CoachModel
import CoachSignals

/// The notices that one turn shows, and how long the person has been writing.
struct TurnNotices: Sendable {
  /// The notices, recorded as given.
  var given: [NoticeClock.Given] = []
  /// The time of continuous writing, in seconds.
  var timeWriting = 0.0
  /// When the next one is due if the person goes on writing, in seconds since 1970; `nil` if none will be.
  var nextAt: Double?

  /// Leaves only that the coach is an AI above the answer to a message that may signal danger: nothing may suggest to stop
  /// writing.
  mutating func holdBack() {
    given.removeAll { $0.kind != .ai }
    timeWriting = 0
    nextAt = nil
  }

  /// The whole hours of continuous writing, from the third on.
  var hoursWriting: Int? {
    // The times of a stored clock may be anything.
    timeWriting < 10_800 ? nil : Int(min(timeWriting / 3600, 8_760))
  }
}

/// What decides which notices a turn shows, as a pure change of the person's ledger.
///
/// In a crisis, help comes first: only the notice at the start of a session is shown, below the help. What else is due is owed
/// to the next calm message.
struct NoticeRule: Sendable {
  let duties: PersonDuties
  let requestID: String
  /// The silence that ends a session, in seconds.
  let silence: Double

  /// Creates the rule for a request; `nil` if there are no duties at all, and then no clock is kept.
  init?(_ set: DutySet, for request: TurnRequest, by configuration: TurnConfiguration.Duties) {
    guard !set.isEmpty else { return nil }
    duties = set.duties(
      in: configuration.place(of: request.person), age: request.person.ageGroup,
      zone: request.record?.timeZone.flatMap { try? TimeZoneRules(named: $0) })
    requestID = request.id
    silence = configuration.silence
  }

  /// Notes the message, and records the notices that are due with it. A request that is repeated also gets those that it got
  /// before in this session.
  func decide(_ ledger: inout UsageLedger, at now: Double, isCrisis: Bool = false) -> TurnNotices {
    ledger.advance(to: now)
    ledger.noticeClock.noteMessage(at: now, silence: silence)
    let start = ledger.noticeClock.session?.startedAt ?? now
    let repeated = ledger.noticeClock.notices(of: requestID, at: now).filter { $0.at >= start }
    var due = duties.dueNotices(by: ledger.noticeClock, at: now).map { due in
      NoticeClock.Given(
        kind: due.kind, moment: due.moment, jurisdiction: due.jurisdiction, at: now,
        requestID: requestID)
    }
    if isCrisis { due.removeAll { !$0.belongsIntoCrisis } }
    for notice in due { ledger.noticeClock.record(notice) }
    var notices = TurnNotices()
    // Of a kind that is due again, the new notice is shown.
    notices.given = NoticeKind.known.compactMap { kind in
      due.first { $0.kind == kind } ?? repeated.last { $0.kind == kind }
    }
    if isCrisis { notices.given.removeAll { !$0.belongsIntoCrisis } }
    notices.timeWriting = ledger.noticeClock.timeWriting(at: now)
    notices.nextAt = isCrisis ? nil : duties.nextNotice(by: ledger.noticeClock, at: now)
    return notices
  }
}

extension TurnConfiguration.Duties {
  /// Returns where a person is under the law, as a code of ISO 3166; `nil` if nobody says.
  ///
  /// A region says it, too. A default that is a part of that country is more exact.
  func place(of person: Person) -> String? {
    if let place = person.jurisdiction { return place }
    guard let region = person.region else { return defaultJurisdiction }
    return defaultJurisdiction.flatMap { $0.hasPrefix("\(region)-") ? $0 : nil } ?? region
  }
}

extension NoticeClock.Given {
  /// Whether the notice is shown below the reply to a crisis.
  var belongsIntoCrisis: Bool { moment == .start && kind == .ai }

  /// Returns the notice as the person sees it.
  func shown(in inputs: TurnInputs) -> TurnNotice? {
    CopyKey.notice(kind, at: moment).map {
      TurnNotice(kind: kind, jurisdiction: jurisdiction, text: inputs.text($0))
    }
  }
}
