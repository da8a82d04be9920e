import CoachModel
import SourceFiles

struct TurnAdmission: Sendable {
  var route: TurnRoute
  /// The counted reservation; `nil` for a pinned prompt.
  var reservation: UsageReservation?
  /// The allowance that the message counts towards, and the number of messages used in it.
  var counted: (allowance: Allowance, used: Int)?
}

/// The decision about admitting a turn.
enum AdmissionDecision: Sendable {
  case admitted(TurnAdmission)
  /// The person may not write at present, or the request was already received.
  case refused(TurnRefusal.Reason)
  /// The request contradicts an earlier one.
  case invalid(String)
}

extension TurnRun {
  /// Admits the turn and counts it. Returns `nil` if it is not admitted, after reporting that to the person.
  ///
  /// If the store fails, the turn is not admitted: limits must not disappear because of an outage.
  mutating func admit() async -> TurnAdmission? {
    do {
      if let stopped = try await begin() { return await admission(stopped) }
    } catch {
      await fail(.unknown, "the store of counts and request ids failed: \(error)")
      return nil
    }
    do {
      let decision = try await count()
      let admission = await admission(decision)
      if admission == nil { await settle(nil, isAnswered: false) }
      return admission
    } catch {
      // The store may have counted the message before it failed.
      await settle(reservation(towards: allowance), isAnswered: false)
      await fail(.unknown, "the store of counts failed: \(error)")
      return nil
    }
  }

  /// Returns the admission; `nil` for other decisions, which are reported to the person.
  private mutating func admission(_ decision: AdmissionDecision) async -> TurnAdmission? {
    switch decision {
    case .admitted(let admission): return admission
    case .refused(let reason): await refuse(reason)
    case .invalid(let problem): await fail(.invalidRequest, problem)
    }
    return nil
  }

  // MARK: Request id

  /// The digest by which two requests with the same id are compared.
  private var digest: ContentDigest {
    let parts = [
      request.conversation.id, String(request.conversation.messages.count), request.message ?? "",
      request.isOpening ? "opening" : "message",
    ]
    return ContentDigest(ofParts: parts)
  }

  /// Records the request. Returns `nil` for a new one, which may proceed.
  private func begin() async throws -> AdmissionDecision? {
    let seen = try await turn.usage.begin(
      request.id, of: request.person.id, digest: digest, at: now)
    switch seen {
    case .new: return nil
    case .running: return .refused(.running)
    case .answered(let id): return .refused(.answered(messageID: id))
    case .differs:
      return .invalid(
        "the request id '\(request.id)' was used for another message; give each its own")
    }
  }

  /// Completes the request in the store: refunds a message without a reply, and allows an unanswered request to be
  /// repeated.
  ///
  /// It runs to completion even if the turn was cancelled.
  func settle(
    _ reservation: UsageReservation?, isAnswered: Bool, givesBack: Bool = true
  ) async {
    let (store, request) = (turn.usage, request)
    await Task.onPreferredExecutor {
      if !isAnswered, givesBack, let reservation { try? await store.refund(reservation) }
      try? await store.finish(
        request.id, of: request.person.id, messageID: isAnswered ? request.messageID : nil)
    }.value
  }

  // MARK: Access

  /// The allowance that the person's messages currently count towards; `nil` if they are not counted.
  private var allowance: Allowance? {
    let decision = turn.configuration.access.decision(for: request.access, at: now)
    if case .coaching(let allowance) = decision { return allowance }
    return nil
  }

  /// Returns the reservation of this run: in the rate windows, and in the allowance if there is one.
  private func reservation(towards allowance: Allowance?) -> UsageReservation {
    UsageReservation(
      id: reservationID, person: request.person.id, at: now,
      windows: turn.configuration.access.rateWindows, allowance: allowance)
  }

  private func count() async throws -> AdmissionDecision {
    guard turn.configuration.prompts.pinned == nil else {
      return .admitted(TurnAdmission(route: .pinned))
    }
    switch turn.configuration.access.decision(for: request.access, at: now) {
    case .blocked(let refusal): return .refused(.access(refusal))
    case .discovery: return try await reserve(.discovery, towards: nil)
    case .coaching(let allowance):
      if request.isOpening, let decision = try await reserveOpening(allowance) { return decision }
      return try await reserve(.coaching, towards: allowance)
    }
  }

  private func reserve(
    _ route: TurnRoute, towards allowance: Allowance?
  ) async throws -> AdmissionDecision {
    let reservation = reservation(towards: allowance)
    switch try await turn.usage.reserve(reservation) {
    case .refused(let refusal): return .refused(.access(refusal))
    case .counted(let used):
      var admission = TurnAdmission(route: route, reservation: reservation)
      if let allowance, let used { admission.counted = (allowance, used) }
      return .admitted(admission)
    }
  }

  /// Admits an opening by the coach without counting a message of the person.
  ///
  /// This is possible a limited number of times in a period, while messages are left. Returns `nil` if the free
  /// openings are used up, in which case the opening counts like any other message.
  private func reserveOpening(_ allowance: Allowance) async throws -> AdmissionDecision? {
    let used = try await turn.usage.usage(of: request.person.id, in: allowance.key)
    guard used < allowance.limit else { return .refused(.access(allowance.exhaustion)) }
    var openings = allowance
    openings.key = "openings:\(allowance.key)"
    openings.limit = turn.configuration.freeOpenings
    let reservation = reservation(towards: openings)
    guard case .counted = try await turn.usage.reserve(reservation) else { return nil }
    return .admitted(
      TurnAdmission(route: .coaching, reservation: reservation, counted: (allowance, used)))
  }

  private mutating func refuse(_ reason: TurnRefusal.Reason) async {
    let refusal = TurnRefusal(reason: reason, text: words(for: reason))
    outcome.refusal = refusal
    await pipe.send(.refused(refusal))
  }

  private func words(for reason: TurnRefusal.Reason) -> String {
    guard case .access(let refusal) = reason else { return text(.refusalSameRequest) }
    switch refusal {
    case .paywall: return text(.refusalPaywall)
    case .trialEnded(.days): return text(.refusalTrialDaysOver)
    case .trialEnded(.messages): return text(.refusalTrialMessagesOver)
    case .trialEnded(.cancelled): return text(.refusalTrialCancelled)
    case .periodLimit(let resetsAt):
      return text(
        .refusalPeriodLimit, with: CopyValues(date: resetsAt.map { CalendarDay(unixTime: $0) }))
    case .lapsed: return text(.refusalLapsed)
    case .rateLimited: return text(.refusalRateLimited)
    }
  }

  /// Reports the state of the allowance, with a text if the person should be told.
  mutating func tellUsage(_ admission: TurnAdmission) async {
    guard let (allowance, used) = admission.counted else { return }
    let notice = UsageNotice(allowance, used: used, policy: turn.configuration.access)
    outcome.usageNotice = notice
    let key: CopyKey? =
      switch (notice.tier, notice.isTrial) {
      case (.exhausted, true): .usageTrialUsedUp
      case (.exhausted, false): .usageUsedUp
      case (_, true): .usageTrial
      case (.prominent, false): .usageProminent
      case (.gentle, false): .usageGentle
      case (.silent, false): nil
      }
    let values = CopyValues(
      count: notice.remaining, limit: notice.limit,
      date: notice.resetsAt.map { CalendarDay(unixTime: $0) })
    await pipe.send(.limits(notice, text: key.map { text($0, with: values) }))
  }
}
