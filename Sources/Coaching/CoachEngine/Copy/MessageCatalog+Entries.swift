package import Documents

/// A text as it is written, with its placeholders in braces, for programs that fill it in themselves.
public struct CopyEntry: Sendable, Hashable {
  /// The key.
  public var key: CopyKey
  /// The language of the text, as a tag in lower case; English where the wanted one is missing.
  public var language: String
  /// The text, for all numbers but 1 if it depends on a number.
  public var text: String
  /// The text for the number 1; `nil` if it does not differ.
  public var one: String?
  /// The names of the placeholders of both, without braces, in order of occurrence.
  public var placeholders: [String]
  /// The key of the text that stands if no sentence of this one has all of its values; `nil` for none.
  public var standIn: CopyKey?
}

extension CopyEntry {
  /// The entry for programs that read JSON.
  package static let form = JSONObjectForm<CopyEntry>(
    writing: "a text of the catalog", .required("key", \.key.rawValue, .text),
    .required("language", \.language, .text), .required("text", \.text, .text),
    .optional("one", \.one, .text), .list("placeholders", \.placeholders, .text),
    .optional("stands_in", \.standInKey, .text)
  ).form

  private var standInKey: String? { standIn?.rawValue }
}

/// How a language writes days and numbers in texts.
public struct CopyFormat: Sendable, Hashable {
  /// The format of a day, with the placeholders `day` and `month`.
  public var day: String
  /// The names of the twelve months.
  public var months: [String]
  /// The thousands separator; empty for none.
  public var thousands: String
}

extension MessageCatalog {
  /// Returns all texts as a person with this language reads them, in the order of declaration.
  ///
  /// An app that shows some of the texts without asking anybody, such as that it is offline, keeps them.
  public func entries(in language: String) -> [CopyEntry] {
    let range = LanguageRange(language).tags
    return keys.compactMap { key in
      guard let found = wording(of: key, in: range) else { return nil }
      let (one, other) = (found.wording.one, found.wording.other)
      var names: [String] = []
      for name in other.names + (one?.names ?? []) where !names.contains(name) {
        names.append(name)
      }
      return CopyEntry(
        key: key, language: found.language, text: other.source, one: one?.source,
        placeholders: names, standIn: key.standIn)
    }
  }

  /// Returns what a person may begin with who has no topic yet, in their own words.
  public func starters(in language: String) -> [String] {
    CopyKey.starters.map { text($0, in: language) }
  }

  /// Returns how days and numbers are written for a person with this language; `nil` for days such as 2026-03-05 and
  /// numbers without separators.
  public func format(in language: String) -> CopyFormat? {
    let table = formats.merging(Self.builtIn.formats) { own, _ in own }
    return LanguageRange(language).tags.lazy.compactMap { table[$0] }.first.map {
      CopyFormat(day: $0.day.source, months: $0.months, thousands: $0.thousands)
    }
  }

  /// Returns the tag of the language in which a person with this language reads most texts.
  ///
  /// It is the most specific one with at least a translated text, and English if there is none.
  public func resolvedLanguage(for language: String) -> String {
    let known = Set(languages + Self.builtIn.languages)
    return LanguageRange(language).tags.first(where: known.contains) ?? Self.lastLanguage
  }
}
