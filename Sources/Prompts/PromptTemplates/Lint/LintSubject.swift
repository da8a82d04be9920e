import SourceFiles

/// What a rule inspects: a prompt with the lines of its own text and of its partials.
struct LintSubject {
  /// A line of a template's file.
  struct Line {
    /// The template's text on the line, without tags, comments and leading spaces.
    var text: String
    var location: FileLocation
    /// The line as written in the file.
    var source: String
    /// The file the line is from; a partial's lines count for every prompt that includes it.
    var file: SourceFile
    /// The branches of the enclosing blocks: 0 for the body or 1 for the `else` branch, by the block's position.
    var arms: [String: Int]

    /// Whether both lines can occur in one rendering, which lines in opposite branches of a block cannot.
    func canMeet(_ other: Line) -> Bool {
      arms.allSatisfy { other.arms[$0.key] ?? $0.value == $0.value }
    }
  }

  let prompt: PreparedPrompt
  let library: PromptLibrary
  let settings: LintSettings
  /// The lines with text of the template or its partials, in order.
  let lines: [Line]
  /// All lines of the template's and its partials' bodies as written.
  let sourceLines: [Line]
  /// How the template and its partials use the inputs.
  let inputUse: TemplateChecker.InputUse

  var template: PromptTemplate { prompt.template }

  /// The text of the template and its partials, without tags.
  var text: String { lines.map(\.text).joined(separator: "\n") }

  init(_ prompt: PreparedPrompt, in library: PromptLibrary, settings: LintSettings) {
    self.prompt = prompt
    self.library = library
    self.settings = settings
    let templates =
      [prompt.template] + prompt.template.reachedPartials(among: library.partials)
    lines = templates.flatMap(Self.lines)
    sourceLines = templates.flatMap(Self.sourceLines)
    inputUse = TemplateChecker.inputUse(
      of: prompt.template, partials: library.partials, helpers: prompt.helpers)
  }

  private static func sourceLines(of template: PromptTemplate) -> [Line] {
    let file = template.file
    guard !template.body.isEmpty else { return [] }
    let first = file.location(at: template.body.lowerBound).line
    let last = file.location(at: template.body.upperBound - 1).line
    return (first...last).compactMap { number in
      guard let source = file.line(number) else { return nil }
      return Line(
        text: "", location: FileLocation(file: file.path, line: number, column: 1),
        source: source, file: file, arms: [:])
    }
  }

  /// Collects the template's text by line; text that a tag interrupts is joined into one line again.
  private static func lines(of template: PromptTemplate) -> [Line] {
    let file = template.file
    var lines: [Line] = []
    func add(_ text: String, at offset: Int, arms: [String: Int]) {
      var number = file.location(at: offset).line
      for (position, part) in text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        if position > 0 { number += 1 }
        let words = String(part.drop { $0 == " " })
        guard !words.isEmpty else { continue }
        if let last = lines.last, last.location.line == number {
          lines[lines.count - 1].text += part
        } else {
          lines.append(
            Line(
              text: words, location: FileLocation(file: file.path, line: number, column: 1),
              source: file.line(number) ?? "", file: file, arms: arms))
        }
      }
    }
    func visit(_ nodes: [TemplateNode], arms: [String: Int]) {
      for node in nodes {
        switch node {
        case .text(let text, let offset): add(text, at: offset, arms: arms)
        case .output, .partial: break
        case .block(let block):
          let place = "\(file.path):\(block.call.offset)"
          visit(block.body, arms: arms.merging([place: 0]) { $1 })
          visit(block.otherwise, arms: arms.merging([place: 1]) { $1 })
        }
      }
    }
    visit(template.nodes, arms: [:])
    return lines
  }
}
