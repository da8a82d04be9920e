@testable import CoachEngine
import SourceFiles
import Testing

/// Every built-in text of every style and language, with its forms one below the other.
struct WrittenCopy: Sendable, CustomTestStringConvertible {
  let style: CopyStyle
  let key: CopyKey
  let language: String

  var testDescription: String { "\(style.rawValue): \(key.rawValue), \(language)" }

  var forms: [CopyTemplate] {
    style.catalog.texts[key]?[language].map { [$0.one, $0.other].compactMap(\.self) } ?? []
  }

  /// The text with the name of each value in braces.
  var text: String { forms.map { $0.filled { "{\($0)}" } }.joined(separator: "\n") }

  static let languages = ["en", "es", "de"]

  static let all = CopyStyle.allCases.flatMap { style in
    CopyKey.builtIn.flatMap { key in
      languages.map { WrittenCopy(style: style, key: key, language: $0) }
    }
  }

  static func all(_ group: String) -> [WrittenCopy] {
    all.filter { $0.key.rawValue.hasPrefix("\(group).") }
  }
}

extension MessageCatalog {
  /// Creates the catalog of an operator's file with this content.
  init(own text: String) throws {
    try self.init(SourceFile(path: "own.yaml", text: text))
  }
}
