public import CoachModel
public import Documents

/// A value that a model produced, validated.
public struct StructuredReply<Value: Sendable>: Sendable {
  /// The value decoded from ``json``.
  public var value: Value
  /// What was decoded: the value as JSON, or the text as a JSON string.
  public var json: JSONValue
  /// How the model was given the schema.
  public var form: StructuredForm
  /// The repairs that were needed to parse the JSON. They never change the content of a string.
  public var repairs: [JSONRepair]
  /// All replies that were read; the last one holds the value.
  public var replies: [ModelReply]
  /// What was wrong with the replies before the last one.
  public var problems: [String]

  /// The token usage of all replies together; a count that one of them lacks is nil.
  public var usage: TokenUsage { replies.usage }
}

/// How a model is given the form that its reply must have.
public enum StructuredForm: String, Sendable, Hashable {
  /// Through the provider's structured output, which enforces the schema or claims to.
  case native
  /// As text at the end of the instructions.
  case instructions
  /// Not at all: the reply is a text.
  case text
}

/// What is wrong with a reply that fits its schema, for the model to correct.
public struct StructuredMisfit: Error, Sendable, Hashable {
  /// One sentence per problem.
  public var problems: [String]

  /// Creates the reasons for asking again.
  public init(_ problems: [String]) {
    self.problems = problems
  }
}

/// The reason why no value was obtained.
public struct StructuredOutputError: Error, Sendable, Hashable {
  /// The error of the call that failed, or `invalidReply` if the replies do not conform.
  public var cause: ModelError
  /// What is wrong with the last reply, one sentence per problem.
  public var problems: [String]
  /// All replies that were read, complete or partial.
  public var replies: [ModelReply]

  /// The token usage of all replies together; a count that one of them lacks is nil.
  public var usage: TokenUsage { replies.usage }
}

extension StructuredOutputError: CustomStringConvertible {
  /// The cause and the problems, one per line.
  public var description: String {
    ([cause.description] + problems.map { "  ✗ \($0)" }).joined(separator: "\n")
  }
}

/// A step on the way to a structured value.
public enum StructuredProgress: Sendable {
  /// An event of a reply has arrived.
  case event(ModelEvent)
  /// The reply does not conform for these reasons; the model is asked again.
  case retry(problems: [String])
  /// The provider rejects the schema for this reason; the model gets it in its instructions instead.
  case toldInWords(ModelError)
}

extension [ModelReply] {
  fileprivate var usage: TokenUsage {
    reduce(.zero) { $0 + ($1.usage ?? TokenUsage()) }
  }
}
