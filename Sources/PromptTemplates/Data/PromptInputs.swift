public import CoachModel
public import JSON

/// What a caller gives to a template.
public struct PromptInputs: Sendable {
  /// The inputs by name.
  public var values: JSONObject
  /// Inputs that are to be believed less than the prompt's front matter says: text that a person
  /// wrote stays a person's text, whichever input carries it. Nothing can be believed more.
  public var trust: [String: Trust]
  /// The earlier conversation, which `{{history}}` places.
  public var history: [Message]
  /// Values that templates read with `@name`.
  public var variables: JSONObject

  /// Creates inputs.
  public init(
    _ values: JSONObject = [:], trust: [String: Trust] = [:], history: [Message] = [],
    variables: JSONObject = [:]
  ) {
    self.values = values
    self.trust = trust
    self.history = history
    self.variables = variables
  }

  /// Creates inputs of which some hold a person's words.
  public init(
    _ values: JSONObject, untrusted: Set<String>, history: [Message] = [],
    variables: JSONObject = [:]
  ) {
    let trust = untrusted.reduce(into: [:]) { $0[$1] = Trust.untrusted }
    self.init(values, trust: trust, history: history, variables: variables)
  }
}
