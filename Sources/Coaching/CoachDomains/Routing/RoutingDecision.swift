public import Documents

/// The domain of a message, with a confidence.
public struct RoutingDecision: Sendable, Hashable {
  /// The id of the domain; `nil` if none fits.
  public var domain: String?
  /// The outcome if the message is not a coaching topic, or one for professionals; otherwise `nil`.
  ///
  /// The domain is then that of the conversation before the message.
  public var outcome: RoutingOutcome.Kind?
  /// The estimated probability that the decision is right, from 0 to 1.
  public var confidence: Double
  /// The id of the second-best domain; `nil` if there is none.
  public var runnerUp: String?
  /// Whether the coach should ask a question instead of guessing.
  public var needsClarification: Bool
  /// Whether a further stage, such as a model, should be asked if there is one.
  public var isUnsure: Bool
  /// The reason, in words for operators.
  public var reason: String
  /// The name of the embedding model whose vectors had an influence; `nil` for none.
  public var embeddingModel: String?

  /// The domain in which the conversation goes on; `nil` while it is unclear.
  package var continuedDomain: String? { needsClarification ? nil : domain }

  /// Creates a decision. Unless given, `isUnsure` is equal to `needsClarification`.
  public init(
    domain: String?, outcome: RoutingOutcome.Kind? = nil, confidence: Double,
    runnerUp: String? = nil, needsClarification: Bool = false,
    isUnsure: Bool? = nil, reason: String, embeddingModel: String? = nil
  ) {
    self.domain = domain
    self.outcome = outcome
    self.confidence = confidence
    self.runnerUp = runnerUp
    self.needsClarification = needsClarification
    self.isUnsure = isUnsure ?? needsClarification
    self.reason = reason
    self.embeddingModel = embeddingModel
  }

  package static let members = JSONObjectForm<RoutingDecision>(
    "a routing decision", .optional("domain", \.domain, .text),
    .optional("outcome", \.outcome, .choice),
    .required("confidence", \.confidence, .number(in: 0...1)),
    .optional("runner_up", \.runnerUp, .text),
    .required("needs_clarification", \.needsClarification, .bool),
    .optional("is_unsure", \.ownUnsureness, .bool), .required("reason", \.reason, .text),
    .optional("embedding_model", \.embeddingModel, .text)
  ) {
    RoutingDecision(
      domain: $0.domain, outcome: $0.outcome, confidence: $0.confidence, runnerUp: $0.runnerUp,
      needsClarification: $0.needsClarification,
      isUnsure: $0.ownUnsureness, reason: $0.reason, embeddingModel: $0.embeddingModel)
  }

  /// ``isUnsure``, unless it follows from ``needsClarification``.
  private var ownUnsureness: Bool? { isUnsure == needsClarification ? nil : isUnsure }

  /// The decision as JSON.
  public var json: JSONValue { Self.members.form.write(self) }
}
