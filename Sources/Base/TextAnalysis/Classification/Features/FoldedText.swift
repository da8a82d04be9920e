/// A text as tokens of folded bytes: words, and every other visible character by itself.
///
/// Folding is that of phrases: lower case, without accents and without apostrophes. All tokens share one buffer, so
/// that a text of 32 KB is folded in a fraction of a millisecond.
package struct FoldedText: Sendable {
  /// The folded bytes of all tokens, each between two spaces: ` i  want  to `.
  package private(set) var bytes: [UInt8] = []
  /// The range in ``bytes`` of each token, without its spaces.
  package private(set) var tokens: [Range<Int>] = []
  /// For each token, the offset in the text, in UTF-8 bytes, at which it begins.
  package private(set) var offsets: [Int] = []
  /// For each token, the offset in the text at which it ends.
  package private(set) var ends: [Int] = []
  /// For each token, whether it ends a sentence or a line.
  package private(set) var endsSentence: [Bool] = []

  /// Folds a text in one pass.
  package init(_ text: String) {
    bytes.reserveCapacity(text.utf8.count + text.utf8.count / 2)
    var start: Int?
    var offset = 0
    for scalar in text.unicodeScalars {
      switch LetterFolding.fold(scalar) {
      case .letter(let byte):
        if start == nil { start = begin(at: offset) }
        bytes.append(byte)
      case .letters(let letters):
        if start == nil { start = begin(at: offset) }
        bytes += letters
      case .apostrophe, .nothing: break
      case .symbol: sign(scalar, at: offset, after: &start)
      case .sentenceEnd:
        close(&start, before: offset)
        // A line break ends a sentence, and is no token.
        if LetterFolding.isBlank(scalar) {
          if let last = endsSentence.indices.last { endsSentence[last] = true }
        } else {
          sign(scalar, at: offset, after: &start)
          endsSentence[endsSentence.count - 1] = true
        }
      case .separator:
        if LetterFolding.isBlank(scalar) {
          close(&start, before: offset)
        } else {
          sign(scalar, at: offset, after: &start)
        }
      }
      offset += UTF8.width(scalar)
    }
    close(&start, before: offset)
  }

  /// The ranges of tokens of the sentences.
  package var sentences: [Range<Int>] {
    var sentences: [Range<Int>] = []
    var start = 0
    for token in tokens.indices where endsSentence[token] || token == tokens.count - 1 {
      sentences.append(start..<(token + 1))
      start = token + 1
    }
    return sentences
  }

  /// The number of tokens that are words rather than signs.
  package var wordCount: Int { tokens.count { bytes[$0.lowerBound].isWordByte } }

  /// Whether fewer than half of the tokens are different ones.
  package var isRepetition: Bool { Set(tokens.map { bytes[$0] }).count * 2 < tokens.count }

  /// Returns the range of a range of tokens in the text, in UTF-8 bytes.
  package func bytes(of tokens: Range<Int>) -> Range<Int> {
    tokens.isEmpty ? 0..<0 : offsets[tokens.lowerBound]..<ends[tokens.upperBound - 1]
  }

  private mutating func begin(at offset: Int) -> Int {
    bytes.append(Self.space)
    offsets.append(offset)
    return bytes.count
  }

  private mutating func close(_ start: inout Int?, before offset: Int) {
    guard let first = start else { return }
    tokens.append(first..<bytes.count)
    ends.append(offset)
    endsSentence.append(false)
    bytes.append(Self.space)
    start = nil
  }

  private mutating func sign(_ scalar: Unicode.Scalar, at offset: Int, after start: inout Int?) {
    close(&start, before: offset)
    start = begin(at: offset)
    bytes += UTF8.encode(scalar).map(Array.init) ?? []
    close(&start, before: offset + UTF8.width(scalar))
  }

  private static let space = UInt8(ascii: " ")
}

extension UInt8 {
  /// Whether a folded word can begin with it: a digit, a Latin letter, or a letter of another script.
  fileprivate var isWordByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: self >= 0x80
    }
  }
}
