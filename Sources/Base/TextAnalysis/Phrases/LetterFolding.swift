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

/// Folds letters, so that `MÖCHTE`, `möchte` and `mo` + `¨` + `chte` are one word.
///
/// Uses tables instead of Unicode normalisation, which the standard library does not offer without Foundation. Beyond the
/// Latin letters it folds case, the accents of modern Greek, and the forms in which Arabic and Persian keyboards write one
/// letter.
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
    case 0x218, 0x219: return .letter(UInt8(ascii: "s"))
    case 0x21A, 0x21B: return .letter(UInt8(ascii: "t"))
    // Single letters of Korean, such as those for laughing and crying, are no words.
    case 0x3131...0x318E: return .separator
    case 0x1EA0...0x1EF9: return .letter(vietnamese(value))
    default: return other(scalar)
    }
  }

  /// Returns the basic letter of one from U+1EA0 to U+1EF9, which has the accents of Vietnamese.
  private static func vietnamese(_ value: UInt32) -> UInt8 {
    switch value {
    case ..<0x1EB8: UInt8(ascii: "a")
    case ..<0x1EC8: UInt8(ascii: "e")
    case ..<0x1ECC: UInt8(ascii: "i")
    case ..<0x1EE4: UInt8(ascii: "o")
    case ..<0x1EF2: UInt8(ascii: "u")
    default: UInt8(ascii: "y")
    }
  }

  /// Letters of other scripts that are written in several ways, by the form they are compared in.
  private static let variants: [Unicode.Scalar: Unicode.Scalar] = {
    let forms: [(Unicode.Scalar, String)] = [
      ("α", "άΆ"), ("ε", "έΈ"), ("η", "ήΉ"), ("ι", "ίϊΐΊ"), ("ο", "όΌ"), ("υ", "ύϋΰΎ"), ("ω", "ώΏ"),
      ("σ", "ς"),
      ("е", "ёЁ"), ("\u{627}", "\u{622}\u{623}\u{625}\u{671}"), ("\u{64A}", "\u{649}\u{6CC}"),
      ("\u{643}", "\u{6A9}"), ("\u{647}", "\u{629}\u{6C1}\u{6BE}"),
    ]
    return forms.reduce(into: [:]) { variants, entry in
      for form in entry.1.unicodeScalars { variants[form] = entry.0 }
    }
  }()

  /// Returns whether a letter belongs to a script that is written without spaces between words.
  package static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xE01...0xEFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3005...0x30FF, 0x31F0...0x31FF,
      0x3400...0x9FFF,
      0xF900...0xFAFF, 0xFF66...0xFF9F, 0x20000...0x323AF:
      true
    default: false
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
      if let form = variants[scalar] { return .letters(Array(String(form).utf8)) }
      return .letters(Array(properties.lowercaseMapping.utf8))
    case .otherSymbol: return .symbol
    default: return .separator
    }
  }
}
