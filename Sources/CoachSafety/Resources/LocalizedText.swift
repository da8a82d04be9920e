/// A text in several languages, or one that needs none.
package struct LocalizedText: Sendable, Hashable {
  /// The texts by language; a text that is the same in all of them stands under an empty one.
  private var texts: [String: String]

  /// The language that is taken where there is no better one.
  static let fallback = "en"

  /// A text that is the same in all languages.
  init(_ text: String) {
    texts = ["": text]
  }

  /// A text in the languages of a table of resources.
  package init(_ texts: [String: String]) {
    self.texts = texts
  }

  /// All forms of the text.
  var all: [String] { texts.keys.sorted().compactMap { texts[$0] } }

  /// The text for a language, by the lookup of RFC 4647: `es-MX`, then `es`, then English.
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
