package import TextAnalysis

/// A text in several languages, or one that is the same in all of them.
package struct LocalizedText: Sendable, Hashable {
  /// The texts by language; a text that is the same in all of them has the key "".
  private var texts: [String: String]

  /// The language to use if there is no closer match.
  static let fallback = "en"

  /// Creates a text that is the same in all languages.
  package init(_ text: String) {
    texts = ["": text]
  }

  /// Creates a text from its versions by language.
  package init(_ texts: [String: String]) {
    self.texts = texts
  }

  /// All versions of the text, in the order of their languages.
  package var all: [String] { texts.keys.sorted().compactMap { texts[$0] } }

  /// Returns the text for a language, by the lookup of RFC 4647: `es-MX`, then `es`, then English.
  package func text(in language: String) -> String {
    if let only = texts[""] { return only }
    var tags = language.lowercased().split { $0 == "-" || $0 == "_" }
    while !tags.isEmpty {
      if let text = texts[tags.joined(separator: "-")] { return text }
      tags.removeLast()
    }
    return texts[Self.fallback] ?? ""
  }
}

extension LocalizedText: TableValue {
  package func write(to table: inout TableWriter) {
    let texts = texts.sorted { $0.key < $1.key }
    table.write(texts.map(\.key))
    table.write(texts.map(\.value))
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    let (languages, wordings) = (try table.texts(), try table.texts())
    texts = Dictionary(zip(languages, wordings)) { first, _ in first }
  }
}
