/// Something that changes what a person may do.
///
/// Billing systems name the period in every report, and so do these events: without it a late report
/// could not be told from one about the present.
public enum AccessEvent: Sendable, Hashable {
  /// The discovery conversation came to its end.
  case discoveryCompleted
  /// The person saw the paywall.
  case paywallShown
  /// The person bought a trial.
  case trialStarted
  /// The person cancelled the trial.
  case trialCancelled
  /// The person bought a subscription, for the first time or again.
  case subscribed(BillingPeriod)
  /// A further period was paid.
  case renewed(BillingPeriod)
  /// In this period the person switched renewal off.
  case renewalCancelled(BillingPeriod)
  /// In this period the person switched renewal on again.
  case renewalResumed(BillingPeriod)
  /// This period was refunded or revoked.
  case subscriptionEnded(BillingPeriod)
}
