import Documents
import SourceFiles

/// What a rule inspects: a prompt with the lines of its own text and of its partials.
struct LintSubject {
  let prompt: PreparedPrompt
  let library: PromptLibrary
  let settings: LintSettings
  /// The lines with text of the template and then those of its partials, file by file.
  let lines: [LintLine]
  /// All lines of the template's and its partials' bodies as written.
  let sourceLines: [SourceLine]
  /// The comments about topics, in the order in which they are rendered.
  let topics: [LintWalk.Topic]
  /// How the template and its partials use the inputs.
  let inputUse: TemplateChecker.InputUse

  /// A line of a file as written.
  struct SourceLine {
    var source: String
    var location: FileLocation
    var file: SourceFile
  }

  var template: PromptTemplate { prompt.template }

  /// The text of the template and its partials, without tags.
  var text: String { lines.map(\.text).joined(separator: "\n") }

  init(_ prompt: PreparedPrompt, in library: PromptLibrary, settings: LintSettings) {
    self.prompt = prompt
    self.library = library
    self.settings = settings
    let templates =
      [prompt.template] + prompt.template.reachedPartials(among: library.partials)
    let walk = LintWalk(prompt.template, partials: library.partials)
    lines = walk.lines(of: templates.map(\.file))
    topics = walk.topics
    sourceLines = templates.flatMap(Self.sourceLines)
    inputUse = TemplateChecker.inputUse(
      of: prompt.template, partials: library.partials, helpers: prompt.helpers)
  }

  /// Whether texts under two conditions can both be in one rendering.
  func canMeet(_ one: BranchConditions, _ other: BranchConditions) -> Bool {
    one.canHold(with: other, values: values)
  }

  func canMeet(_ one: LintLine, _ other: LintLine) -> Bool {
    canMeet(one.conditions, other.conditions)
  }

  /// The values of the inputs that have one of a fixed set in every rendering.
  private var values: [String: [JSONValue]] {
    guard let schema = template.frontMatter.inputSchema?.source else { return [:] }
    let required = Set((schema["required"]?.array ?? []).compactMap(\.string))
    return (schema["properties"]?.object ?? [:]).reduce(into: [:]) { values, property in
      guard required.contains(property.key) else { return }
      values[property.key] = property.value["enum"]?.array
    }
  }

  private static func sourceLines(of template: PromptTemplate) -> [SourceLine] {
    let file = template.file
    guard !template.body.isEmpty else { return [] }
    let first = file.location(at: template.body.lowerBound).line
    let last = file.location(at: template.body.upperBound - 1).line
    return (first...last).compactMap { number in
      guard let source = file.line(number) else { return nil }
      return SourceLine(
        source: source, location: FileLocation(file: file.path, line: number, column: 1),
        file: file)
    }
  }
}
