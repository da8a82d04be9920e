import CoachModel
import Documents
import SourceFiles

/// Finds tags and fields of the contract that the prompt's text never names, or names only inside an example in JSON:
/// a model does not produce what it was not asked for, and a bare name does not say what belongs there.
struct ContractUnmentioned: PromptRule {
  static let name = "contract-unmentioned"
  static let summary = "a tag or a field of the contract that the prompt's text does not explain"

  func findings(in subject: LintSubject) -> [Diagnostic] {
    let matter = subject.template.frontMatter
    let text = subject.text
    let sentences = subject.lines.map(\.text).filter { !$0.hasPrefix("{") }.joined(separator: "\n")
    var findings: [Diagnostic] = []
    func check(_ name: String, what: String, key: String) {
      guard !mentions(what == "tag" ? text : sentences, name: name) else { return }
      let isBare = mentions(text, name: name)
      findings.append(
        finding(
          "the contract has the \(what) '\(name)', and the text "
            + (isBare ? "only shows it in an example" : "never names it"),
          about: key, in: subject.template,
          hint: "say in the prompt what it is and when to give it"))
    }
    for tag in matter.contract.tags {
      check(tag.name, what: "tag", key: "coachkit.contract")
      if let payload = matter.contract.payloads[tag.name] {
        for name in Self.fields(of: payload.source) {
          check(name, what: "field", key: "coachkit.contract")
        }
      }
    }
    if let output = matter.outputSchema {
      for name in Self.fields(of: output.source) { check(name, what: "field", key: "output") }
    }
    return findings
  }

  /// Returns all member names in a schema, each before the names inside it.
  private static func fields(of schema: JSONValue) -> [String] {
    var names: [String] = []
    for (name, member) in schema["properties"]?.object ?? [:] {
      names.append(name)
      names += fields(of: member)
    }
    if let items = schema["items"] { names += fields(of: items) }
    return names
  }

  /// Whether a name occurs in the text as a word of its own.
  private func mentions(_ text: String, name: String) -> Bool {
    var rest = text[...]
    while let range = rest.firstRange(of: name) {
      let isStart = range.lowerBound == text.startIndex
      let before = isStart ? " " : text[text.index(before: range.lowerBound)]
      let after = range.upperBound == text.endIndex ? " " : text[range.upperBound]
      if !isNamePart(before), !isNamePart(after) { return true }
      rest = rest[range.upperBound...]
    }
    return false
  }

  private func isNamePart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
