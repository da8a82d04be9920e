public import JSON
public import LanguageModels

/// The first line of a recording: what made the replies in it.
public struct RecordingHeader: Sendable, Hashable {
  /// Who served the model.
  public var provider: String
  /// The model, in the server's own words.
  public var model: String
  /// The SHA-256 of the weights, where they are on this machine.
  public var weights: String?
  /// How the replies were generated.
  public var parameters: JSONObject
  /// The day, as `2026-03-31`.
  public var recorded: String

  /// Creates a header.
  public init(
    provider: String, model: String, weights: String? = nil, parameters: JSONObject,
    recorded: String
  ) {
    self.provider = provider
    self.model = model
    self.weights = weights
    self.parameters = parameters
    self.recorded = recorded
  }

  /// Creates the header for a model that is about to be recorded.
  public init(_ identity: ModelIdentity, parameters: JSONObject, recorded: String) {
    self.init(
      provider: identity.provider, model: identity.modelName, weights: identity.weights,
      parameters: parameters, recorded: recorded)
  }

  static let mark = "coachkit_recording"

  /// The header as a line of the file.
  public var text: String { json.text() }

  private var json: JSONValue {
    var object: JSONObject = [Self.mark: 1]
    object["provider"] = .string(provider)
    object["model"] = .string(model)
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
      provider: provider, model: model, weights: json["weights"]?.string,
      parameters: json["parameters"]?.object ?? [:], recorded: recorded)
  }
}
