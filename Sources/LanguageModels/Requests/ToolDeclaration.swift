public import JSON

/// A tool that a model may ask for.
public struct ToolDeclaration: Sendable, Hashable {
  /// Letters, digits, `_` and `-`, at most 64 of them.
  public var name: String
  /// When and for what to use it, for the model.
  public var description: String
  /// A JSON Schema of its arguments, an object.
  public var parameters: JSONValue
  /// Whether the provider should make sure that arguments fit the schema, where it can.
  public var isStrict: Bool

  /// Creates a declaration.
  public init(
    name: String, description: String, parameters: JSONValue = ["type": "object"],
    isStrict: Bool = false
  ) {
    self.name = name
    self.description = description
    self.parameters = parameters
    self.isStrict = isStrict
  }
}

/// Whether a model may, must or must not ask for tools.
public enum ToolChoice: Sendable, Hashable {
  /// As it sees fit.
  case automatic
  /// Not at all, though the tools stay declared.
  case none
  /// One or more of them.
  case required
  /// This one.
  case tool(String)

  /// The word in digests and recordings.
  package var word: String {
    switch self {
    case .automatic: "auto"
    case .none: "none"
    case .required: "required"
    case .tool(let name): "tool:\(name)"
    }
  }
}
