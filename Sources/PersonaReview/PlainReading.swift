import TextAnalysis

/// The text of a field as it looks to a human reader.
///
/// Letters of other scripts, symbols and digits in the place of letters become the letters that they stand for, and
/// spaced letters become one word. The reading is never displayed. A phrase that occurs in it and not in the text
/// itself was disguised.
struct PlainReading {
  private(set) var text = ""
  /// By byte of the reading, the offset in the field at which its character begins.
  private var origins: [Int] = []
  /// By byte of the reading, the offset in the field at which its character ends.
  private var ends: [Int] = []
  /// By byte of the reading, whether it differs from the field.
  private var changed: [Bool] = []

  /// Creates the reading of a field; `nil` if it equals the text.
  init?(_ field: FieldText) {
    let scalars = field.scalars
    let digits = Self.digitsInWords(scalars)
    let gaps = Self.gapsInWords(scalars)
    var isChanged = false
    for (position, scalar) in scalars.enumerated() {
      if gaps.contains(position) {
        isChanged = true
        continue
      }
      let plain = LetterShape.plain(scalar) ?? digits[position]
      let isOther = plain != nil || position > 0 && gaps.contains(position - 1)
      isChanged = isChanged || isOther
      append(
        plain ?? scalar, of: field.offsets[position]..<field.offsets[position + 1],
        isChanged: isOther)
    }
    guard isChanged else { return nil }
  }

  private mutating func append(_ scalar: Unicode.Scalar, of place: Range<Int>, isChanged: Bool) {
    text.unicodeScalars.append(scalar)
    for _ in 0..<UTF8.width(scalar) {
      origins.append(place.lowerBound)
      ends.append(place.upperBound)
      changed.append(isChanged)
    }
  }

  /// Returns the byte range in the field of a byte range of the reading, or `nil` if nothing in it was disguised.
  func place(of range: Range<Int>) -> Range<Int>? {
    guard !range.isEmpty, range.upperBound <= origins.count, changed[range].contains(true) else {
      return nil
    }
    return origins[range.lowerBound]..<ends[range.upperBound - 1]
  }

  /// Returns the text of a byte range of the reading.
  func words(_ range: Range<Int>) -> String {
    String(decoding: Array(text.utf8)[range], as: UTF8.self)
  }

  private static let digitLetters: [Unicode.Scalar: Unicode.Scalar] = [
    "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s", "!": "i",
  ]

  /// Returns the letters that digits and signs inside words, and digits at their beginning, stand for.
  private static func digitsInWords(_ scalars: [Unicode.Scalar]) -> [Int: Unicode.Scalar] {
    var found: [Int: Unicode.Scalar] = [:]
    let isLetter = { (position: Int) in
      scalars.indices.contains(position) && scalars[position].isBasicLetter
    }
    let isSign = { (position: Int) in
      scalars.indices.contains(position) && digitLetters[scalars[position]] != nil
    }
    for position in scalars.indices {
      guard let letter = digitLetters[scalars[position]] else { continue }
      let (before, after) = (position - 1, position + 1)
      let isInside = isLetter(before) && (isLetter(after) || isSign(after) && isLetter(after + 1))
      let isSecond = isSign(before) && isLetter(before - 1) && isLetter(after)
      // `$` and `@` at the beginning of a word have other meanings, such as prices and accounts.
      let isFirst =
        isLetter(after) && isLetter(after + 1) && !isLetter(before)
        && scalars[position].isBasicDigit
      if isInside || isSecond || isFirst { found[position] = letter }
    }
    return found
  }

  /// Returns the separators between four or more single letters: `s.e.x.y`, `f l i r t`.
  private static func gapsInWords(_ scalars: [Unicode.Scalar]) -> Set<Int> {
    var gaps: Set<Int> = []
    var run: [Int] = []
    var letters = 0
    var position = 0
    func close() {
      if letters > 3 { gaps.formUnion(run) }
      (run, letters) = ([], 0)
    }
    let isLetter = { (position: Int) in
      scalars.indices.contains(position) && scalars[position].properties.isAlphabetic
    }
    while position < scalars.count {
      let isSingle = isLetter(position) && !isLetter(position - 1) && !isLetter(position + 1)
      guard isSingle else {
        position += 1
        continue
      }
      letters += 1
      let next = position + 1
      let isGap =
        scalars.indices.contains(next) && " .-_*·|/".unicodeScalars.contains(scalars[next])
      if isGap, isLetter(next + 1), !isLetter(next + 2) {
        run.append(next)
        position = next + 1
      } else {
        close()
        position = next
      }
    }
    close()
    return gaps
  }
}
