public import Documents
public import SourceFiles

extension AccessChange: JSONConvertible {
  package static let document = JSONDocumentForm<AccessChange>(
    title: "an access event",
    .variants(
      "an access event", tag: "event",
      [
        JSONVariant("discovery_completed", .discoveryCompleted),
        JSONVariant("paywall_shown", ShownPaywall.members) {
          if case .paywallShown(let impression) = $0 {
            ShownPaywall(impression: impression)
          } else {
            nil
          }
        } make: {
          .paywallShown($0.impression)
        },
        JSONVariant("trial_started", .trialStarted),
        JSONVariant("trial_cancelled", .trialCancelled),
        period("subscribed", AccessChange.subscribed) {
          if case .subscribed(let period) = $0 { period } else { nil }
        },
        period("renewed", AccessChange.renewed) {
          if case .renewed(let period) = $0 { period } else { nil }
        },
        period("renewal_cancelled", AccessChange.renewalCancelled) {
          if case .renewalCancelled(let period) = $0 { period } else { nil }
        },
        period("renewal_resumed", AccessChange.renewalResumed) {
          if case .renewalResumed(let period) = $0 { period } else { nil }
        },
        period("subscription_ended", AccessChange.subscriptionEnded) {
          if case .subscriptionEnded(let period) = $0 { period } else { nil }
        },
      ]))

  private static func period(
    _ word: String, _ make: @escaping @Sendable (BillingPeriod) -> AccessChange,
    get: @escaping @Sendable (AccessChange) -> BillingPeriod?
  ) -> JSONVariant<AccessChange> {
    JSONVariant(word, BillingPeriod.members, get: get, make: make)
  }

  /// The event as JSON.
  public var json: JSONValue { Self.document.json(self) }

  /// Reads an event from JSON. Throws ``SourceError`` with the kind and the location of the problem.
  public init(json: JSONValue) throws(SourceError) { self = try Self.document.read(json) }
}

extension BillingPeriod {
  static let members = JSONObjectForm<BillingPeriod>(
    "a billing period", .required("period_start", \.start, .unixTime),
    .required("period_end", \.end, .unixTime)
  ) { (object) throws(SourceError) in
    guard let period = BillingPeriod(start: object.start, end: object.end) else {
      throw object.node.member("period_end").error(
        "access.period", "'period_end' is not after 'period_start'",
        hint: "write the renewal date, when the next period begins")
    }
    return period
  }
}

/// The report that a paywall was displayed.
private struct ShownPaywall: Sendable {
  var impression: PaywallImpression?

  static let members = JSONObjectForm<ShownPaywall>(
    "a shown paywall", .optional("paywall", \.impression, PaywallImpression.members.form)
  ) { ShownPaywall(impression: $0.impression) }
}
