/// An event that changes a person's access.
///
/// Billing systems name the period in every report, and so do these events: otherwise a late report could not be
/// distinguished from one about the current period.
public enum AccessChange: Sendable, Hashable {
  /// The discovery conversation was completed.
  case discoveryCompleted
  /// The paywall was displayed to the person, with what is known of the version that they saw.
  case paywallShown(PaywallImpression? = nil)
  /// A trial was bought.
  case trialStarted
  /// The renewal of the trial was switched off. It lasts to its end; ``renewalResumed(_:)`` switches renewal on again.
  case trialCancelled
  /// A subscription was bought, for the first time or again.
  case subscribed(BillingPeriod)
  /// Another period was paid for.
  case renewed(BillingPeriod)
  /// Renewal was switched off in this period. While a trial lasts, this is about the trial, whether its own period is named or
  /// the one that would follow: it is no purchase.
  case renewalCancelled(BillingPeriod)
  /// Renewal was switched on again in this period; while a trial lasts, that of the trial.
  case renewalResumed(BillingPeriod)
  /// This period was refunded or revoked. The period of a trial is a period, too.
  case subscriptionEnded(BillingPeriod)
}
