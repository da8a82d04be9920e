/// An access event that was rejected, or an invalid policy.
public struct AccessError: Error, Sendable, Hashable {
  /// The kinds of error. The raw values are stable identifiers for programs.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The account has already used its trial.
    case trialUsed = "trial_used"
    /// A trial was already used on this device, by this or another account.
    case trialUsedOnDevice = "trial_used_on_device"
    /// The account has a subscription, so it cannot start a trial.
    case subscribed
    /// The account has no known trial to cancel.
    case noTrial = "no_trial"
    /// The time is not in the years 1970 to 9999, for example because it is in milliseconds.
    case invalidTime = "invalid_time"
    /// A limit, duration or percentage of a policy is out of range.
    case invalidPolicy = "invalid_policy"
  }

  /// The kind of error.
  public var code: Code
  /// The problem, in one sentence without a full stop.
  public var message: String
  /// How to fix it.
  public var advice: String

  init(_ code: Code, _ message: String, advice: String) {
    self.code = code
    self.message = message
    self.advice = advice
  }
}

extension AccessError: CustomStringConvertible {
  /// The message, followed by the advice on the next line.
  public var description: String { "\(message)\n  → \(advice)" }
}

extension AccessError {

  /// The valid times: from 1970 to the last second of 9999. Current times in milliseconds are out of range.
  static let validTimes = 0.0...253_402_300_799

  static let trialUsed = AccessError(
    .trialUsed, "this account has had its trial", advice: "offer the subscription instead")

  static let trialUsedOnDevice = AccessError(
    .trialUsedOnDevice, "a trial was used on this device",
    advice: "offer the subscription, or signing in with the account that had the trial")

  static let subscribed = AccessError(
    .subscribed, "this account is subscribed",
    advice: "do not start a trial; the subscription is active")

  static let noTrial = AccessError(
    .noTrial, "no trial of this account is known",
    advice: "report its start first, then its cancellation again")

  static func invalidTime(_ unixTime: Double) -> AccessError {
    AccessError(
      .invalidTime, "\(unixTime) is not a time in seconds since 1970",
      advice: unixTime > AccessError.validTimes.upperBound
        ? "divide milliseconds by 1000" : "pass when the event happened")
  }

  static func invalidPolicy(_ message: String, advice: String) -> AccessError {
    AccessError(.invalidPolicy, message, advice: advice)
  }
}
