/// Checks the form of language tags, such as `en`, `pt-BR` or `zh-Hant-TW`.
public enum LanguageTag {
  /// A hint for diagnostics about a malformed tag.
  public static let hint = "write a language tag, such as 'en', 'pt-BR' or 'zh-Hant'"

  /// Returns whether a text has the form of a BCP 47 tag (RFC 5646): two or three letters, then parts of one to eight
  /// letters and digits, separated by hyphens.
  ///
  /// The standard reserves longer first parts for the future, and none is in use, so `english` is a mistake.
  public static func isWellFormed(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard let language = parts.first, (2...3).contains(language.count),
      language.allSatisfy(isLetter)
    else { return false }
    return parts.dropFirst().allSatisfy { part in
      (1...8).contains(part.count)
        && part.allSatisfy { isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
