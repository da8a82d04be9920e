import TextAnalysis

/// A field as a model may read its syntax: without invisible characters, and with ASCII in the place of letters and
/// signs that look like it or stand for it.
struct MarkText {
  /// The characters, in the letter case of the field.
  let scalars: [Unicode.Scalar]
  /// The same characters with small letters.
  let folded: [Unicode.Scalar]
  /// For each character its position in the field, and at the end that of the end.
  private let origins: [Int]

  init(_ text: FieldText) {
    var scalars: [Unicode.Scalar] = []
    var origins: [Int] = []
    for (position, scalar) in text.scalars.enumerated()
    where !scalar.isInvisible {
      scalars.append(Self.plain(scalar))
      origins.append(position)
    }
    self.scalars = scalars
    folded = scalars.map { scalar in
      (0x41...0x5A).contains(scalar.value) ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar
    }
    self.origins = origins + [text.scalars.count]
  }

  /// Returns the range in the field of a range of characters.
  func place(of range: Range<Int>) -> Range<Int> {
    guard let last = range.last else {
      return origins[range.lowerBound]..<origins[range.lowerBound]
    }
    return origins[range.lowerBound]..<(origins[last] + 1)
  }

  private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard !scalar.isASCII else { return scalar }
    if let sign = signs[scalar] { return sign }
    if (0xFF01...0xFF5E).contains(scalar.value) {
      return Unicode.Scalar(UInt8(scalar.value - 0xFF01 + 0x21))
    }
    guard let letter = LetterShape.plain(scalar) else { return scalar }
    let isCapital = scalar.properties.isUppercase && letter.isBasicLetter
    return isCapital ? Unicode.Scalar(UInt8(letter.value) & 0xDF) : letter
  }

  /// Signs that look like those of markup and of control tokens.
  private static let signs: [Unicode.Scalar: Unicode.Scalar] = [
    "\u{2039}": "<", "\u{02C2}": "<", "\u{2329}": "<", "\u{3008}": "<", "\u{27E8}": "<",
    "\u{FE64}": "<",
    "\u{203A}": ">", "\u{02C3}": ">", "\u{232A}": ">", "\u{3009}": ">", "\u{27E9}": ">",
    "\u{FE65}": ">",
    "\u{2223}": "|", "\u{01C0}": "|", "\u{2502}": "|", "\u{2758}": "|", "\u{2045}": "[",
    "\u{2046}": "]",
    "\u{3010}": "[", "\u{3011}": "]", "\u{FE5F}": "#", "\u{266F}": "#", "\u{2215}": "/",
    "\u{2044}": "/",
  ]
}
