@testable import CoachEngine
import SourceFiles
import Testing

/// Every built-in text of every language, its forms one below the other.
struct WrittenCopy: Sendable, CustomTestStringConvertible {
  let key: CopyKey
  let language: String

  var testDescription: String { "\(key.rawValue), \(language)" }

  var forms: [CopyTemplate] {
    MessageCatalog.builtIn.texts[key]?[language].map { [$0.one, $0.other].compactMap(\.self) } ?? []
  }

  /// As it is read, with a name in braces for each value.
  var text: String { forms.map { $0.filled { "{\($0)}" } }.joined(separator: "\n") }

  static let languages = ["en", "es", "de"]

  static let all = CopyKey.allCases.flatMap { key in
    languages.map { WrittenCopy(key: key, language: $0) }
  }

  static func all(_ group: String) -> [WrittenCopy] {
    all.filter { $0.key.rawValue.hasPrefix("\(group).") }
  }
}

extension MessageCatalog {
  /// What an operator's file of this content says.
  init(own text: String) throws {
    try self.init(SourceFile(path: "own.yaml", text: text))
  }
}
