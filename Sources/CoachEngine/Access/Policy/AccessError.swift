/// Why an event is not taken in, or a policy is none.
public struct AccessError: Error, Sendable, Hashable {
  /// The kinds of refusal.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The account has had its trial.
    case trialUsed = "trial_used"
    /// A trial was used on this device, under this or another account.
    case trialUsedOnDevice = "trial_used_on_device"
    /// The account is subscribed, so there is nothing to try.
    case subscribed
    /// A trial was cancelled of which nothing is known.
    case noTrial = "no_trial"
    /// A time that is none of the years 1970 to 9999.
    case invalidTime = "invalid_time"
    /// A policy that cannot be kept.
    case invalidPolicy = "invalid_policy"
  }

  /// What kind of refusal it is.
  public var code: Code
  /// What is wrong, in one sentence without a full stop.
  public var message: String
  /// What to do about it.
  public var advice: String

  init(_ code: Code, _ message: String, advice: String) {
    self.code = code
    self.message = message
    self.advice = advice
  }
}

extension AccessError: CustomStringConvertible {
  /// The message, and below it the advice.
  public var description: String { "\(message)\n  → \(advice)" }
}

extension AccessError {

  /// The times that a record may hold: from 1970 to the last second of 9999. Milliseconds lie beyond it.
  static let validTimes = 0.0...253_402_300_799

  static let trialUsed = AccessError(
    .trialUsed, "this account has had its trial", advice: "offer the subscription instead")

  static let trialUsedOnDevice = AccessError(
    .trialUsedOnDevice, "a trial was used on this device",
    advice: "offer the subscription, or signing in with the account that had the trial")

  static let subscribed = AccessError(
    .subscribed, "this account is subscribed",
    advice: "begin no trial; the subscription holds")

  static let noTrial = AccessError(
    .noTrial, "no trial of this account is known",
    advice: "report its start first, then its cancellation again")

  static func invalidTime(_ unixTime: Double) -> AccessError {
    AccessError(
      .invalidTime, "\(unixTime) is no time in seconds since 1970",
      advice: unixTime > AccessError.validTimes.upperBound
        ? "divide milliseconds by 1000" : "pass when the event happened")
  }

  static func invalidPolicy(_ message: String, advice: String) -> AccessError {
    AccessError(.invalidPolicy, message, advice: advice)
  }
}
