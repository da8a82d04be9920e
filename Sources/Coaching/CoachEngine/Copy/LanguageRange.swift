/// The language tags acceptable for a person, from the requested one to the most general.
///
/// Implements the lookup of RFC 4647, section 3.4: `zh-Hant-TW`, then `zh-Hant`, then `zh`. Underscores as in
/// `es_MX` are accepted, since some systems write them.
struct LanguageRange: Sendable {
  /// The tags in lower case, most specific first; empty for an empty text.
  let tags: [String]

  init(_ tag: String) {
    var parts = tag.lowercased().split { $0 == "-" || $0 == "_" }
    var tags: [String] = []
    while !parts.isEmpty {
      tags.append(parts.joined(separator: "-"))
      parts.removeLast()
      // A single-letter subtag only introduces the one after it.
      while parts.last?.count == 1 { parts.removeLast() }
    }
    self.tags = tags
  }

  /// Returns whether a text has the form of a language tag: two or three letters, then subtags of up to eight
  /// letters and digits.
  static func isTag(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard let language = parts.first, (2...3).contains(language.count),
      language.allSatisfy({ isLetter($0) })
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
