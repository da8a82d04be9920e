public import Conversations

/// What a caller gives to a template.
public struct PromptInputs: Sendable {
  /// The inputs by name.
  public var values: JSONObject
  /// The names of inputs whose text was written by a person, or derived from it by a model.
  ///
  /// Their text is marked in the segments, and what could pass for an instruction in it (the
  /// prompt's own tags, its containers, role marks) is made inert.
  public var untrusted: Set<String>
  /// The earlier conversation, which `{{history}}` places.
  public var history: [Message]
  /// Values that templates read with `@name`.
  public var variables: JSONObject

  /// Creates inputs.
  public init(
    _ values: JSONObject = [:], untrusted: Set<String> = [], history: [Message] = [],
    variables: JSONObject = [:]
  ) {
    self.values = values
    self.untrusted = untrusted
    self.history = history
    self.variables = variables
  }
}
