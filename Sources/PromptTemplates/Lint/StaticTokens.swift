import JSON

/// Counts the tokens of a template's own text, without data.
enum StaticTokens {
  /// Returns the tokens of each declared section, following the template's section tags.
  static func bySection(of subject: LintSubject) -> [Int] {
    let names = subject.template.frontMatter.sections.map(\.name)
    var texts = [String](repeating: "", count: names.count)
    var section: Int?
    let partials = subject.library.partials
    func visit(_ nodes: [TemplateNode], depth: Int) {
      for node in nodes {
        switch node {
        case .text(let text, _): if let section { texts[section] += text }
        case .output(let expression):
          guard case .call(let call) = expression, call.name == "section",
            case .literal(.string(let name), _)? = call.arguments.first
          else { continue }
          section = names.firstIndex(of: name)
        case .block(let block):
          visit(block.body, depth: depth)
          visit(block.otherwise, depth: depth)
        case .partial(let partial):
          if let found = partials[partial.name], depth < 8 { visit(found.nodes, depth: depth + 1) }
        }
      }
    }
    visit(subject.template.nodes, depth: 0)
    return texts.map { subject.settings.counter.count($0) }
  }
}
