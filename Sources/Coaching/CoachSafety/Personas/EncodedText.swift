import TextAnalysis
import SafetyRules

/// Finds encoded text, which people cannot read and a model may.
enum EncodedText {
  /// The minimum length of a run that counts as base64.
  private static let minimumBase64 = 28
  /// The minimum number of digits in a run that counts as hexadecimal.
  private static let minimumHexadecimal = 24
  /// The minimum number of escapes that count as a text.
  private static let minimumEscapes = 6
  /// The minimum number of groups of digits; people count down in fewer.
  private static let minimumGroups = 8
  /// The minimum number of groups of binary digits.
  private static let minimumBinaryGroups = 3

  static func found(in text: FieldText) -> [FieldText.Found] {
    let pieces = text.scalars.indices.split { text.scalars[$0].properties.isWhitespace }
      .map { $0.startIndex..<$0.endIndex }
    var found: [FieldText.Found] = []
    for piece in pieces {
      let range = trimmed(piece, in: text.scalars)
      let scalars = text.scalars[range]
      if isBase64(scalars) || isHexadecimal(scalars) || escapes(in: scalars) >= minimumEscapes {
        found.append(FieldText.Found(check: .encodedText, range: range))
      }
    }
    return found + groups(pieces, in: text) + letters(pieces, in: text)
  }

  /// Returns a range without the punctuation at its ends.
  private static func trimmed(_ range: Range<Int>, in scalars: [Unicode.Scalar]) -> Range<Int> {
    let isCode = { (position: Int) in
      let scalar = scalars[position]
      return scalar.isBasicLetter || scalar.isBasicDigit || scalar == "=" || scalar == "\\"
        || scalar == "%" || scalar == "&" || scalar == ";"
    }
    guard let start = range.first(where: isCode), let end = range.last(where: isCode) else {
      return range
    }
    return start..<(end + 1)
  }

  /// Returns whether a run is long and changes between lower case, upper case and digits more often than words or
  /// paths.
  private static func isBase64(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    guard scalars.count >= minimumBase64,
      scalars.allSatisfy({
        $0.isBasicLetter || $0.isBasicDigit || "+/=_-".unicodeScalars.contains($0)
      })
    else { return false }
    let kinds = scalars.map { scalar in
      switch scalar.value {
      case 0x41...0x5A: 1
      case 0x61...0x7A: 2
      case 0x30...0x39: 3
      default: 0
      }
    }
    guard kinds.contains(1), kinds.contains(2) else { return false }
    let changes = zip(kinds, kinds.dropFirst()).count { $0 != $1 && $0 != 0 && $1 != 0 }
    return changes * 4 >= scalars.count
  }

  private static func isHexadecimal(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    let digits = scalars.starts(with: "0x".unicodeScalars) ? scalars.dropFirst(2) : scalars
    return digits.count >= minimumHexadecimal && digits.contains(where: \.isBasicDigit)
      && digits.allSatisfy(\.isHexadecimalDigit)
  }

  /// Returns the number of escapes: `\x41`, `\u0041`, `%41` and `&#65;`.
  private static func escapes(in scalars: ArraySlice<Unicode.Scalar>) -> Int {
    let all = Array(scalars)
    return all.indices.count { position in
      switch all[position] {
      case "\\":
        position + 3 < all.count && (all[position + 1] == "x" || all[position + 1] == "u")
          && all[position + 2].isHexadecimalDigit && all[position + 3].isHexadecimalDigit
      case "%":
        position + 2 < all.count && all[position + 1].isHexadecimalDigit
          && all[position + 2].isHexadecimalDigit
      case "&": position + 2 < all.count && all[position + 1] == "#"
      default: false
      }
    }
  }

  /// Returns consecutive groups of two hexadecimal, two or three decimal, or at least seven binary digits.
  private static func groups(_ pieces: [Range<Int>], in text: FieldText) -> [FieldText.Found] {
    let isBinary = { (range: Range<Int>) in
      let scalars = text.scalars[trimmed(range, in: text.scalars)]
      return scalars.count >= 7 && scalars.allSatisfy { $0 == "0" || $0 == "1" }
    }
    let isGroup = { (range: Range<Int>) in
      let scalars = text.scalars[trimmed(range, in: text.scalars)]
      let isDecimal = (2...3).contains(scalars.count) && scalars.allSatisfy(\.isBasicDigit)
      return isDecimal || scalars.count == 2 && scalars.allSatisfy(\.isHexadecimalDigit)
    }
    let found =
      runs(of: pieces, atLeast: minimumBinaryGroups, where: isBinary)
      + runs(of: pieces, atLeast: minimumGroups, where: isGroup)
    return found.map { FieldText.Found(check: .encodedText, range: $0) }
  }

  /// Returns runs of twelve or more single letters: words that are spelt letter by letter.
  private static func letters(_ pieces: [Range<Int>], in text: FieldText) -> [FieldText.Found] {
    runs(of: pieces, atLeast: 12) { $0.count == 1 && text.scalars[$0.lowerBound].isBasicLetter }
      .map { FieldText.Found(check: .encodedText, range: $0) }
  }

  private static func runs(
    of pieces: [Range<Int>], atLeast count: Int, where isPart: (Range<Int>) -> Bool
  ) -> [Range<Int>] {
    pieces.split { !isPart($0) }.compactMap { run in
      guard run.count >= count, let first = run.first, let last = run.last else { return nil }
      return first.lowerBound..<last.upperBound
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isHexadecimalDigit: Bool {
    isBasicDigit || (0x41...0x46).contains(value) || (0x61...0x66).contains(value)
  }
}
