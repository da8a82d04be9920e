public import Documents

/// The declaration of a tool that a model may call.
public struct ToolDeclaration: Sendable, Hashable {
  /// The tool's name: at most 64 letters, digits, `_` and `-`.
  public var name: String
  /// Tells the model what the tool does and when to use it.
  public var description: String
  /// The JSON Schema of the arguments, which must be an object.
  public var parameters: JSONValue
  /// Whether the provider should enforce the schema on arguments, if it can.
  public var isStrict: Bool

  /// Creates a declaration. By default the arguments are any object and are not enforced.
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

/// Whether a model may, must or must not call tools.
public enum ToolChoice: Sendable, Hashable {
  /// The model decides whether it calls a tool.
  case automatic
  /// The model must not call tools, although they stay declared.
  case none
  /// The model must call at least one tool.
  case required
  /// The model must call the named tool.
  case tool(String)

  /// The keyword in digests and recordings.
  package var word: String {
    switch self {
    case .automatic: "auto"
    case .none: "none"
    case .required: "required"
    case .tool(let name): "tool:\(name)"
    }
  }
}
