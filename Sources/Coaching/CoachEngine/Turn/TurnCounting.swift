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

  /// Admits the turn and counts it.
  func admit() async throws -> AdmissionDecision {
    let rule = AdmissionRule(
      request: request, configuration: configuration, attempt: attempt, now: now)
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
  func settle(_ end: TurnEnd) async -> Result<Bool, any Error> {
    let now = clock.unixTime()
    return await Task.onPreferredExecutor { () async -> Result<Bool, any Error> in
      do {
        return .success(
          try await store.updateLedger(of: request.person.id) { ledger in
            switch end {
            case .answered:
              return ledger.finish(
                request.id, attempt: attempt, messageID: request.messageID, at: now)
            case .partiallyDelivered:
              return ledger.release(request.id, attempt: attempt)
            case .unanswered:
              ledger.refund(attempt)
              return ledger.finish(request.id, attempt: attempt, messageID: nil, at: now)
            case .uncounted:
              ledger.withdraw(attempt)
              return ledger.finish(request.id, attempt: attempt, messageID: nil, at: now)
            }
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
}
