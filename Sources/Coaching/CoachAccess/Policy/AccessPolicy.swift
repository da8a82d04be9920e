/// The limits on how much a person may write, and the durations of trials and grace periods.
///
/// A turn applies the policy in ``TurnConfiguration/access``. It can also be asked directly:
///
/// ```swift
/// let policy = try AccessPolicy(
///   paidLimit: 500, rateWindows: [RateWindow(count: 6, seconds: 60), .hour])
/// let trial = AccessRecord.Trial(startedAt: 1_795_000_000)
/// let record = AccessRecord(trial: trial, updatedAt: 1_795_000_000)
/// switch policy.decision(for: record, at: 1_795_100_000) {
/// case .discovery: print("the free first conversation")
/// case .coaching(let allowance): print("\(allowance.limit) messages under \(allowance.key)")
/// case .blocked(let refusal): print(refusal.word)
/// }
/// ```
public struct AccessPolicy: Sendable, Hashable {
  /// The number of messages in one billing period of a subscription.
  public let paidLimit: Int
  /// The total number of messages in a trial.
  public let trialLimit: Int
  /// The duration of a trial from its purchase, in seconds.
  public let trialLength: Double
  /// The tolerance for renewals, in seconds.
  ///
  /// For this long after the end of a period, or of a trial that renews, a due renewal may be unreported. A reported period may
  /// start this far from the expected date and still count as the expected renewal.
  public let renewalGrace: Double
  /// The rate limits, all of which apply at once. An empty array sets no limit.
  public let rateWindows: [RateWindow]
  /// The rate limits on the model's replies to a crisis; beyond them, the fixed texts of the message catalog answer.
  /// Such messages are never refused and count towards nothing else, so only these windows bound their cost.
  public let crisisWindows: [RateWindow]
  /// The rate limits on second opinions about a person's messages. Beyond them a message counts as one about which no
  /// opinion could be had, never as calm.
  public let opinionWindows: [RateWindow]
  /// The percentage of the limit from which the tier is ``UsageTier/gentle``, from 1 to 100.
  public let gentlePercent: Int
  /// The percentage of the limit from which the tier is ``UsageTier/prominent``, from ``gentlePercent`` to 100.
  public let prominentPercent: Int

  /// The default policy: 800 messages a billing period; a trial of 100 messages in three days; one day of grace; 12
  /// messages a minute and 120 an hour; in a crisis 12 model replies a minute and 100 a day; 10 second opinions a minute
  /// and 150 a day; notices from 80 % (gentle) and 95 % (prominent).
  public static let standard = AccessPolicy()

  /// 100 years in seconds.
  private static let maximumLength = 100 * 366 * 86_400.0

  private init() {
    paidLimit = 800
    trialLimit = 100
    trialLength = 3 * 86_400
    renewalGrace = 86_400
    rateWindows = [.minute, .hour]
    crisisWindows = [.minute, .crisisDay]
    opinionWindows = [.opinionMinute, .opinionDay]
    gentlePercent = 80
    prominentPercent = 95
  }

  /// Creates a policy. Values that are not given are those of `base`.
  ///
  /// Throws ``AccessError`` with `invalid_policy` if a limit is less than 1, a duration is out of range, or the
  /// percentages are out of range or order.
  public init(
    _ base: AccessPolicy = .standard, paidLimit: Int? = nil, trialLimit: Int? = nil,
    trialLength: Double? = nil, renewalGrace: Double? = nil, rateWindows: [RateWindow]? = nil,
    crisisWindows: [RateWindow]? = nil, opinionWindows: [RateWindow]? = nil,
    gentlePercent: Int? = nil, prominentPercent: Int? = nil
  ) throws(AccessError) {
    let (paidLimit, trialLimit) = (paidLimit ?? base.paidLimit, trialLimit ?? base.trialLimit)
    let trialLength = trialLength ?? base.trialLength
    let renewalGrace = renewalGrace ?? base.renewalGrace
    let gentlePercent = gentlePercent ?? base.gentlePercent
    let prominentPercent = prominentPercent ?? base.prominentPercent
    guard paidLimit >= 1, trialLimit >= 1 else {
      throw .invalidPolicy(
        "limits of \(paidLimit) and \(trialLimit) messages let no one write",
        advice: "allow at least one in a period and one in a trial")
    }
    guard trialLength > 0, trialLength <= Self.maximumLength else {
      throw .invalidPolicy(
        "a trial of \(trialLength) seconds is not possible",
        advice: "give it more than 0 seconds and at most 100 years")
    }
    guard renewalGrace >= 0, renewalGrace <= Self.maximumLength else {
      throw .invalidPolicy(
        "a grace period of \(renewalGrace) seconds is invalid",
        advice: "give 0 seconds or more and at most 100 years")
    }
    guard 1 <= gentlePercent, gentlePercent <= prominentPercent, prominentPercent <= 100 else {
      throw .invalidPolicy(
        "notices from \(gentlePercent) % and \(prominentPercent) % are not in order",
        advice: "keep both from 1 to 100, the gentle one first")
    }
    self.paidLimit = paidLimit
    self.trialLimit = trialLimit
    self.trialLength = trialLength
    self.renewalGrace = renewalGrace
    self.rateWindows = rateWindows ?? base.rateWindows
    self.crisisWindows = crisisWindows ?? base.crisisWindows
    self.opinionWindows = opinionWindows ?? base.opinionWindows
    self.gentlePercent = gentlePercent
    self.prominentPercent = prominentPercent
  }
}
