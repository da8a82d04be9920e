/// The languages that would do for a person, from the one that they asked for to the widest.
///
/// The lookup of RFC 4647, section 3.4: `zh-Hant-TW`, then `zh-Hant`, then `zh`. Systems also write `es_MX`,
/// which is read as what it means.
struct LanguageRange: Sendable {
  /// The tags in lower case, the narrowest first; none for an empty text.
  let tags: [String]

  init(_ tag: String) {
    var parts = tag.lowercased().split { $0 == "-" || $0 == "_" }
    var tags: [String] = []
    while !parts.isEmpty {
      tags.append(parts.joined(separator: "-"))
      parts.removeLast()
      // A single letter only introduces what follows it.
      while parts.last?.count == 1 { parts.removeLast() }
    }
    self.tags = tags
  }

  /// Whether a text has the form of a language tag: two or three letters, then parts of up to eight letters
  /// and digits.
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
