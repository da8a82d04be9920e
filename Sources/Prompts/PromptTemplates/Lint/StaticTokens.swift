import Documents

/// Measures a template's own text, without data.
enum StaticTokens {
  /// Returns the tokens of each declared section, following the template's section tags.
  static func bySection(of subject: LintSubject) -> [Int] {
    walk(subject).texts.map { subject.settings.counter.count($0) }
  }

  /// Returns the tokens of each section up to the place of the conversation, which is in the last of them; nil if no
  /// declared section holds the conversation.
  static func beforeHistory(of subject: LintSubject) -> [Int]? {
    walk(subject).beforeHistory?.map { subject.settings.counter.count($0) }
  }

  private static func walk(_ subject: LintSubject) -> (texts: [String], beforeHistory: [String]?) {
    let names = subject.template.frontMatter.sections.map(\.name)
    var texts = [String](repeating: "", count: names.count)
    var section: Int?
    var beforeHistory: [String]?
    let partials = subject.library.partials
    func noteHistory() {
      if let section, beforeHistory == nil { beforeHistory = Array(texts[...section]) }
    }
    func visit(_ nodes: [TemplateNode], depth: Int) {
      for node in nodes {
        switch node {
        case .text(let text, _): if let section { texts[section] += text }
        case .output(.path(let path)) where path.isDirective("history"): noteHistory()
        case .output(let expression):
          guard case .call(let call) = expression else { continue }
          if call.name == "history" { noteHistory() }
          guard call.name == "section",
            case .literal(.string(let name), _)? = call.arguments.first
          else { continue }
          section = names.firstIndex(of: name)
        case .block(let block):
          visit(block.body, depth: depth)
          visit(block.otherwise, depth: depth)
        case .topic: break
        case .partial(let partial):
          if let found = partials[partial.name], depth < 8 { visit(found.nodes, depth: depth + 1) }
        }
      }
    }
    visit(subject.template.nodes, depth: 0)
    return (texts, beforeHistory)
  }
}
