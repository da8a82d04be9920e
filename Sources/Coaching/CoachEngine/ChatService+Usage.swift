public import CoachAccess
public import CoachModel
import LanguageModels

/// What a person has used and may write at a time, for an app that starts or shows its settings.
public struct AccessStatus: Sendable, Hashable {
  /// The stage.
  public var stage: AccessStage
  /// How much of the trial or period is used; `nil` outside of both.
  public var limits: ClientLimits?
  /// The text on it; `nil` while there is no need to speak of it.
  public var text: String?
  /// How many of a trial's messages are left, for a screen with room for more; `nil` outside of a trial.
  public var detail: String?
  /// Why the person may not write; `nil` if they may. Rate limits are not looked at.
  public var refusal: TurnRefusal?
}

/// A number of messages that the store has counted.
public struct CountedMessages: Sendable, Hashable {
  /// The name of the count, as ``Allowance/key``.
  public var key: String
  /// The number of messages used.
  public var used: Int
  /// The total number of messages, by the policy of the moment.
  public var limit: Int
  /// Whether it is the count of a trial.
  public var isTrial: Bool
  /// The day on which it began, in UTC.
  public var beganOn: CalendarDay

  /// The number of messages left; never negative.
  public var remaining: Int { max(0, limit - used) }
}

extension ChatService {
  /// Returns what a person has used and may write now, without counting anything: what the next turn's notice says.
  ///
  /// - Parameters:
  ///   - person: The caller's id of the person.
  ///   - language: The language of the texts, as a BCP 47 tag.
  ///   - zone: The time zone of the days that the texts name.
  ///   - region: The person's country (ISO 3166-1 alpha-2), for the line of help below a refusal; `nil` if it is unknown.
  ///   - age: Whether the person is of age, for the same line.
  ///   - isNearDanger: Whether the person may be in danger, as ``CrisisLog/isPending`` of their record says: nothing is sold to
  ///     them then, and nobody counts their messages.
  /// - Throws: The errors of the usage store.
  public func usage(
    of person: String, access: AccessRecord, language: String = "en",
    zone: TimeZoneRules = .utc, region: String? = nil, age: AgeGroup = .unknown,
    isNearDanger: Bool = false
  ) async throws -> AccessStatus {
    let (now, policy) = (clock.unixTime(), configuration.access)
    let texts = AccessTexts(
      copy: copy, language: language, prices: configuration.prices, zone: zone)
    var status = AccessStatus(stage: access.stage(at: now, policy: policy))
    func refuse(_ refusal: AccessRefusal) {
      status.refusal = TurnRefusal(
        reason: .access(refusal),
        text: withHelp(
          texts.text(for: refusal, isNearDanger: isNearDanger), region: region, language: language,
          age: age),
        callToAction: isNearDanger ? nil : refusal.callToAction)
    }
    switch policy.decision(for: access, at: now) {
    case .discovery: break
    case .blocked(let refusal): refuse(refusal)
    case .coaching(let allowance):
      let used = try await usage.usage(of: person, in: allowance.key)
      let limits = UsageNotice(
        allowance, used: used, trialDay: access.trialDay(at: now, policy: policy), policy: policy
      ).forPerson
      status.limits = limits
      if !isNearDanger {
        status.text = texts.text(for: limits)
        status.detail = texts.detail(for: limits)
      }
      if used >= allowance.limit {
        refuse(allowance.exhaustion)
        status.text = status.refusal?.text
      }
    }
    return status
  }

  /// Returns what the store has counted for a person, the newest first. Without the access record, it is not known which trial or
  /// period is the current one, nor when it ends.
  ///
  /// Throws the errors of the usage store.
  public func counts(of person: String) async throws -> [CountedMessages] {
    let policy = configuration.access
    let counts = try await usage.updateLedger(of: person) { $0.messageCounts }
    return counts.compactMap { key, used in
      let parts = key.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, ["trial", "paid"].contains(parts[0]),
        let day = CalendarDay(String(parts[1]))
      else { return nil }
      let isTrial = parts[0] == "trial"
      return CountedMessages(
        key: key, used: used, limit: isTrial ? policy.trialLimit : policy.paidLimit,
        isTrial: isTrial, beganOn: day)
    }.sorted {
      $0.beganOn != $1.beganOn ? $0.beganOn > $1.beganOn : !$0.isTrial && $1.isTrial
    }
  }
}
