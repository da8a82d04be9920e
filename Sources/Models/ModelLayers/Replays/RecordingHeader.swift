public import Documents
public import LanguageModels

/// The first line of a recording, which says what produced its replies.
public struct RecordingHeader: Sendable, Hashable {
  /// The provider of the model.
  public var provider: String
  /// The model's name as its server reports it.
  public var model: String
  /// The address of the server; nil for the provider's usual one, and in recordings from before it was noted.
  public var address: String?
  /// The SHA-256 digest of the weights as `sha256:…`, for models on this machine; nil if it is unknown.
  public var weights: String?
  /// The parameters with which the replies were generated.
  public var parameters: JSONObject
  /// The day of the recording, such as `2026-03-31`.
  public var recorded: String

  /// Creates a header from its parts.
  public init(
    provider: String, model: String, address: String? = nil, weights: String? = nil,
    parameters: JSONObject, recorded: String
  ) {
    self.provider = provider
    self.model = model
    self.address = address
    self.weights = weights
    self.parameters = parameters
    self.recorded = recorded
  }

  /// Creates the header for a recording of a model.
  public init(_ identity: ModelIdentity, parameters: JSONObject, recorded: String) {
    self.init(
      provider: identity.provider, model: identity.modelName, address: identity.address,
      weights: identity.weights, parameters: parameters, recorded: recorded)
  }

  static let mark = "coachkit_recording"

  /// The header as a line of the recording, without a line break.
  public var text: String { json.text() }

  private var json: JSONValue {
    var object: JSONObject = [Self.mark: 1]
    object["provider"] = .string(provider)
    object["model"] = .string(model)
    object["address"] = address.map { .string($0) }
    object["weights"] = weights.map { .string($0) }
    object["parameters"] = .object(parameters)
    object["recorded"] = .string(recorded)
    return .object(object)
  }

  init?(_ json: JSONValue) {
    guard json[Self.mark]?.integer == 1, let provider = json["provider"]?.string,
      let model = json["model"]?.string, let recorded = json["recorded"]?.string
    else { return nil }
    self.init(
      provider: provider, model: model, address: json["address"]?.string,
      weights: json["weights"]?.string, parameters: json["parameters"]?.object ?? [:],
      recorded: recorded)
  }
}
