/// The bytes of a text as the detectors look at them: byte for byte in the same places.
///
/// Beyond ASCII a byte does not tell whether it is of a letter. `laura@acme.com…` and `“07911 123456”` would
/// end in something that goes on as a word, and be nobody's address or number.
enum TextShape {
  /// What stands for a mark, an emoji, a blank that is none of ASCII's.
  static let mark: UInt8 = 0x1f
  /// What stands for a letter of a script that leaves no blank between a word and a number.
  static let letter: UInt8 = 0x1e

  /// The bytes, with those that are no part of a word made so.
  static func bytes(of text: String) -> [UInt8] {
    var bytes = Array(text.utf8)
    guard bytes.contains(where: { $0 >= 0x80 }) else { return bytes }
    var at = 0
    for scalar in text.unicodeScalars {
      let length = UTF8.width(scalar)
      if !scalar.isASCII, let sign = sign(scalar) {
        for place in at..<(at + length) { bytes[place] = sign }
      }
      at += length
    }
    return bytes
  }

  /// What stands for a character; nil when it stays.
  private static func sign(_ scalar: Unicode.Scalar) -> UInt8? {
    let properties = scalar.properties
    switch properties.generalCategory {
    // Before and behind a figure they make it a price.
    case .currencySymbol: return nil
    case .nonspacingMark, .spacingMark, .enclosingMark: return nil
    default: break
    }
    guard properties.isAlphabetic || properties.numericType != nil else { return mark }
    switch scalar.value {
    // Thai, Lao and Tibetan; the scripts of East Asia.
    case 0xe00...0xfff, 0x1100...0x11ff, 0x2e80...0xd7ff, 0xf900...0xfaff, 0xff00...0xffef,
      0x20000...0x3ffff:
      return letter
    default: return nil
    }
  }
}
