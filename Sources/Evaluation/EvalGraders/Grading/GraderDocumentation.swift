/// The documentation of a kind of grader, including its options, which are also what a suite's options are checked
/// against.
public struct GraderDocumentation: Sendable {
  /// The name of the kind in suites, such as `length`.
  public var name: String
  /// What the grader demands, in one sentence.
  public var summary: String
  /// What the grader does exactly, and its limitations.
  public var discussion: String
  /// Whether the grader judges messages or the whole conversation.
  public var scope: GraderScope
  /// The options of the kind, besides those that every grader takes.
  public var options: [GraderOption]
  /// An example of its use in a suite, in YAML.
  public var example: String
  /// For a preset, the general grader with the options that it stands for, as a suite would write them; `nil` for
  /// other kinds.
  public internal(set) var inFull: String?

  /// Creates documentation; without an example it is a list item with the kind's name.
  public init(
    name: String, summary: String, discussion: String, scope: GraderScope = .message,
    options: [GraderOption] = [], example: String? = nil
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.scope = scope
    self.options = options
    self.example = example ?? "- \(name)"
  }
}

/// The unit that a grader judges.
public enum GraderScope: String, Sendable {
  /// Each coach message by itself.
  case message
  /// The conversation as a whole.
  case conversation
}

/// An option of a kind of grader.
public struct GraderOption: Sendable {
  /// The type of an option's value.
  public enum Form: Sendable {
    case text
    /// A text or a list of texts.
    case texts
    /// A path of a file, relative to the suite.
    case file
    /// A number within a range, bounds included.
    case number(ClosedRange<Double>)
    /// A whole number within a range, bounds included.
    case integer(ClosedRange<Int>)
    case flag
    /// One of some words.
    case choice([String])
    /// A model, or a list of them.
    case models
    /// Any value: a schema, parameters.
    case value
  }

  /// The key in the suite.
  public var name: String
  /// The type of the value.
  public var form: Form
  /// Whether a suite must give the option.
  public var isRequired: Bool
  /// What the option means, and its default.
  public var text: String

  /// Creates an option, which is not required by default.
  public init(_ name: String, form: Form, isRequired: Bool = false, text: String) {
    self.name = name
    self.form = form
    self.isRequired = isRequired
    self.text = text
  }
}
