import Documents
import SourceFiles
import TextAnalysis

/// A text is a quotation from the inputs, or the passages in quotation marks within it are.
///
/// What does not matter may differ: whitespace, letter case, the form of quotation marks, and parts left out with an
/// ellipsis.
struct QuoteCheck: ContractCheck {
  static let names = ["quote", "quotations"]
  static let response = ContractResponse.drop

  private let target: ValuePath
  private let sources: [ValuePath]
  private let quotesWithin: Bool

  init(named name: String, _ target: ValuePath, options: inout MappingReader) throws(SourceError) {
    self.target = target
    quotesWithin = name == "quotations"
    sources = try options.paths("from")
  }

  var replyPaths: [ValuePath] { [target] }
  var types: [String] { ["string"] }
  var inputPaths: [ValuePath] { sources }

  func findings(in subject: ContractSubject) -> [ContractFinding] {
    guard subject.has(inputsOf: sources) else { return [] }
    let said = subject.inputTexts(at: sources)
    return subject.texts(at: target).compactMap { place in
      let quotes = quotesWithin ? Self.quotations(in: place.text) : [place.text]
      let missing = quotes.first { quote in
        !said.contains { QuotedPassage.range(of: quote, in: $0) != nil }
      }
      guard let missing else { return nil }
      let names = sources.map { "'\($0)'" }.joined(separator: " or ")
      return ContractFinding(
        location: place.location,
        problem: missing.isEmpty
          ? "is empty; quote \(names)" : "quotes what does not occur in \(names)")
    }
  }

  /// The marks of quotations, as languages write them: “so”, „so“, »so«, ”so”, 「so」.
  private static let marks: Set<Character> = [
    "\"", "“", "”", "„", "‟", "«", "»", "‹", "›", "「", "」", "『", "』", "＂",
  ]

  /// Returns what stands in quotation marks; what follows a mark that is never closed counts, too.
  ///
  /// Single marks are read as such only where they do not look like apostrophes.
  private static func quotations(in text: String) -> [String] {
    var found: [String] = []
    var start: Int?
    var isSingle = false
    let characters = Array(text)
    for (index, mark) in characters.enumerated() {
      let next = characters.indices.contains(index + 1) ? characters[index + 1] : " "
      if let first = start {
        guard isSingle ? "’‘".contains(mark) && !next.isLetter : marks.contains(mark) else {
          continue
        }
        found.append(String(characters[first..<index]))
        start = nil
      } else if marks.contains(mark) || mark == "‘" || mark == "‚" && next.isLetter {
        (start, isSingle) = (index + 1, mark == "‘" || mark == "‚")
      }
    }
    return found + (start.map { [String(characters[$0...])] } ?? [])
  }
}

extension MappingReader {
  /// Reads a required path, or a list of paths.
  mutating func paths(_ key: String) throws(SourceError) -> [ValuePath] {
    let node = try required(key)
    guard case .sequence(let items) = node.content else { return [try node.valuePath()] }
    var paths: [ValuePath] = []
    for item in items { paths.append(try item.valuePath()) }
    return paths
  }
}
