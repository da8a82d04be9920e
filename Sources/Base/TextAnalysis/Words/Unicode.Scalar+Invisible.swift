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
