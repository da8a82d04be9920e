import CoachAccess
import CoachModel
import LanguageModels

/// How a turn is counted: one attempt at a request, admitted, kept alive and settled in the usage store.
struct TurnCounting: Sendable {
  let store: any UsageStore
  let clock: CallClock
  let request: TurnRequest
  let configuration: TurnConfiguration
  /// The id of this run's attempt at the request, and of its reservation. A repeated request is a new attempt and
  /// subject to the rate windows like any other.
  let attempt: String
  /// The time of the turn in seconds since 1970.
  let now: Double
  /// What decides which notices are due; `nil` if there are no duties.
  let notices: NoticeRule?

  /// Admits the turn and counts it.
  func admit() async throws -> AdmissionDecision {
    let rule = AdmissionRule(
      request: request, configuration: configuration, attempt: attempt, now: now,
      notices: notices)
    return try await store.updateLedger(of: request.person.id) { rule.decide(&$0) }
  }

  /// Renews the lease of the request until the task is cancelled, and calls `isTaken` if another attempt has taken the
  /// request over.
  func renewLease(orElse isTaken: @escaping @Sendable () -> Void) -> Task<Void, Never> {
    let interval = Duration.seconds(configuration.requestLease / 3)
    return Task.onPreferredExecutor {
      while true {
        do { try await clock.sleep(interval) } catch { return }
        let isOurs = try? await store.updateLedger(of: request.person.id) {
          $0.renew(request.id, attempt: attempt, at: clock.unixTime())
        }
        if isOurs == false { return isTaken() }
      }
    }
  }

  /// Completes the request in the store. Returns false if another attempt has taken the request over.
  ///
  /// It runs to completion even if the turn was cancelled.
  ///
  /// - Parameter unshown: The kinds of notices that were recorded for the request and not shown, so that a later one gives them.
  func settle(
    _ end: TurnEnd, withdrawing unshown: [NoticeKind] = []
  ) async -> Result<Bool, any Error> {
    let now = clock.unixTime()
    return await Task.onPreferredExecutor { () async -> Result<Bool, any Error> in
      do {
        return .success(
          try await store.updateLedger(of: request.person.id) { ledger in
            let isOurs: Bool
            switch end {
            case .answered:
              isOurs = ledger.finish(
                request.id, attempt: attempt, messageID: request.messageID, at: now)
            case .partiallyDelivered:
              isOurs = ledger.release(request.id, attempt: attempt)
            case .unanswered:
              ledger.refund(attempt)
              isOurs = ledger.finish(request.id, attempt: attempt, messageID: nil, at: now)
            case .uncounted:
              ledger.withdraw(attempt)
              isOurs = ledger.finish(request.id, attempt: attempt, messageID: nil, at: now)
            }
            // The notices of an attempt that has taken the request over are not this one's.
            if isOurs { ledger.noticeClock.withdraw(unshown, of: request.id) }
            return isOurs
          })
      } catch {
        return .failure(error)
      }
    }.value
  }

  /// Returns whether a model may be asked for a purpose, and counts it. Someone who floods the service is still answered,
  /// with the fixed texts.
  ///
  /// These calls are counted separately, so that they do not use up the person's own limits, and each time anew,
  /// whatever the request id. A store that fails or hangs does not delay the reply.
  func mayAskModel(_ purpose: UsagePurpose, within windows: [RateWindow]) async -> Bool {
    let reservation = UsageReservation(
      id: "\(attempt)/\(purpose.rawValue)", person: request.person.id, purpose: purpose, at: now,
      windows: windows, allowance: nil)
    let verdict = await TurnTimeouts.result(within: configuration.timeouts.crisisStore, clock) {
      try? await store.reserve(reservation)
    }
    if case .refused?? = verdict { return false }
    return true
  }

  /// Notes a message that signals a crisis, which is not admitted, and returns the notice that may be shown below the help.
  ///
  /// It comes after the reply. What is recorded too late to be shown, or for a reader who has left, is withdrawn, so that
  /// the next message gives it.
  func noticesInCrisis() async -> TurnNotices {
    guard let notices else { return TurnNotices() }
    let isRead = !Task.isCancelled
    let limit = configuration.timeouts.crisisStore
    // The message is noted even if the reader leaves meanwhile.
    return await Task.onPreferredExecutor { () async -> TurnNotices in
      let deadline = clock.now().advanced(by: limit)
      let recording = Task.onPreferredExecutor { () async -> TurnNotices? in
        try? await store.updateLedger(of: request.person.id) { ledger -> TurnNotices? in
          guard clock.now() < deadline else { return nil }
          // The ledger may have been changed during the reply, and its times are not to be set back to the message's.
          let time = max(now, min(ledger.updatedAt, clock.unixTime()))
          var found = notices.decide(&ledger, at: time, isCrisis: true)
          if !isRead {
            ledger.noticeClock.withdraw(found.given.map(\.kind), of: request.id)
            found.given = []
          }
          return found
        }
      }
      if let found = await TurnTimeouts.result(within: limit, clock, of: { await recording.value })
      {
        return found ?? TurnNotices()
      }
      recording.cancel()
      _ = Task.onPreferredExecutor {
        _ = await recording.value
        await withdraw(NoticeKind.known)
      }
      return TurnNotices()
    }.value
  }

  /// Withdraws notices of some kinds that were recorded for the request and not shown. It runs even if the turn was cancelled.
  func withdraw(_ kinds: [NoticeKind]) async {
    guard !kinds.isEmpty else { return }
    await Task.onPreferredExecutor {
      _ = await TurnTimeouts.result(within: .seconds(configuration.requestLease), clock) {
        try? await store.updateLedger(of: request.person.id) {
          $0.noticeClock.withdraw(kinds, of: request.id)
        }
      }
    }.value
  }
}
