/// How much a person may write, and when what they bought is over.
public struct AccessPolicy: Sendable, Hashable {
  /// Messages in one billing period of a subscription.
  public let paidLimit: Int
  /// Messages in a trial altogether.
  public let trialLimit: Int
  /// Seconds that a trial lasts from its purchase.
  public let trialLength: Double
  /// Seconds after the end of a period for which a renewal that is due may be unreported, and by which a
  /// reported one may miss the expected date and still be the one that was expected.
  public let renewalGrace: Double
  /// How fast a person may write; all of them hold at once. None sets no limit.
  public let rateWindows: [RateWindow]
  /// From how many percent of the limit on the person is told gently.
  public let gentlePercent: Int
  /// From how many percent of the limit on the person is told plainly.
  public let prominentPercent: Int

  /// 800 messages a billing period; a trial of 100 in three days; a day of grace; 12 messages a minute
  /// and 120 an hour; told gently from 80 % and plainly from 95 %.
  public static let standard = AccessPolicy()

  private init() {
    paidLimit = 800
    trialLimit = 100
    trialLength = 3 * 86_400
    renewalGrace = 86_400
    rateWindows = [.minute, .hour]
    gentlePercent = 80
    prominentPercent = 95
  }

  /// Creates a policy; what is not named is as in ``standard``.
  ///
  /// Throws ``AccessError`` with `invalid_policy` when a limit lets nothing pass, a length is none, or the
  /// percentages are not in order.
  public init(
    paidLimit: Int = standard.paidLimit, trialLimit: Int = standard.trialLimit,
    trialLength: Double = standard.trialLength, renewalGrace: Double = standard.renewalGrace,
    rateWindows: [RateWindow] = standard.rateWindows, gentlePercent: Int = standard.gentlePercent,
    prominentPercent: Int = standard.prominentPercent
  ) throws(AccessError) {
    guard paidLimit >= 1, trialLimit >= 1 else {
      throw .invalidPolicy(
        "limits of \(paidLimit) and \(trialLimit) messages let nobody write",
        advice: "allow at least one in a period and one in a trial")
    }
    guard trialLength.isFinite, trialLength > 0 else {
      throw .invalidPolicy(
        "a trial of \(trialLength) seconds has no length", advice: "give it more than 0 seconds")
    }
    guard renewalGrace.isFinite, renewalGrace >= 0 else {
      throw .invalidPolicy(
        "a grace of \(renewalGrace) seconds is none", advice: "give 0 seconds or more")
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
    self.rateWindows = rateWindows
    self.gentlePercent = gentlePercent
    self.prominentPercent = prominentPercent
  }
}
