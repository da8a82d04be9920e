import SourceFiles

/// One thing that the linter looks for. Each rule is a file; its summary is what users read.
protocol PromptRule: Sendable {
  /// Its name, as `coachkit.ignore` and the output say it.
  static var name: String { get }
  /// What it finds, in one sentence.
  static var summary: String { get }

  /// The findings in one prompt.
  func findings(in subject: LintSubject) -> [Diagnostic]
}

extension PromptRule {
  /// A finding at a place; its code is the rule's name.
  func finding(_ message: String, at location: SourceLocation?, _ excerpt: String?, hint: String)
    -> Diagnostic
  {
    Diagnostic(
      "lint.\(Self.name)", message, severity: .warning, at: location, excerpt: excerpt, hint: hint)
  }

  /// A finding about a key of the front matter.
  func finding(_ message: String, about key: String, in template: PromptTemplate, hint: String)
    -> Diagnostic
  {
    let location = template.frontMatter.locations[key]
    return finding(
      message, at: location ?? SourceLocation(file: template.file.path, line: 1, column: 1),
      location.flatMap { template.file.line($0.line) }, hint: hint)
  }
}

/// What rules measure against.
public struct LintSettings: Sendable {
  /// The fewest tokens that a provider caches; below it a breakpoint does nothing.
  public var cacheMinimum = 1_024
  /// Beyond so many tokens of instructions a model keeps fewer of them.
  public var longPrompt = 3_000
  /// How tokens are counted.
  public var counter: any TokenCounter = TokenEstimator()

  /// The usual settings.
  public init() {}
}
