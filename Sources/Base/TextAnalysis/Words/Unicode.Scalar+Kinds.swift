extension Unicode.Scalar {
  /// Whether it is an ASCII letter.
  package var isBasicLetter: Bool { (0x41...0x5A).contains(value) || (0x61...0x7A).contains(value) }

  /// Whether it is an ASCII digit.
  package var isBasicDigit: Bool { (0x30...0x39).contains(value) }

  /// Whether it is a letter of any script; the table of Unicode is only asked for others than ASCII.
  package var isAlphabetic: Bool { value < 0x80 ? isBasicLetter : properties.isAlphabetic }
}

extension Unicode.Scalar {
  /// Whether no reader sees the character: what Unicode calls default-ignorable, control characters, the marks of
  /// annotations, and the empty Braille pattern. Line breaks and tabs do not count.
  ///
  /// A mark with such a character inside still reads as that mark, to a person and perhaps to a model.
  package var isInvisible: Bool {
    switch value {
    case 0x09...0x0d, 0x85: false
    case 0..<0x20, 0x7f..<0xa0, 0x2800, 0xfff9...0xfffb: true
    default: properties.isDefaultIgnorableCodePoint
    }
  }

  /// The code point, to name a character that cannot be shown: `U+200B`.
  package var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

extension StringProtocol {
  /// A lower-case text without the accents of Latin letters: "coração" becomes "coracao".
  var withoutAccents: String {
    var result: [UInt8] = []
    for scalar in unicodeScalars {
      switch LetterFolding.fold(scalar) {
      case .letter(let byte): result.append(byte)
      case .letters(let bytes): result += bytes
      case .nothing where (0x300...0x36F).contains(scalar.value): break
      case .nothing, .apostrophe, .symbol, .sentenceEnd, .separator:
        result += Array(String(scalar).utf8)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
