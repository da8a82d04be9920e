import SourceFiles

/// Finds text after `{{history}}` without a role tag: it becomes a message of the assistant, as if the coach had said
/// it.
struct TextAfterHistory: PromptRule {
  static let name = "text-after-history"
  static let summary = "text after the conversation that becomes the model's own words"

  func findings(in subject: LintSubject) -> [Diagnostic] {
    var walk = Walk(partials: subject.library.partials)
    walk.visit(subject.template.nodes, in: subject.template.file, depth: 0)
    return walk.places.map { place in
      finding(
        "this becomes a message of the model's", at: place.location, excerpt: place.excerpt,
        hint: "write {{role \"system\"}} or {{role \"user\"}} before it")
    }
  }

  private struct Walk {
    let partials: [String: PromptTemplate]
    /// Whether text at this point belongs to the assistant because of a preceding `{{history}}`.
    var isAfterHistory = false
    var places: [(location: FileLocation, excerpt: SourceExcerpt?)] = []

    init(partials: [String: PromptTemplate]) {
      self.partials = partials
    }

    mutating func visit(_ nodes: [TemplateNode], in file: SourceFile, depth: Int) {
      for node in nodes {
        switch node {
        case .text(let text, let offset):
          guard text.contains(where: { !$0.isWhitespace }) else { continue }
          note(at: offset + text.prefix { $0.isWhitespace }.utf8.count, in: file)
        case .output(.path(let path)) where path.isDirective("history"): isAfterHistory = true
        case .topic: break
        case .output(let expression):
          if case .call(let call) = expression, Directive.names.contains(call.name) {
            if call.name == "role" { isAfterHistory = false }
          } else {
            note(at: expression.offset, in: file)
          }
        case .partial(let partial):
          guard let template = partials[partial.name], depth < 8 else { continue }
          visit(template.nodes, in: template.file, depth: depth + 1)
        case .block(let block):
          let before = isAfterHistory
          visit(block.body, in: file, depth: depth)
          let after = isAfterHistory
          isAfterHistory = before
          visit(block.otherwise, in: file, depth: depth)
          isAfterHistory = isAfterHistory || after
        }
      }
    }

    private mutating func note(at offset: Int, in file: SourceFile) {
      guard isAfterHistory else { return }
      let location = file.location(at: offset)
      places.append((location, file.excerpt(at: location)))
      isAfterHistory = false
    }
  }
}
