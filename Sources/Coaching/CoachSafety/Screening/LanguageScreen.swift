package import SafetyRules
import TextAnalysis

/// What the crisis screen makes of a message's language.
///
/// A message counts as read only with evidence that it is in a language that the screen reads. Nothing found in any other
/// message means nothing.
struct LanguageScreen: Sendable {
  let statements: ForeignStatements
  private let words: KnownWords

  /// The languages that the screen reads.
  private static let read: Set = ["en", "es", "de"]
  /// How much of a message tells its language, in characters.
  private static let sample = 300
  /// The share of known words from which a message is in a language that has them: more than two of three, for many languages
  /// share that many.
  private static let sufficientShare = 0.68
  /// The same for a person who declared another language, in a message of at least ``sufficientWords`` words.
  private static let surelySufficientShare = 0.75
  private static let sufficientWords = 3

  /// A screen that takes every message for one that was read.
  static let none = LanguageScreen(statements: ForeignStatements(), words: KnownWords())

  private init(statements: ForeignStatements, words: KnownWords) {
    (self.statements, self.words) = (statements, words)
  }

  /// The lists that are built into this version of the package.
  static let builtIn = Result { () throws(TableDamage) in
    LanguageScreen(
      statements: try ForeignStatements(base64: compiledForeignStatements),
      words: try KnownWords(base64: compiledKnownWords))
  }

  /// Returns the same with other lists of known words.
  func with(_ words: KnownWords) -> LanguageScreen {
    LanguageScreen(statements: statements, words: words)
  }

  /// Returns whether a message is in a language that the screen reads.
  ///
  /// `declared` is the person's language (BCP 47). If it is another, two or three words that many languages share do not
  /// suffice.
  func isRead(_ message: String, declared: String?) -> Bool {
    guard !words.languages.isEmpty else { return true }
    let isDeclaredOther = declared.map { !Self.read.contains($0.languageCode) } ?? false
    if let code = Self.detected(in: message) { return Self.read.contains(code) }
    let beginning = String(message.unicodeScalars.prefix(Self.sample))
    // Without a word, as with an emoji, there is nothing to read.
    guard let (share, count) = words.share(of: beginning) else {
      return !Self.hasLetters(beginning)
    }
    guard isDeclaredOther else { return share >= Self.sufficientShare }
    return count >= Self.sufficientWords && share >= Self.surelySufficientShare
  }

  /// Returns the code of the language that the function words or letters of a message prove; `nil` if none.
  static func detected(in message: String) -> String? {
    switch LanguageDetector.language(of: message, limit: sample) {
    case .language(let code): code
    case .oneOf(let codes): codes.first
    case nil: nil
    }
  }

  private static func hasLetters(_ text: String) -> Bool {
    text.unicodeScalars.contains { Script($0) != nil && $0.value >= 0x80 }
  }
}

extension ForeignStatements {
  /// The statements that are built into this version of the package; none if they cannot be read, which ``CrisisScreen/problem``
  /// tells.
  package static let builtIn =
    (try? LanguageScreen.builtIn.get())?.statements ?? ForeignStatements()
}
