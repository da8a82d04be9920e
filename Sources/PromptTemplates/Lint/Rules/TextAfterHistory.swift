import SourceFiles

/// Text after `{{history}}` without a role: it becomes a message of the model's, as if the coach had
/// said it.
struct TextAfterHistory: PromptRule {
  static let name = "text-after-history"
  static let summary = "text after the conversation that becomes the model's own words"

  func findings(in subject: LintSubject) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    /// Whether the text at this point is the model's because of a history before it.
    func visit(_ nodes: [TemplateNode], _ isAfterHistory: Bool) -> Bool {
      var isAfterHistory = isAfterHistory
      for node in nodes {
        switch node {
        case .text(let text, let offset):
          guard isAfterHistory, text.contains(where: { !$0.isWhitespace }) else { continue }
          let lead = text.prefix { $0.isWhitespace }.utf8.count
          let file = subject.template.file
          let location = file.location(at: offset + lead)
          findings.append(
            finding(
              "this text becomes a message of the model's", at: location, file.line(location.line),
              hint: "write {{role \"system\"}} or {{role \"user\"}} before it"))
          isAfterHistory = false
        case .output(.path(let path)) where path.isDirective("history"): isAfterHistory = true
        case .output(.call(let call)) where call.name == "role": isAfterHistory = false
        case .output, .partial: break
        case .block(let block):
          let body = visit(block.body, isAfterHistory)
          let otherwise = visit(block.otherwise, isAfterHistory)
          isAfterHistory = body || otherwise
        }
      }
      return isAfterHistory
    }
    _ = visit(subject.template.nodes, false)
    return findings
  }
}
