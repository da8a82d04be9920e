public import JSON
public import SourceFiles
package import YAMLDocument

extension AccessRecord {
  /// The record as a JSON object, in the format of a request; unknown facts are omitted.
  public var json: JSONValue {
    var object: JSONObject = [:]
    object["discovery_completed_at"] = discoveryCompletedAt.map { .number($0) }
    object["paywall_shown_at"] = paywallShownAt.map { .number($0) }
    object["trial"] = trial?.json
    object["subscription"] = subscription?.json
    object["updated_at"] = .number(updatedAt)
    return .object(object)
  }

  /// Reads a record from a JSON or YAML file. Throws ``SourceError`` with the location of the problem.
  public init(_ file: SourceFile) throws(SourceError) {
    try self.init(try YAMLNode.parse(file))
  }

  /// Reads a record that is part of a larger document.
  package init(_ node: YAMLNode) throws(SourceError) {
    var map = try YAMLMapping(node, "the access record")
    self.init(
      discoveryCompletedAt: try map.optionalTime("discovery_completed_at"),
      paywallShownAt: try map.optionalTime("paywall_shown_at"),
      updatedAt: try map.time("updated_at"))
    if let node = map.optional("trial") { trial = try Trial(node) }
    if let node = map.optional("subscription") { subscription = try Subscription(node) }
    try map.finish()
  }
}

extension AccessRecord.Trial {
  fileprivate var json: JSONValue {
    var object: JSONObject = ["started_at": .number(startedAt)]
    object["cancelled_at"] = cancelledAt.map { .number($0) }
    return .object(object)
  }

  fileprivate init(_ node: YAMLNode) throws(SourceError) {
    var map = try YAMLMapping(node, "'trial'")
    self.init(
      startedAt: try map.time("started_at"), cancelledAt: try map.optionalTime("cancelled_at"))
    try map.finish()
  }
}

extension AccessRecord.Subscription {
  fileprivate var json: JSONValue {
    var object: JSONObject = [
      "period_start": .number(period.start), "period_end": .number(period.end),
    ]
    if countedFrom != period.start { object["counted_from"] = .number(countedFrom) }
    object["will_renew"] = .bool(willRenew)
    object["renewal_changed_at"] = renewalChangedAt.map { .number($0) }
    object["ended_at"] = endedAt.map { .number($0) }
    object["previous"] = previous.map {
      ["counted_from": .number($0.countedFrom), "period_end": .number($0.end)]
    }
    return .object(object)
  }

  fileprivate init(_ node: YAMLNode) throws(SourceError) {
    var map = try YAMLMapping(node, "'subscription'")
    let start = try map.time("period_start")
    let endNode = try map.required("period_end")
    guard let period = BillingPeriod(start: start, end: try endNode.time("'period_end'")) else {
      throw endNode.error(
        "access.period", "'period_end' is not after 'period_start'",
        hint: "write the renewal date, when the next period begins")
    }
    let renewal = try map.required("will_renew")
    guard let willRenew = renewal.json.bool else {
      throw renewal.error("yaml.type", "'will_renew' is true or false")
    }
    self.init(
      period, countedFrom: try map.optionalTime("counted_from"), willRenew: willRenew,
      renewalChangedAt: try map.optionalTime("renewal_changed_at"),
      endedAt: try map.optionalTime("ended_at"))
    if let node = map.optional("previous") { previous = try EarlierPeriod(node) }
    try map.finish()
  }
}

extension AccessRecord.Subscription.EarlierPeriod {
  fileprivate init(_ node: YAMLNode) throws(SourceError) {
    var map = try YAMLMapping(node, "'previous'")
    self.init(countedFrom: try map.time("counted_from"), end: try map.time("period_end"))
    try map.finish()
  }
}

extension YAMLMapping {
  fileprivate mutating func time(_ key: String) throws(SourceError) -> Double {
    try required(key).time("'\(key)'")
  }

  fileprivate mutating func optionalTime(_ key: String) throws(SourceError) -> Double? {
    try optional(key)?.time("'\(key)'")
  }
}

extension YAMLNode {
  fileprivate func time(_ what: String) throws(SourceError) -> Double {
    if let value = json.number, AccessError.validTimes.contains(value) { return value }
    let isTooLarge = json.number.map { $0 > AccessError.validTimes.upperBound } ?? false
    throw error(
      "access.time", "\(what) is a time in seconds since 1970",
      hint: isTooLarge
        ? "divide milliseconds by 1000" : "write it as a number, such as 1795219200")
  }
}
