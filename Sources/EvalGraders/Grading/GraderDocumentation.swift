/// What a user reads about a kind of grader; the options are read from a suite by the same list.
public struct GraderDocumentation: Sendable {
  /// The name in suites.
  public var name: String
  /// What it demands, in one sentence.
  public var summary: String
  /// What it does exactly, and what it cannot do.
  public var discussion: String
  /// What it looks at.
  public var scope: GraderScope
  /// What it takes.
  public var options: [GraderOption]
  /// How it stands in a suite, in YAML.
  public var example: String

  /// Creates documentation.
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

/// What a grader looks at.
public enum GraderScope: String, Sendable {
  /// Each coach message by itself.
  case message
  /// The conversation as a whole.
  case conversation
}

/// One thing that a kind of grader can be told.
public struct GraderOption: Sendable {
  /// What it holds.
  public enum Form: Sendable {
    /// A text.
    case text
    /// A text or a list of texts.
    case texts
    /// A file's path, relative to the suite.
    case file
    /// A number within a range.
    case number(ClosedRange<Double>)
    /// A whole number within a range.
    case integer(ClosedRange<Int>)
    /// Yes or no.
    case flag
    /// One of some words.
    case choice([String])
    /// A model, or a list of them.
    case models
    /// Any value: a schema, parameters.
    case value
  }

  /// Its key.
  public var name: String
  /// What it holds.
  public var form: Form
  /// Whether it must be given.
  public var isRequired: Bool
  /// What it means, and what holds without it.
  public var text: String

  /// Creates an option.
  public init(_ name: String, _ form: Form, isRequired: Bool = false, _ text: String) {
    self.name = name
    self.form = form
    self.isRequired = isRequired
    self.text = text
  }
}
