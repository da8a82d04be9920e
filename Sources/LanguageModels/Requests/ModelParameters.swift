public import Conversations

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

  /// Creates parameters; what is not named is the provider's default.
  public init(
    maximumTokens: Int? = nil, temperature: Double? = nil, topP: Double? = nil, seed: Int? = nil,
    stop: [String] = []
  ) {
    self.maximumTokens = maximumTokens
    self.temperature = temperature
    self.topP = topP
    self.seed = seed
    self.stop = stop
  }

  /// The parameters that are set, for digests, recordings and reports.
  public var json: JSONObject {
    var object: JSONObject = [:]
    object["max_tokens"] = maximumTokens.map { .integer($0) }
    object["temperature"] = temperature.map { .number($0) }
    object["top_p"] = topP.map { .number($0) }
    object["seed"] = seed.map { .integer($0) }
    if !stop.isEmpty { object["stop"] = .array(stop.map { .string($0) }) }
    return object
  }

  /// These parameters with another's laid over them.
  public func overridden(by other: ModelParameters) -> ModelParameters {
    ModelParameters(
      maximumTokens: other.maximumTokens ?? maximumTokens,
      temperature: other.temperature ?? temperature, topP: other.topP ?? topP,
      seed: other.seed ?? seed, stop: other.stop.isEmpty ? stop : other.stop)
  }
}
