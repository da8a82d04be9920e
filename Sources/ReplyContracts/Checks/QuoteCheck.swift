import JSON
import SourceFiles
import TextAnalysis
import YAMLDocument

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

  init(named name: String, _ target: ValuePath, options: inout YAMLMapping) throws(SourceError) {
    self.target = target
    quotesWithin = name == "quotations"
    sources = try options.paths("from")
  }

  var replyPaths: [ValuePath] { [target] }
  var inputPaths: [ValuePath] { sources }

  func findings(in subject: ContractSubject) -> [ContractFinding] {
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

  /// Returns what stands in double quotation marks of any form.
  private static func quotations(in text: String) -> [String] {
    var found: [String] = []
    var open: String.Index?
    for index in text.indices {
      let mark = text[index]
      if let start = open, "”\"“»".contains(mark) {
        found.append(String(text[text.index(after: start)..<index]))
        open = nil
      } else if open == nil, "“„\"«".contains(mark) {
        open = index
      }
    }
    return found
  }
}

extension YAMLMapping {
  /// Reads a required path, or a list of paths.
  mutating func paths(_ key: String) throws(SourceError) -> [ValuePath] {
    let node = try required(key)
    guard case .sequence(let items) = node.content else { return [try node.valuePath()] }
    var paths: [ValuePath] = []
    for item in items { paths.append(try item.valuePath()) }
    return paths
  }
}
