extension Unicode.Scalar {
  /// Whether it is an ASCII letter.
  package var isBasicLetter: Bool { (0x41...0x5A).contains(value) || (0x61...0x7A).contains(value) }

  /// Whether it is an ASCII digit.
  package var isBasicDigit: Bool { (0x30...0x39).contains(value) }

  /// Whether it is a letter of any script; the table of Unicode is only asked for others than ASCII.
  package var isAlphabetic: Bool { value < 0x80 ? isBasicLetter : properties.isAlphabetic }
}
