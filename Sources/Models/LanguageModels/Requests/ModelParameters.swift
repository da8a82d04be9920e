public import CoachModel
public import Documents

/// Parameters for generating a reply. A nil value leaves the provider's default in place.
public struct ModelParameters: Sendable, Hashable {
  /// The numbers of tokens that files may ask for: more than any model writes, and too few for sums to overflow.
  package static let tokenLimits = 1...1_000_000

  /// The maximum length of the reply, in tokens.
  public var maximumTokens: Int?
  /// The sampling temperature, from 0 to 2; 0 picks the most likely token at each step.
  public var temperature: Double?
  /// The probability mass to sample from (nucleus sampling), from 0 to 1.
  public var topP: Double?
  /// A seed for reproducible sampling, for providers that support one.
  public var seed: Int?
  /// Stop sequences at which generation ends.
  public var stop: [String]
  /// How much the model should reason before it answers.
  public var reasoning: ReasoningEffort?
  /// How fast and how reliably the provider should process the call. It affects the price and the time, not the reply.
  public var serviceTier: ServiceTier?
  /// How long the model may be silent before its answer begins; nil for the limit of the endpoint, which grows with
  /// ``reasoning``. It is no part of the request.
  public var patience: Duration?
  /// Provider-specific members of the request body that this library does not model. They are sent unchanged and
  /// replace top-level members of the same name.
  public var extra: JSONObject

  /// Creates parameters. Arguments that are left out keep the provider's defaults.
  public init(
    maximumTokens: Int? = nil, temperature: Double? = nil, topP: Double? = nil, seed: Int? = nil,
    stop: [String] = [], reasoning: ReasoningEffort? = nil, serviceTier: ServiceTier? = nil,
    patience: Duration? = nil, extra: JSONObject = [:]
  ) {
    self.maximumTokens = maximumTokens
    self.temperature = temperature
    self.topP = topP
    self.seed = seed
    self.stop = stop
    self.reasoning = reasoning
    self.serviceTier = serviceTier
    self.patience = patience
    self.extra = extra
  }

  /// The parameters that are set, as JSON for recordings and reports.
  public var json: JSONObject {
    var object: JSONObject = [:]
    object["max_tokens"] = maximumTokens.map { .integer($0) }
    object["temperature"] = temperature.map { .number($0) }
    object["top_p"] = topP.map { .number($0) }
    object["seed"] = seed.map { .integer($0) }
    if !stop.isEmpty { object["stop"] = .array(stop.map { .string($0) }) }
    object["reasoning"] = reasoning.map { .string($0.word) }
    object["service_tier"] = serviceTier.map { .string($0.rawValue) }
    if !extra.isEmpty { object["extra"] = .object(extra) }
    return object
  }

  /// Returns these parameters with those that `other` sets taking precedence.
  public func overridden(by other: ModelParameters) -> ModelParameters {
    ModelParameters(
      maximumTokens: other.maximumTokens ?? maximumTokens,
      temperature: other.temperature ?? temperature, topP: other.topP ?? topP,
      seed: other.seed ?? seed, stop: other.stop.isEmpty ? stop : other.stop,
      reasoning: other.reasoning ?? reasoning, serviceTier: other.serviceTier ?? serviceTier,
      patience: other.patience ?? patience, extra: extra.overridden(by: other.extra))
  }
}

extension JSONObject {
  /// Returns the members of both objects; for a name in both, the member of `other`.
  package func overridden(by other: JSONObject) -> JSONObject {
    other.reduce(into: self) { $0[$1.key] = $1.value }
  }
}
