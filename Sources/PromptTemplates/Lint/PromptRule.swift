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

/// What a rule looks at: a prompt with the lines of its text, its own and those of its partials.
struct LintSubject {
  /// A line of template text.
  struct Line {
    /// Without tags and without blanks at its ends.
    var text: String
    var location: SourceLocation
    /// As it stands in the file.
    var source: String
    /// The file it is from; a partial's lines count for each prompt that includes it.
    var file: SourceFile
  }

  let prompt: PreparedPrompt
  let library: PromptLibrary
  let settings: LintSettings
  let lines: [Line]

  var template: PromptTemplate { prompt.template }

  /// All text of the template and its partials, tags taken out.
  var text: String { lines.map(\.text).joined(separator: "\n") }

  init(_ prompt: PreparedPrompt, in library: PromptLibrary, settings: LintSettings) {
    self.prompt = prompt
    self.library = library
    self.settings = settings
    let templates =
      [prompt.template] + prompt.template.reachedPartials(among: library.partials)
    lines = templates.flatMap(Self.lines)
  }

  private static func lines(of template: PromptTemplate) -> [Line] {
    let file = template.file
    let first = file.location(at: template.body.lowerBound).line
    let last = file.location(at: max(template.body.lowerBound, template.body.upperBound - 1)).line
    guard !template.body.isEmpty else { return [] }
    return (first...max(first, last)).compactMap { number in
      guard let source = file.line(number) else { return nil }
      return Line(
        text: withoutTags(source),
        location: SourceLocation(file: file.path, line: number, column: 1), source: source,
        file: file)
    }
  }

  private static func withoutTags(_ line: String) -> String {
    var result = ""
    var rest = line[...]
    while let open = rest.firstRange(of: "{{") {
      result += rest[..<open.lowerBound]
      guard let close = rest[open.upperBound...].firstRange(of: "}}") else { return result }
      rest = rest[close.upperBound...]
    }
    return String((result + rest).drop { $0 == " " })
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
