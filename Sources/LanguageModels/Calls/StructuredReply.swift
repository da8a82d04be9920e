public import CoachModel
public import JSON

/// A value that a model gave, checked against its schema.
public struct StructuredReply<Value: Sendable>: Sendable {
  /// The value.
  public var value: Value
  /// The value as JSON.
  public var json: JSONValue
  /// How the model was told the form.
  public var form: StructuredForm
  /// What had to be mended in the text, which never changes what a string says.
  public var repairs: [JSONRepair]
  /// All replies that were read for it; the last one holds the value.
  public var replies: [ModelReply]
  /// What was wrong with the replies before the last.
  public var problems: [String]

  /// What all replies consumed together; a count that one of them lacks is unknown.
  public var usage: TokenUsage { replies.usage }
}

/// How a model is told the form that its reply must have.
public enum StructuredForm: String, Sendable, Hashable {
  /// By the provider's own means: it holds the model to the schema, or says that it does.
  case native
  /// In words, at the end of the instructions.
  case instructions
}

/// Why there is no value.
public struct StructuredOutputError: Error, Sendable, Hashable {
  /// The failure: of a call, or `invalid_reply` when the replies do not fit.
  public var cause: ModelError
  /// What is wrong with the last reply, one sentence each.
  public var problems: [String]
  /// All replies that were read, whole or cut.
  public var replies: [ModelReply]

  /// What all replies consumed together; a count that one of them lacks is unknown.
  public var usage: TokenUsage { replies.usage }
}

extension StructuredOutputError: CustomStringConvertible {
  /// The cause with the problems.
  public var description: String {
    ([cause.description] + problems.map { "  ✗ \($0)" }).joined(separator: "\n")
  }
}

/// What happens on the way to a value.
public enum StructuredProgress: Sendable {
  /// Something of a reply has come.
  case event(ModelEvent)
  /// The reply does not fit, for these reasons; the model is asked again.
  case retry(problems: [String])
  /// The provider refuses the schema; the model is told in words instead.
  case toldInWords(ModelError)
}

extension [ModelReply] {
  fileprivate var usage: TokenUsage {
    reduce(.zero) { $0 + ($1.usage ?? TokenUsage()) }
  }
}
