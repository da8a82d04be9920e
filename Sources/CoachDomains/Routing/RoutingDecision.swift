public import JSON

/// Which domain a message belongs to, and how sure that is.
public struct RoutingDecision: Sendable, Hashable {
  /// The domain's id; nil where no domain fits.
  public var domain: String?
  /// Set where the message is no coaching matter, or one for professionals. The domain is then the one that the
  /// conversation was in.
  public var outcome: RoutingOutcome.Kind?
  /// From 0 to 1: the share of such decisions that are right.
  public var confidence: Double
  /// The next best domain.
  public var runnerUp: String?
  /// Whether the coach should ask one question instead of guessing.
  public var needsClarification: Bool
  /// Whether somebody who knows more should be asked, where there is someone.
  public var isUnsure: Bool
  /// Why, in words for operators.
  public var reason: String

  /// Creates a decision.
  public init(
    domain: String?, outcome: RoutingOutcome.Kind? = nil, confidence: Double,
    runnerUp: String? = nil, needsClarification: Bool = false,
    isUnsure: Bool? = nil, reason: String
  ) {
    self.domain = domain
    self.outcome = outcome
    self.confidence = confidence
    self.runnerUp = runnerUp
    self.needsClarification = needsClarification
    self.isUnsure = isUnsure ?? needsClarification
    self.reason = reason
  }

  /// The decision as one JSON object.
  public var json: JSONValue {
    var object: JSONObject = [:]
    object["domain"] = domain.map { .string($0) }
    object["outcome"] = outcome.map { .string($0.rawValue) }
    object["confidence"] = .number(confidence)
    object["runner_up"] = runnerUp.map { .string($0) }
    object["needs_clarification"] = .bool(needsClarification)
    object["reason"] = .string(reason)
    return .object(object)
  }
}
