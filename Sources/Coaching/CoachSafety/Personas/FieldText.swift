import SafetyRules

/// A field of a persona as Unicode scalars with their positions.
struct FieldText {
  /// A finding of a check.
  struct Found {
    var check: PersonaCheck
    /// The position in the field, in Unicode scalars.
    var range: Range<Int>
    /// Whether it has no innocent explanation.
    var isGrave = false
    /// What a reader cannot see in the text.
    var detail: String?
  }

  /// The number of scalars that are examined; a longer field breaks the rule on length anyway.
  static let maximumScalars = 10_000

  let field: PersonaField
  let text: String
  let scalars: [Unicode.Scalar]
  /// The UTF-8 offset of each scalar, and of the end of the text.
  let offsets: [Int]

  init(_ field: PersonaField, _ text: String) {
    self.field = field
    let all = text.unicodeScalars
    scalars = Array(all.prefix(Self.maximumScalars))
    self.text = scalars.count < all.count ? String(String.UnicodeScalarView(scalars)) : text
    var offsets = [0]
    offsets.reserveCapacity(scalars.count + 1)
    for scalar in scalars { offsets.append((offsets.last ?? 0) + UTF8.width(scalar)) }
    self.offsets = offsets
  }

  /// Returns the UTF-8 byte range of a range of scalars.
  func bytes(_ range: Range<Int>) -> Range<Int> {
    offsets[range.lowerBound]..<offsets[range.upperBound]
  }

  /// Returns the range of scalars of a UTF-8 byte range.
  func characters(_ range: Range<Int>) -> Range<Int> {
    index(of: range.lowerBound)..<index(of: range.upperBound)
  }

  /// Returns the text of a byte range, shortened if it is long.
  func quote(_ range: Range<Int>) -> String {
    let whole = characters(range)
    let short = whole.prefix(Self.maximumQuoteLength)
    let words = String(String.UnicodeScalarView(scalars[short]))
    return short.count < whole.count ? words + "…" : words
  }

  private static let maximumQuoteLength = 160
  /// How far from a scalar the ends of its word are looked for, in scalars.
  private static let maximumWordLength = 200

  /// Returns the word around a scalar: everything up to the next whitespace.
  func word(around position: Int) -> Range<Int> {
    let before = scalars[max(0, position - Self.maximumWordLength)..<position]
    let after = scalars[position..<min(scalars.count, position + Self.maximumWordLength)]
    let start = before.lastIndex { $0.properties.isWhitespace }.map { $0 + 1 } ?? before.startIndex
    let end = after.firstIndex { $0.properties.isWhitespace } ?? after.endIndex
    return min(start, position)..<max(end, position + 1)
  }

  private func index(of offset: Int) -> Int {
    var (low, high) = (0, offsets.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle] < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
