extension StringProtocol {
  /// The text without what copying and files of variables add at its ends: whitespace, line breaks, characters that
  /// cannot be seen, and a pair of quotation marks.
  package var trimmingPasted: String {
    var text = trimmingInvisible
    while let first = text.first, let last = text.last, text.count >= 2,
      Self.quotationMarks.contains(where: { $0 == (first, last) })
    {
      let inner = text.dropFirst().dropLast()
      // The marks around several values belong to the first and the last of them.
      guard !inner.contains(first), !inner.contains(last) else { break }
      text = inner.trimmingInvisible
    }
    return text
  }

  /// The text without whitespace, line breaks and characters that cannot be seen at its ends.
  package var trimmingInvisible: String {
    let scalars = String(self).unicodeScalars.drop { $0.isInvisible }
    guard let end = scalars.lastIndex(where: { !$0.isInvisible }) else { return "" }
    return String(String.UnicodeScalarView(scalars[...end]))
  }

  private static var quotationMarks: [(Character, Character)] {
    [("\"", "\""), ("'", "'"), ("`", "`"), ("“", "”"), ("‘", "’"), ("«", "»"), ("<", ">")]
  }
}

extension Unicode.Scalar {
  /// Whether the character cannot be seen: a space of any kind, a line break, a control character, or one that only
  /// directs how others are shown, such as a byte order mark, a zero-width space or a soft hyphen.
  package var isInvisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: true
    default: false
    }
  }

  /// The number of the character, such as `U+200B`.
  package var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: Swift.max(0, 4 - digits.count)) + digits
  }

  /// What the character is, for a message that must not show it: `a space (U+0020)`.
  package var kindAndCodePoint: String {
    let kind =
      switch value {
      case 0x20: "a space"
      case 0x0a, 0x0d: "a line break"
      case 0x09: "a tab"
      case _ where isInvisible: "an invisible character"
      case _ where isASCII: "a character that is not allowed there"
      default: "a character that is not ASCII"
      }
    return "\(kind) (\(codePoint))"
  }
}
