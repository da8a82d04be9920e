/// The role of a character in splitting a text into folded words.
package enum FoldedCharacter {
  /// A letter or digit in lower case, without its accent.
  case letter(UInt8)
  /// A letter that takes several bytes: `ß`, or one of another script.
  case letters([UInt8])
  /// A sign that may stand inside a word: `don't`, in any of the forms that keyboards produce.
  case apostrophe
  /// A character without a visible form of its own: combining accents, soft hyphens, joiners.
  case nothing
  /// A sign with a meaning of its own, such as an emoji.
  case symbol
  /// The end of a sentence or line.
  case sentenceEnd
  /// Any other character; it separates words.
  case separator
}

/// Folds the letters of Latin scripts, so that `MÖCHTE`, `möchte` and `mo` + `¨` + `chte` are one word.
///
/// Uses a table instead of Unicode normalisation, which the standard library does not offer without Foundation. A
/// letter beyond the table stays unchanged; no phrase contains one.
package enum LetterFolding {
  /// The letters from U+00C0 to U+017F without their accents; `*` stands for two letters, `-` for no letter.
  private static let latin = Array(
    """
    aaaaaa*ceeeeiiiidnooooo-ouuuuy**aaaaaa*ceeeeiiiidnooooo-ouuuuy*y\
    aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii**jjkkklllllll\
    lllnnnnnnnnnoooooo**rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs
    """.utf8)

  private static func pair(_ scalar: Unicode.Scalar) -> [UInt8] {
    switch scalar {
    case "ß": Array("ss".utf8)
    case "æ", "Æ": Array("ae".utf8)
    case "œ", "Œ": Array("oe".utf8)
    case "þ", "Þ": Array("th".utf8)
    default: Array("ij".utf8)
    }
  }

  package static func fold(_ scalar: Unicode.Scalar) -> FoldedCharacter {
    let value = scalar.value
    switch value {
    case 0x61...0x7A, 0x30...0x39: return .letter(UInt8(value))
    case 0x41...0x5A: return .letter(UInt8(value) | 0x20)
    case 0x27, 0x60, 0xB4, 0x2BC, 0x2018, 0x2019, 0x201B, 0x2032, 0xFF07: return .apostrophe
    case 0x21, 0x2E, 0x3F, 0x3B, 0x0A, 0x0D, 0xA1, 0xBF, 0x85, 0x2026, 0x2028, 0x2029, 0x3002,
      0xFF01, 0xFF1F:
      return .sentenceEnd
    case 0..<0x80: return .separator
    case 0xC0...0x17F:
      switch latin[Int(value) - 0xC0] {
      case UInt8(ascii: "-"): return .separator
      case UInt8(ascii: "*"): return .letters(pair(scalar))
      case let letter: return .letter(letter)
      }
    case 0x300...0x36F: return .nothing
    default: return other(scalar)
    }
  }

  /// Returns whether a character is whitespace; the table of Unicode is only asked for others than ASCII.
  package static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20, 0x09...0x0D: true
    case 0..<0x80: false
    default: scalar.properties.isWhitespace
    }
  }

  private static func other(_ scalar: Unicode.Scalar) -> FoldedCharacter {
    let properties = scalar.properties
    switch properties.generalCategory {
    case .format, .nonspacingMark, .enclosingMark: return .nothing
    case .decimalNumber, .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter,
      .modifierLetter, .spacingMark:
      return .letters(Array(String(scalar).utf8))
    case .otherSymbol: return .symbol
    default: return .separator
    }
  }
}
