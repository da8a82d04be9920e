import Documents
import SourceFiles

/// Follows a template and the partials it includes, in the order in which they are rendered, and collects the lines of
/// text with the conditions under which each is rendered.
struct LintWalk {
  /// A comment about a topic, with where it is.
  struct Topic {
    var note: TopicNote
    var file: SourceFile
    var conditions: BranchConditions
    var position: LintPosition
  }

  private let partials: [String: PromptTemplate]
  private var lines: [LintLine] = []
  private var numbers: [Line: Int] = [:]
  private(set) var topics: [Topic] = []
  private var position = LintPosition()
  private var inclusions = 0

  private static let maximumInclusions = 2_000

  private struct Line: Hashable {
    var file: String
    var number: Int
  }

  /// The names that a template can use at a position.
  private struct Scope {
    var file: SourceFile
    /// The paths of the enclosing contexts, the innermost last; nil for one that is not always the same value.
    var contexts: [String?] = [""]
    /// The paths of the values that a partial was given by name.
    var names: [String: String] = [:]
    var conditions = BranchConditions()
  }

  init(_ template: PromptTemplate, partials: [String: PromptTemplate]) {
    self.partials = partials
    visit(template.nodes, in: Scope(file: template.file))
  }

  /// Returns the lines of the files, file by file.
  func lines(of files: [SourceFile]) -> [LintLine] {
    let byFile = Dictionary(grouping: lines) { $0.file.path }
    return files.flatMap { file in
      (byFile[file.path] ?? []).sorted { $0.location.line < $1.location.line }
    }
  }

  private mutating func visit(_ nodes: [TemplateNode], in scope: Scope) {
    for node in nodes {
      switch node {
      case .text(let text, let offset): add(text, at: offset, in: scope)
      case .output(let expression): note(expression)
      case .block(let block): visit(block, in: scope)
      case .partial(let partial): visit(partial, in: scope)
      case .topic(let note):
        topics.append(
          Topic(
            note: note, file: scope.file, conditions: scope.conditions, position: position))
      }
    }
  }

  private mutating func note(_ expression: TemplateExpression) {
    switch expression {
    case .path(let path) where path.isDirective("history"): position.isAfterHistory = true
    case .call(let call):
      if call.name == "history" { position.isAfterHistory = true }
      guard call.name == "section", case .literal(.string(let name), _)? = call.arguments.first
      else { return }
      position.section = name
      position.heading = nil
    default: break
    }
  }

  private mutating func visit(_ block: TemplateBlock, in scope: Scope) {
    let (variable, test) = condition(of: block, in: scope)
    var body = scope
    body.conditions = scope.conditions.adding(test, of: variable)
    if BlockKind(rawValue: block.call.name) == .with {
      body.contexts.append(variable)
    } else if BlockKind(rawValue: block.call.name) == .each {
      body.contexts.append(nil)
    }
    for name in block.parameters { body.names[name] = "\(scope.file.path)#\(block.call.offset)" }
    visit(block.body, in: body)
    var otherwise = scope
    otherwise.conditions = scope.conditions.adding(test.opposite, of: variable)
    visit(block.otherwise, in: otherwise)
  }

  /// Returns what the block's first branch depends on.
  private func condition(
    of block: TemplateBlock, in scope: Scope
  ) -> (variable: String, test: BranchConditions.Test) {
    let call = block.call
    let unknown = "\(scope.file.path)#\(call.offset)"
    guard let kind = BlockKind(rawValue: call.name), call.named.isEmpty,
      let first = call.arguments.first
    else { return (unknown, .isTrue) }
    switch kind {
    case .if, .with, .each: return (path(of: first, in: scope) ?? unknown, .isTrue)
    case .unless: return (path(of: first, in: scope) ?? unknown, .isFalse)
    case .ifEquals, .unlessEquals:
      guard let second = call.arguments.dropFirst().first else { return (unknown, .isTrue) }
      for (value, literal) in [(first, second), (second, first)] {
        guard case .literal(let literal, _) = literal, let path = path(of: value, in: scope) else {
          continue
        }
        return (path, kind == .ifEquals ? .equals(literal) : .differs(from: literal))
      }
      return (unknown, .isTrue)
    }
  }

  /// Returns the path from the inputs to a value; nil if it is not a value of theirs, or not always the same one.
  private func path(of expression: TemplateExpression, in scope: Scope) -> String? {
    guard case .path(let path) = expression else { return nil }
    if path.isVariable {
      guard path.levelsUp == 0 else { return nil }
      if path.names.first == "root" { return path.names.dropFirst().joined(separator: ".") }
      return LoopVariable(rawValue: path.names.first ?? "") == nil ? path.description : nil
    }
    if path.levelsUp == 0, !path.isExplicit, let first = path.names.first,
      let named = scope.names[first]
    {
      return ([named] + path.names.dropFirst()).joined(separator: ".")
    }
    guard path.levelsUp < scope.contexts.count,
      let context = scope.contexts[scope.contexts.count - 1 - path.levelsUp]
    else { return nil }
    return ((context.isEmpty ? [] : [context]) + path.names).joined(separator: ".")
  }

  private mutating func visit(_ partial: TemplatePartial, in scope: Scope) {
    guard let template = partials[partial.name], !position.partials.contains(partial.name),
      inclusions < Self.maximumInclusions
    else { return }
    inclusions += 1
    var inner = Scope(file: template.file, conditions: scope.conditions)
    inner.contexts = [partial.context.map { path(of: $0, in: scope) } ?? scope.contexts.last ?? nil]
    for (name, value) in partial.arguments {
      inner.names[name] =
        path(of: value, in: scope) ?? "\(scope.file.path)#\(value.offset)"
    }
    let heading = position.heading
    position.partials.append(partial.name)
    visit(template.nodes, in: inner)
    position.partials.removeLast()
    position.heading = heading
  }

  // MARK: Text

  /// Adds text line by line; text of one line that a tag interrupts is joined again.
  private mutating func add(_ text: String, at start: Int, in scope: Scope) {
    var offset = start
    for part in text.utf8.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      defer { offset += part.count + 1 }
      let words = part.last == UInt8(ascii: "\r") ? part.dropLast() : part
      if words.contains(where: { $0 != UInt8(ascii: " ") }) {
        addLine(String(Substring(words)), at: offset, in: scope)
      }
    }
  }

  private mutating func addLine(_ words: String, at offset: Int, in scope: Scope) {
    let file = scope.file
    let location = file.location(at: offset)
    let key = Line(file: file.path, number: location.line)
    guard let number = numbers[key] else {
      let text = String(words.drop { $0 == " " })
      let begin = offset + words.utf8.count - text.utf8.count
      let line = LintLine(
        text: text, location: FileLocation(file: file.path, line: location.line, column: 1),
        source: file.line(location.line) ?? "", file: file,
        pieces: [LintLine.Piece(start: 0, offset: begin, conditions: scope.conditions)],
        position: position)
      if text.hasPrefix("# ") || text.hasPrefix("## ") || text.hasPrefix("### ") {
        position.heading = LintPosition.Heading(text: text, location: line.location)
      }
      numbers[key] = lines.count
      lines.append(line)
      return
    }
    // A partial that is included twice is rendered under what both inclusions need.
    if let known = lines[number].pieces.firstIndex(where: { $0.offset >= offset }) {
      let conditions = lines[number].pieces[known].conditions
      lines[number].pieces[known].conditions = conditions.common(with: scope.conditions)
      return
    }
    let start = lines[number].text.utf8.count
    lines[number].pieces.append(
      LintLine.Piece(start: start, offset: offset, conditions: scope.conditions))
    lines[number].text += words
  }
}

extension BranchConditions.Test {
  /// The test that holds where this one does not.
  fileprivate var opposite: BranchConditions.Test {
    switch self {
    case .isTrue: .isFalse
    case .isFalse: .isTrue
    case .equals(let value): .differs(from: value)
    case .differs(let value): .equals(value)
    }
  }
}
