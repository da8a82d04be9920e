public import Documents
public import SourceFiles

extension AccessRecord: JSONConvertible {
  /// The JSON form: that of a file and of `access` in a turn's request.
  package static let document = JSONDocumentForm(
    JSONObjectForm<AccessRecord>(
      "an access record", .optional("discovery_completed_at", \.discoveryCompletedAt, .unixTime),
      .optional("paywall_shown_at", \.paywallShownAt, .unixTime),
      .optional("paywalls", \.paywalls, PaywallLog.members.form, default: PaywallLog()),
      .optional("trial", \.trial, Trial.members.form),
      .optional("subscription", \.subscription, Subscription.members.form),
      .required("updated_at", \.updatedAt, .unixTime)
    ) {
      var record = AccessRecord(
        discoveryCompletedAt: $0.discoveryCompletedAt, paywallShownAt: $0.paywallShownAt,
        trial: $0.trial, subscription: $0.subscription, updatedAt: $0.updatedAt)
      record.paywalls = $0.paywalls
      return record
    })

  /// The record as JSON; unknown facts are omitted.
  public var json: JSONValue { Self.document.json(self) }

  /// Reads a record from JSON. Throws ``SourceError`` with the kind and the location of the problem.
  public init(json: JSONValue) throws(SourceError) { self = try Self.document.read(json) }

  /// Reads a record from a YAML or JSON file. Throws ``SourceError`` with the location of the problem.
  public init(_ file: SourceFile) throws(SourceError) {
    try self.init(try DocumentNode.read(file))
  }

  /// Reads a record that is part of a larger document.
  package init(_ node: DocumentNode) throws(SourceError) {
    self = try Self.document.form.read(node, "the access record")
  }
}

extension AccessRecord.Trial {
  static let members = JSONObjectForm<AccessRecord.Trial>(
    "a trial", .required("started_at", \.startedAt, .unixTime),
    .optional("cancelled_at", \.cancelledAt, .unixTime),
    .optional("resumed_at", \.resumedAt, .unixTime),
    .optional("ended_at", \.endedAt, .unixTime)
  ) {
    AccessRecord.Trial(
      startedAt: $0.startedAt, cancelledAt: $0.cancelledAt, resumedAt: $0.resumedAt,
      endedAt: $0.endedAt)
  }
}

extension AccessRecord.Subscription {
  static let members = JSONObjectForm<AccessRecord.Subscription>(
    "a subscription", .required("period_start", \.period.start, .unixTime),
    .required("period_end", \.period.end, .unixTime),
    .optional("counted_from", \.shiftedCount, .unixTime),
    .required("will_renew", \.willRenew, .bool),
    .optional("renewal_changed_at", \.renewalChangedAt, .unixTime),
    .optional("is_paid", \.isPaid, .bool, default: true),
    .optional("ended_at", \.endedAt, .unixTime),
    .optional("previous", \.previous, EarlierPeriod.members.form)
  ) { (object) throws(SourceError) in
    guard let period = BillingPeriod(start: object[\.period.start], end: object[\.period.end])
    else {
      throw object.node.member("period_end").error(
        "access.period", "'period_end' is not after 'period_start'",
        hint: "write the renewal date, when the next period begins")
    }
    return AccessRecord.Subscription(
      period, countedFrom: object.shiftedCount, willRenew: object.willRenew,
      renewalChangedAt: object.renewalChangedAt, isPaid: object.isPaid,
      endedAt: object.endedAt, previous: object.previous)
  }

  /// The start of the count if it is not that of the period.
  private var shiftedCount: Double? { countedFrom == period.start ? nil : countedFrom }
}

extension AccessRecord.Subscription.EarlierPeriod {
  static let members = JSONObjectForm<AccessRecord.Subscription.EarlierPeriod>(
    "a previous period", .required("counted_from", \.countedFrom, .unixTime),
    .required("period_end", \.end, .unixTime)
  ) { AccessRecord.Subscription.EarlierPeriod(countedFrom: $0.countedFrom, end: $0.end) }
}
