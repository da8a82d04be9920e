import SourceFiles

/// Finds tabs and trailing spaces: they are invisible to an author but not to a model, and an editor that removes
/// them changes the prompt's digest.
struct StrayBlanks: PromptRule {
  static let name = "stray-blanks"
  static let summary = "tabs, and spaces at the end of a line"

  func findings(in subject: LintSubject) -> [Diagnostic] {
    subject.sourceLines.compactMap { line in
      var location = line.location
      if let tab = line.source.unicodeScalars.enumerated().first(where: { $0.element == "\t" }) {
        location.column = tab.offset + 1
        return finding("there is a tab", at: location, excerpt: line.source, hint: "use spaces")
      }
      guard line.source.last == " " else { return nil }
      location.column = line.source.unicodeScalars.count
      return finding(
        "there are spaces at the end of the line", at: location, excerpt: line.source,
        hint: "remove them")
    }
  }
}
