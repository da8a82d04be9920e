import CoachModel
package import SourceFiles

/// The words that a person reads and that no model wrote, as data: a file of this form rewords what is built
/// in or adds a language, so that neither needs a new version of this library.
///
/// Refusals, notices, failures, the crisis reply and the product's fixed lines all come from here, so their
/// tone can be read, reviewed and translated in one place.
public struct MessageCatalog: Sendable {
  /// Each text in its languages; tags are in lower case.
  var texts: [CopyKey: [String: CopyWording]] = [:]
  /// How each language writes days and numbers.
  var formats: [String: CopyFormats] = [:]

  /// The language that has every text.
  static let lastLanguage = "en"

  /// Stands for every text if the built-in ones could not be read: true, in no tone that could hurt, and
  /// followed by the resources where there are any.
  static let wordless = "I can't find my words right now. Nothing you wrote is lost."

  /// The texts that this version has, in English, Spanish and German.
  public static let builtIn: MessageCatalog = {
    // Unreadable data would be found by this module's tests; a running service says `wordless`.
    (try? readBuiltIn()) ?? .empty
  }()

  /// A table without any text.
  static let empty = MessageCatalog()

  /// Reads the built-in texts anew and says what is wrong with them, for checks.
  package static func readBuiltIn() throws(SourceError) -> MessageCatalog {
    try MessageCatalog(embeddedFiles.file("Copy/copy.yaml"))
  }

  private init() {}

  /// This table with another's wordings in place of its own, text by text and language by language.
  public func overridden(by other: MessageCatalog) -> MessageCatalog {
    var table = self
    for (key, wordings) in other.texts {
      table.texts[key, default: [:]].merge(wordings) { _, new in new }
    }
    table.formats.merge(other.formats) { _, new in new }
    return table
  }

  /// The languages that have at least one text, as tags in lower case, sorted.
  public var languages: [String] { Set(texts.values.flatMap(\.keys)).sorted() }

  /// The texts that a person with this language would read in English, in the order of the keys.
  ///
  /// Empty for a language that is wholly translated. Those of `crisis` matter most.
  public func missingKeys(in language: String) -> [CopyKey] {
    let tags = LanguageRange(language).tags
    return CopyKey.allCases.filter { key in !tags.contains { texts[key]?[$0] != nil } }
  }

  /// A text in the language that fits best: `es-MX`, then `es`, then English.
  ///
  /// Never empty for a text that exists, except where every sentence of it lacks its value. Days and numbers
  /// are written as in the text's own language. `language` is a BCP 47 tag in any case of letters.
  public func text(
    _ key: CopyKey, in language: String, _ values: CopyValues = CopyValues()
  ) -> String {
    let range = LanguageRange(language).tags
    guard let (tags, wording) = wording(of: key, in: range) else {
      return ([Self.wordless] + values.resources).joined(separator: "\n")
    }
    let formats = tags.lazy.compactMap { self.formats[$0] }.first
    let text = wording.form(for: values.count).filled { name in
      guard let placeholder = CopyPlaceholder(rawValue: name) else { return nil }
      let value = values.written(placeholder, with: formats)
      if value == nil, let standIn = placeholder.standIn,
        let words = self.wording(of: standIn, in: range)
      {
        return words.wording.other.filled { _ in nil }
      }
      return value
    }
    return text.trimmingWhitespace
  }

  /// A text's wording, with the languages whose formats go with it.
  private func wording(of key: CopyKey, in range: [String]) -> (
    tags: [String], wording: CopyWording
  )? {
    // A table that an operator wrote may hold only what is to be reworded.
    for table in [texts[key] ?? [:], Self.builtIn.texts[key] ?? [:]] {
      for tags in [range, [Self.lastLanguage]] {
        for tag in tags {
          if let wording = table[tag] { return (tags, wording) }
        }
      }
    }
    return nil
  }
}

extension CopyValues {
  /// A value as it stands in a text; nil when it is not known.
  fileprivate func written(_ placeholder: CopyPlaceholder, with formats: CopyFormats?) -> String? {
    switch placeholder {
    case .count: count.map { formats?.write($0) ?? "\($0)" }
    case .limit: limit.map { formats?.write($0) ?? "\($0)" }
    case .date: date.map { formats?.write($0) ?? $0.description }
    case .resources: resources.isEmpty ? nil : resources.joined(separator: "\n")
    case .emergencyNumber: emergencyNumber.flatMap { $0.isEmpty ? nil : $0 }
    }
  }
}
