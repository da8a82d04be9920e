import CoachModel
import SourceFiles

/// A turn that was let through.
struct TurnAdmission: Sendable {
  /// What kind of turn it is.
  var route: TurnRoute
  /// What was counted; nil for a prompt that is being tried out.
  var reservation: UsageReservation?
  /// What it was counted towards, and how much of that is used with it.
  var counted: (allowance: Allowance, used: Int)?
}

/// Whether a turn may go on.
enum AdmissionDecision: Sendable {
  case admitted(TurnAdmission)
  /// The person may not write now, or this request was answered already.
  case refused(TurnRefusal.Reason)
  /// The request contradicts an earlier one.
  case invalid(String)
}

extension TurnRun {
  /// Asks whether the turn may go on, and counts it if it may. Nil when it may not, which the person has then
  /// been told.
  ///
  /// A store that fails lets nobody through: the alternative would be a door that opens when the lock breaks.
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
      // It may have counted before it failed.
      await settle(reservation(towards: allowance), isAnswered: false)
      await fail(.unknown, "the store of counts failed: \(error)")
      return nil
    }
  }

  /// What was admitted; nil for everything else, which the person is told.
  private mutating func admission(_ decision: AdmissionDecision) async -> TurnAdmission? {
    switch decision {
    case .admitted(let admission): return admission
    case .refused(let reason): await refuse(reason)
    case .invalid(let problem): await fail(.invalidRequest, problem)
    }
    return nil
  }

  // MARK: The request

  /// What makes two requests with one id the same.
  private var digest: ContentDigest {
    let parts = [
      request.conversation.id, String(request.conversation.messages.count), request.message ?? "",
      request.isOpening ? "opening" : "message",
    ]
    return ContentDigest(ofParts: parts)
  }

  /// Notes the request. Nil for a new one, which may go on.
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

  /// Ends what was begun: a message that brought nothing is given back, and what was not answered may be sent
  /// again. Runs to its end also when the turn was cancelled.
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

  /// What the person's messages count towards at present; nil where nothing is counted.
  private var allowance: Allowance? {
    let decision = turn.configuration.access.decision(for: request.access, at: now)
    if case .coaching(let allowance) = decision { return allowance }
    return nil
  }

  /// What this run asks the store to count: in the rate windows, and towards an allowance if there is one.
  private func reservation(towards allowance: Allowance?) -> UsageReservation {
    UsageReservation(
      id: reservationID, person: request.person.id, at: now,
      windows: turn.configuration.access.rateWindows, allowance: allowance)
  }

  private func count() async throws -> AdmissionDecision {
    guard turn.configuration.pinnedPrompt == nil else {
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

  /// Lets the coach speak first without counting a message of the person's, so many times in a period, as long as
  /// there is one left. Nil when the free openings are used up, so that it counts like any other message.
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
      return text(.refusalPeriodLimit, CopyValues(date: resetsAt.map { CalendarDay(unixTime: $0) }))
    case .lapsed: return text(.refusalLapsed)
    case .rateLimited: return text(.refusalRateLimited)
    }
  }

  /// Tells how many messages are left, where that is to be told.
  mutating func tellUsage(_ admission: TurnAdmission) async {
    guard let (allowance, used) = admission.counted else { return }
    let notice = UsageNotice(allowance, used: used, policy: turn.configuration.access)
    outcome.usageNotice = notice
    let key: CopyKey? =
      switch (notice.tier, notice.isTrial) {
      case (.blocked, true): .usageTrialUsedUp
      case (.blocked, false): .usageUsedUp
      case (_, true): .usageTrial
      case (.prominent, false): .usageProminent
      case (.gentle, false): .usageGentle
      case (.silent, false): nil
      }
    let values = CopyValues(
      count: notice.remaining, limit: notice.limit,
      date: notice.resetsAt.map { CalendarDay(unixTime: $0) })
    await pipe.send(.limits(notice, text: key.map { text($0, values) }))
  }
}
