/// A phrase with choices: `my (mum|dad) hits me`, `<family> hits me`.
///
/// Choices stand in brackets, an empty one makes the words optional; a name between `<` and `>` stands for a
/// group of the file. Neither nests: a reader has to see at a glance what a phrase catches.
struct PhrasePattern {
  /// Why a pattern cannot be read.
  struct Problem: Error {
    var message: String
    var hint: String
  }

  /// The most phrases that one pattern may stand for; beyond it nobody has looked at them all.
  static let mostPhrases = 2000

  /// The parts in order, each with its choices; a phrase takes one of each.
  private(set) var parts: [[String]] = []

  /// Reads a pattern.
  init(_ text: String, groups: [String: [String]]) throws(Problem) {
    var rest = Substring(text)
    while let mark = rest.firstIndex(where: { "(<)>|".contains($0) }) {
      let opening = rest[mark]
      parts.append([String(rest[..<mark])])
      guard opening == "(" || opening == "<" else {
        throw Problem(
          message: "'\(opening)' stands without its beginning",
          hint: "choices are written (one|another), groups <name>")
      }
      rest = rest[rest.index(after: mark)...]
      guard let close = rest.firstIndex(of: opening == "(" ? ")" : ">") else {
        throw Problem(message: "'\(opening)' is not closed", hint: "close it in the same phrase")
      }
      let inner = rest[..<close]
      guard !inner.contains(where: { "(<>".contains($0) }) else {
        throw Problem(message: "choices stand inside choices", hint: "write two phrases")
      }
      parts.append(opening == "(" ? Self.choices(inner) : try Self.group(inner, groups))
      rest = rest[rest.index(after: close)...]
    }
    parts.append([String(rest)])
    let count = parts.reduce(1) { min($0 * $1.count, Self.mostPhrases + 1) }
    guard count <= Self.mostPhrases else {
      throw Problem(
        message: "this stands for more than \(Self.mostPhrases) phrases", hint: "split it")
    }
  }

  private static func choices(_ text: Substring) -> [String] {
    text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
  }

  private static func group(
    _ name: Substring, _ groups: [String: [String]]
  ) throws(Problem) -> [String] {
    guard let group = groups[String(name)] else {
      throw Problem(
        message: "there is no group '\(name)'",
        hint: "known: \(groups.keys.sorted().joined(separator: ", "))")
    }
    return group
  }
}
