public import CoachModel
public import Documents

/// The data that a caller passes to a template.
public struct PromptInputs: Sendable {
  /// The inputs by name. In strict mode, binding throws if they do not fit the prompt's input schema.
  public var values: JSONObject
  /// Trust levels by input name that lower the declared trust, for example because an input carries text that a
  /// person wrote. They cannot raise it: the less trusted of the two levels applies.
  public var trust: [String: Trust]
  /// The conversation history, inserted at `{{history}}` or, without that tag, as
  /// ``RenderedPrompt/detailedMessages`` describes.
  public var history: [Message]
  /// Values that templates read as `@name`. They count as trusted and volatile.
  public var variables: JSONObject

  /// Creates inputs with individual trust levels.
  public init(
    _ values: JSONObject = [:], trust: [String: Trust] = [:], history: [Message] = [],
    variables: JSONObject = [:]
  ) {
    self.values = values
    self.trust = trust
    self.history = history
    self.variables = variables
  }

  /// Creates inputs of which the named ones are untrusted.
  public init(
    _ values: JSONObject, untrusted: Set<String>, history: [Message] = [],
    variables: JSONObject = [:]
  ) {
    let trust = untrusted.reduce(into: [:]) { $0[$1] = Trust.untrusted }
    self.init(values, trust: trust, history: history, variables: variables)
  }
}
