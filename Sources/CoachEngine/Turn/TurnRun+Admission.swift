import CoachAccess
import CoachModel
import LanguageModels

extension TurnRun {
  /// Admits the turn and counts it. Returns `nil` if it is not admitted, after reporting that to the person.
  ///
  /// If the store fails, the turn is not admitted: limits must not disappear because of an outage.
  mutating func admit() async -> TurnAdmission? {
    let rule = AdmissionRule(
      request: request, configuration: service.configuration, attempt: attempt, now: now)
    do {
      switch try await service.usage.updateLedger(of: request.person.id, { rule.decide(&$0) }) {
      case .admitted(let admission): return admission
      case .refused(let reason): await refuse(reason)
      case .invalid(let problem):
        await fail(.invalidRequest, problem, cause: "request id used before")
      }
    } catch {
      // The store may have counted the message before it failed.
      await settle(.unanswered)
      await fail(
        .unknown, "the store of counts and request ids failed: \(error)", cause: "usage store")
    }
    return nil
  }

  /// Renews the lease of the request until the task is cancelled, and ends the turn if another attempt has taken the
  /// request over.
  func renewLease() -> Task<Void, Never> {
    let (store, clock, request, attempt, pipe) = (
      service.usage, service.clock, request, attempt, pipe
    )
    let interval = Duration.seconds(service.configuration.requestLease / 3)
    return Task.onPreferredExecutor {
      while true {
        do { try await clock.sleep(interval) } catch { return }
        let isOurs = try? await store.updateLedger(of: request.person.id) {
          $0.renew(request.id, attempt: attempt, at: clock.unixTime())
        }
        if isOurs == false { return pipe.interrupt() }
      }
    }
  }

  /// Completes the request in the store. Returns false if another attempt has taken the request over.
  ///
  /// It runs to completion even if the turn was cancelled.
  @discardableResult
  mutating func settle(_ end: TurnEnd) async -> Bool {
    let (store, request, attempt) = (service.usage, request, attempt)
    let result = await Task.onPreferredExecutor { () async -> Result<Bool, any Error> in
      do {
        let isOurs = try await store.updateLedger(of: request.person.id) { ledger in
          switch end {
          case .answered:
            return ledger.finish(request.id, attempt: attempt, messageID: request.messageID)
          case .seenInPart:
            return ledger.release(request.id, attempt: attempt)
          case .unanswered:
            ledger.refund(attempt)
            return ledger.finish(request.id, attempt: attempt, messageID: nil)
          case .uncounted:
            ledger.withdraw(attempt)
            return ledger.finish(request.id, attempt: attempt, messageID: nil)
          }
        }
        return .success(isOurs)
      } catch {
        return .failure(error)
      }
    }.value
    switch result {
    case .success(let isOurs): return isOurs
    case .failure(let error):
      outcome.trace.problems.append("the turn could not be settled: \(error)")
      return true
    }
  }

  private mutating func refuse(_ reason: TurnRefusal.Reason) async {
    let refusal = TurnRefusal(reason: reason, text: words(for: reason))
    outcome.refusal = refusal
    await pipe.send(.refused(refusal))
  }

  private func words(for reason: TurnRefusal.Reason) -> String {
    // What the same request is told was answered, or is being answered.
    guard case .access(let refusal) = reason else { return text(.refusalSameRequest) }
    return withHelp(words(for: refusal))
  }

  private func words(for refusal: AccessRefusal) -> String {
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
    let policy = service.configuration.access
    let notice = UsageNotice(
      allowance, used: used, trialDay: request.access.trialDay(at: now, policy: policy),
      policy: policy)
    outcome.limits = notice
    // Nobody should read how many messages are left below an answer to what may be danger, or on the day after.
    guard !isNearDanger else { return }
    let key: CopyKey? =
      switch (notice.tier, notice.isTrial) {
      case (.exhausted, true): .usageTrialUsedUp
      case (.exhausted, false): .usageUsedUp
      case (_, true): notice.trialDay?.isLast ?? false ? .usageTrialLastDay : .usageTrial
      case (.prominent, false): .usageProminent
      case (.gentle, false): .usageGentle
      case (.silent, false): nil
      }
    let values = CopyValues(
      count: notice.remaining, limit: notice.limit,
      date: notice.resetsAt.map { CalendarDay(unixTime: $0) }, day: notice.trialDay?.day,
      days: notice.trialDay?.days)
    await pipe.send(.limits(notice, text: key.map { text($0, with: values) }))
  }
}
