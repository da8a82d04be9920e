import CoachModel
public import SourceFiles

/// The texts shown to a person that no model wrote.
///
/// They are data: a file in the same format rewords the built-in texts or adds a language, without a new version of
/// this library.
///
/// Refusals, notices, failures, the crisis reply and the product's fixed texts are all defined here, so their tone
/// can be reviewed and translated in one place.
public struct MessageCatalog: Sendable {
  /// The texts by key and language tag in lower case.
  var texts: [CopyKey: [String: CopyWording]] = [:]
  /// The keys of a product's own.
  var ownKeys: [CopyKey] = []
  /// The formats by language tag in lower case.
  var formats: [String: CopyFormats] = [:]
  /// Why the built-in texts could not be read, so that every text is the same sentence; `nil` if they were read.
  ///
  /// Check it when the product starts.
  public private(set) var problem: SourceError?

  /// The fallback language, which has every text.
  static let lastLanguage = "en"

  /// The replacement for every text if the built-in ones cannot be read: true, in no tone that could hurt, and
  /// followed by the resources if there are any.
  static let wordless = "I can't answer you right now. Nothing you wrote is lost."

  /// The built-in texts in English, Spanish and German, with those of the product's documents word for word.
  public static let builtIn = embedded("copy.yaml")

  /// The built-in texts with our own wordings of what the product's documents prescribe.
  public static let plain = builtIn.overridden(by: embedded("copy.plain.yaml"))

  private static func embedded(_ name: String) -> MessageCatalog {
    do throws(SourceError) {
      return try MessageCatalog(embeddedFiles.file("Copy/\(name)"))
    } catch {
      var empty = MessageCatalog.empty
      empty.problem = error
      return empty
    }
  }

  /// A catalog without any text.
  static let empty = MessageCatalog()

  private init() {}

  /// Returns this catalog with its texts replaced by those of another, key by key and language by language.
  public func overridden(by other: MessageCatalog) -> MessageCatalog {
    var table = self
    table.ownKeys += other.ownKeys.filter { !ownKeys.contains($0) }
    for (key, wordings) in other.texts {
      table.texts[key, default: [:]].merge(wordings) { _, new in new }
    }
    table.formats.merge(other.formats) { _, new in new }
    table.problem = problem ?? other.problem
    return table
  }

  /// The keys of all texts: those of this package, then a product's own.
  public var keys: [CopyKey] { CopyKey.builtIn + ownKeys }

  /// The languages with at least one text, as tags in lower case, sorted.
  public var languages: [String] { Set(texts.values.flatMap(\.keys)).sorted() }

  /// Returns the keys whose texts a person with this language would read in English, in the order of declaration.
  ///
  /// The result is empty for a fully translated language. Missing `crisis` texts matter most.
  public func missingKeys(in language: String) -> [CopyKey] {
    let tags = LanguageRange(language).tags
    return keys.filter { key in !tags.contains { texts[key]?[$0] != nil } }
  }

  /// Returns a text in the best available language: `es-MX`, then `es`, then English.
  ///
  /// The result is never empty for an existing text, except if every sentence lacks its value and no other text stands in.
  /// Days and numbers are formatted for the language of the text. `language` is a BCP 47 tag in any letter case.
  public func text(
    _ key: CopyKey, in language: String, with values: CopyValues = CopyValues()
  ) -> String {
    let range = LanguageRange(language).tags
    guard let (tags, _, wording) = wording(of: key, in: range) else {
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
    let shown = text.trimmingWhitespace
    guard shown.isEmpty, let standIn = key.standIn else { return shown }
    return self.text(standIn, in: language, with: values)
  }

  /// Returns the wording of a text, with the languages whose formats apply to it.
  func wording(of key: CopyKey, in range: [String]) -> (
    tags: [String], language: String, wording: CopyWording
  )? {
    // A catalog written by an operator may contain only the texts to be reworded.
    for table in [texts[key] ?? [:], Self.builtIn.texts[key] ?? [:]] {
      for tags in [range, [Self.lastLanguage]] {
        for tag in tags {
          if let wording = table[tag] { return (tags, tag, wording) }
        }
      }
    }
    return nil
  }
}

extension CopyValues {
  /// Returns a value as formatted text; `nil` if it is missing.
  fileprivate func written(_ placeholder: CopyPlaceholder, with formats: CopyFormats?) -> String? {
    switch placeholder {
    case .count: count.map { formats?.write($0) ?? "\($0)" }
    case .limit: limit.map { formats?.write($0) ?? "\($0)" }
    case .date: date.map { formats?.write($0) ?? $0.description }
    case .day: day.map { "\($0)" }
    case .days: days.map { "\($0)" }
    case .price: price
    case .trialPrice: trialPrice
    case .resources: resources.isEmpty ? nil : resources.joined(separator: "\n")
    case .emergencyNumber: emergencyNumber.flatMap { $0.isEmpty ? nil : $0 }
    }
  }
}
