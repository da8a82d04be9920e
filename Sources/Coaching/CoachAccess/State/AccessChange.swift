/// An event that changes a person's access.
///
/// Billing systems name the period in every report, and so do these events: otherwise a late report could not be
/// distinguished from one about the current period.
public enum AccessChange: Sendable, Hashable {
  /// The discovery conversation was completed.
  case discoveryCompleted
  /// The paywall was displayed to the person.
  case paywallShown
  /// A trial was bought.
  case trialStarted
  /// The trial was cancelled, which ends it immediately.
  case trialCancelled
  /// A subscription was bought, for the first time or again.
  case subscribed(BillingPeriod)
  /// Another period was paid for.
  case renewed(BillingPeriod)
  /// Renewal was switched off in this period.
  case renewalCancelled(BillingPeriod)
  /// Renewal was switched on again in this period.
  case renewalResumed(BillingPeriod)
  /// This period was refunded or revoked.
  case subscriptionEnded(BillingPeriod)
}
