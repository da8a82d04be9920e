public import JSON

/// How a model should generate. What is nil is left to the provider's default.
public struct ModelParameters: Sendable, Hashable {
  /// The longest reply, in tokens.
  public var maximumTokens: Int?
  /// Randomness, from 0 to 2; 0 takes the likeliest token each time.
  public var temperature: Double?
  /// The share of probability to draw from, from 0 to 1.
  public var topP: Double?
  /// Makes a provider that supports it repeat itself.
  public var seed: Int?
  /// Texts at which to stop.
  public var stop: [String]
  /// How much to think before speaking.
  public var reasoning: ReasoningEffort?
  /// Members for the provider that this library does not know; they are sent as they are, over
  /// anything of the same name.
  public var extra: JSONObject

  /// Creates parameters; what is not named is the provider's default.
  public init(
    maximumTokens: Int? = nil, temperature: Double? = nil, topP: Double? = nil, seed: Int? = nil,
    stop: [String] = [], reasoning: ReasoningEffort? = nil, extra: JSONObject = [:]
  ) {
    self.maximumTokens = maximumTokens
    self.temperature = temperature
    self.topP = topP
    self.seed = seed
    self.stop = stop
    self.reasoning = reasoning
    self.extra = extra
  }

  /// The parameters that are set, for digests, recordings and reports.
  public var json: JSONObject {
    var object: JSONObject = [:]
    object["max_tokens"] = maximumTokens.map { .integer($0) }
    object["temperature"] = temperature.map { .number($0) }
    object["top_p"] = topP.map { .number($0) }
    object["seed"] = seed.map { .integer($0) }
    if !stop.isEmpty { object["stop"] = .array(stop.map { .string($0) }) }
    object["reasoning"] = reasoning.map { .string($0.word) }
    if !extra.isEmpty { object["extra"] = .object(extra) }
    return object
  }

  /// These parameters with another's laid over them.
  public func overridden(by other: ModelParameters) -> ModelParameters {
    ModelParameters(
      maximumTokens: other.maximumTokens ?? maximumTokens,
      temperature: other.temperature ?? temperature, topP: other.topP ?? topP,
      seed: other.seed ?? seed, stop: other.stop.isEmpty ? stop : other.stop,
      reasoning: other.reasoning ?? reasoning, extra: extra.overridden(by: other.extra))
  }
}

extension JSONObject {
  /// The members of both; where both have one, the other's.
  package func overridden(by other: JSONObject) -> JSONObject {
    other.reduce(into: self) { $0[$1.key] = $1.value }
  }
}
