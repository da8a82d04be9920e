import SourceFiles

/// A rule of the linter. Each rule has a file of its own; users read its summary.
protocol PromptRule: Sendable {
  /// The name used in `coachkit.ignore` and in the output.
  static var name: String { get }
  /// What the rule finds, in one short phrase.
  static var summary: String { get }

  /// Returns the rule's findings in one prompt.
  func findings(in subject: LintSubject) -> [Diagnostic]
}

extension PromptRule {
  /// Creates a warning at a location, with the rule's name in its code and the text of the line, if any.
  func finding(
    _ message: String, at location: FileLocation, excerpt line: String?, hint: String
  ) -> Diagnostic {
    finding(
      message, at: location,
      excerpt: line.map { SourceExcerpt(line: $0, column: location.column) }, hint: hint)
  }

  /// Creates a warning at a location, with the rule's name in its code and a part of the line.
  func finding(
    _ message: String, at location: FileLocation, excerpt: SourceExcerpt?, hint: String
  ) -> Diagnostic {
    Diagnostic(
      "lint.\(Self.name)", message, severity: .warning, at: location, excerpt: excerpt, hint: hint)
  }

  /// Creates a warning about a key of the front matter; at the start of the file if the key is absent.
  func finding(_ message: String, about key: String, in template: PromptTemplate, hint: String)
    -> Diagnostic
  {
    let location = template.frontMatter.locations[key]
    return finding(
      message, at: location ?? FileLocation(file: template.file.path, line: 1, column: 1),
      excerpt: location.flatMap { template.file.excerpt(at: $0) }, hint: hint)
  }
}

/// The thresholds and the token counter that lint rules use.
public struct LintSettings: Sendable {
  /// The tokens of the shortest prefix that is cached, by the model's name; a breakpoint after a shorter prefix has no
  /// effect. By default 1,024 for a model without a name, the most common minimum.
  public var cacheMinimums: [String: Int] = ["most models": 1_024]
  /// Whether released versions that no label names any more are checked: they cannot be changed. False by default.
  public var checksSuperseded = false
  /// The number of tokens of instructions above which a prompt is reported as long, since models follow fewer of the
  /// instructions in longer prompts. 3,000 by default.
  public var longPrompt = 3_000
  /// The counter for the thresholds above; the default is ``TokenEstimator``.
  public var counter: any TokenCounter = TokenEstimator()

  /// Creates settings with the default values.
  public init() {}
}
