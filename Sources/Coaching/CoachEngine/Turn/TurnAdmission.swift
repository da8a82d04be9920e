import CoachAccess
import CoachModel
import SourceFiles

struct TurnAdmission: Sendable {
  var route: TurnRoute
  /// The allowance that the message counts towards, and the number of messages used in it.
  var counted: (allowance: Allowance, used: Int)?
  /// The notices to be shown.
  var notices = TurnNotices()
}

/// The decision about admitting a turn.
enum AdmissionDecision: Sendable {
  case admitted(TurnAdmission)
  /// The person may not write at present, or the request was already received; then its notices are shown again.
  case refused(TurnRefusal.Reason, notices: [NoticeClock.Given] = [])
  /// The request contradicts an earlier one.
  case invalid(String)
}

/// How an admitted turn ended for the person.
enum TurnEnd: Sendable {
  /// The answer was given.
  case answered
  /// The reader left after some text: the message stays counted until its request is repeated.
  case partiallyDelivered
  /// There was no answer: the message is refunded, and the request may be repeated.
  case unanswered
  /// The message signals a crisis, or a cap on spending stops its answer: it leaves no trace in counts and rate windows, and the request may be repeated.
  case uncounted
}

/// What decides about a turn and counts it, as a pure change of the person's ledger.
struct AdmissionRule: Sendable {
  var request: TurnRequest
  var configuration: TurnConfiguration
  /// The id of this run's attempt at the request, and of its reservation.
  var attempt: String
  var now: Double
  /// What decides which notices are due; `nil` if there are no duties.
  var notices: NoticeRule?

  /// Identifies the message, so that two requests with one id can be compared. The history is no part of it: it grows
  /// with the answer.
  private var digest: ContentDigest {
    ContentDigest(ofParts: request.message.map { ["message", $0] } ?? ["opening"])
  }

  /// Admits the turn and counts it, or leaves the ledger as it was.
  func decide(_ ledger: inout UsageLedger) -> AdmissionDecision {
    let before = ledger
    let state = ledger.begin(
      request.id, digest: digest, attempt: attempt, lease: configuration.requestLease, at: now)
    switch state {
    case .running: return .refused(.running)
    case .answered(let messageID):
      return .refused(
        .answered(messageID: messageID),
        notices: ledger.noticeClock.notices(of: request.id, at: now))
    case .differs:
      return .invalid("the request id was used for another message; give each its own")
    case .new: break
    }
    let decision = count(&ledger)
    if case .admitted(var admission) = decision {
      if let notices { admission.notices = notices.decide(&ledger, at: now) }
      return .admitted(admission)
    }
    // What an earlier attempt had counted is not refunded by one that may not write.
    ledger = before
    return decision
  }

  private func count(_ ledger: inout UsageLedger) -> AdmissionDecision {
    guard configuration.prompts.pinned == nil else {
      return .admitted(TurnAdmission(route: .pinned))
    }
    if let kind = request.conversation.kind, !ConversationKind.standard.contains(kind) {
      return count(kind, &ledger)
    }
    switch configuration.access.decision(for: request.access, at: now) {
    case .blocked(let refusal): return .refused(.access(refusal))
    case .discovery:
      return reserve(.discovery, request.isOpening ? .opening : .message, towards: nil, &ledger)
    case .coaching(let allowance):
      if request.isOpening, let decision = reserveOpening(allowance, &ledger) { return decision }
      return reserve(.coaching, .message, towards: allowance, &ledger)
    }
  }

  /// Counts a message of a conversation of the product's own.
  private func count(
    _ kind: ConversationKind, _ ledger: inout UsageLedger
  ) -> AdmissionDecision {
    guard let conversation = configuration.conversations[kind] else {
      return .invalid("there is no conversation of the kind '\(kind)'")
    }
    let purpose: UsagePurpose = request.isOpening ? .opening : .message
    guard conversation.isCounted else {
      return reserve(.conversation(kind), purpose, towards: nil, &ledger)
    }
    switch configuration.access.decision(for: request.access, at: now) {
    case .blocked(let refusal): return .refused(.access(refusal))
    case .discovery: return .refused(.access(.paywall))
    case .coaching(let allowance):
      return reserve(.conversation(kind), .message, towards: allowance, &ledger)
    }
  }

  private func reserve(
    _ route: TurnRoute, _ purpose: UsagePurpose, towards allowance: Allowance?,
    _ ledger: inout UsageLedger
  ) -> AdmissionDecision {
    let reservation = UsageReservation(
      id: attempt, person: request.person.id, purpose: purpose, at: now,
      windows: configuration.access.rateWindows, allowance: allowance)
    switch ledger.reserve(reservation) {
    case .refused(let refusal): return .refused(.access(refusal))
    case .counted(let used):
      var admission = TurnAdmission(route: route)
      if let allowance, let used { admission.counted = (allowance, used) }
      return .admitted(admission)
    }
  }

  /// Admits an opening by the coach without counting a message of the person.
  ///
  /// This is possible a limited number of times in a period, while messages are left. Returns `nil` if the free
  /// openings are used up, in which case the opening counts like any other message.
  private func reserveOpening(
    _ allowance: Allowance, _ ledger: inout UsageLedger
  ) -> AdmissionDecision? {
    let used = ledger.usage(in: allowance.key)
    guard used < allowance.limit else { return .refused(.access(allowance.exhaustion)) }
    var openings = allowance
    openings.key = "openings:\(allowance.key)"
    openings.limit = configuration.freeOpenings
    let decision = reserve(.coaching, .opening, towards: openings, &ledger)
    switch decision {
    case .admitted(var admission):
      admission.counted = (allowance, used)
      return .admitted(admission)
    case .refused(.access(.rateLimited), _): return decision
    case .refused, .invalid: return nil
    }
  }
}
