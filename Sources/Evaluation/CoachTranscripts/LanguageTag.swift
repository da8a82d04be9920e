import CoachModel

/// Checks the form of language tags, such as `en`, `pt-BR` or `zh-Hant-TW`.
public enum LanguageTag {
  /// A hint for diagnostics about a malformed tag.
  public static let hint = "write a language tag, such as 'en', 'pt-BR' or 'zh-Hant'"

  /// Returns whether a text has the form of a BCP 47 tag; `english` has not.
  public static func isWellFormed(_ text: String) -> Bool { text.isLanguageTag }
}
