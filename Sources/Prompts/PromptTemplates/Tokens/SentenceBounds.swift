import TextAnalysis

/// Finds the offsets at which a text can be cut without cutting a sentence.
///
/// Precision comes before recall: a missed boundary joins two sentences; none should be cut. A text whose first sentence
/// is too long to be one could then not be shortened at all, so it is cut between words.
enum SentenceBounds {
  /// The number of bytes above which a sentence is none, but a text without punctuation.
  private static let maximumSentence = 1_000
  /// The number of bytes that are kept of such a text at least.
  private static let minimumKept = 500
  /// The number of bytes between two offsets at which such a text can be cut, at least.
  private static let spacing = 100
  /// The number of these offsets.
  private static let maximumParts = 100

  /// Returns the offsets at which a text can be cut: the ends of all sentences but the last, and before them the ends of
  /// words of a first sentence that is too long to be one.
  static func all(of text: ArraySlice<UInt8>) -> (bounds: [Int], areSentences: Bool) {
    let sentences = inner(of: text)
    let first = text.prefix(sentences.first ?? text.count)
    guard first.count > maximumSentence else { return (sentences, true) }
    return (parts(of: first) + sentences, false)
  }

  /// Returns offsets before blanks; where there are none, between any two characters.
  private static func parts(of text: ArraySlice<UInt8>) -> [Int] {
    var bounds: [Int] = []
    var offset = 0
    let spacing = max(spacing, text.count / maximumParts)
    var due = minimumKept
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if offset >= due, scalar.properties.isWhitespace || offset >= due + spacing {
        bounds.append(offset)
        due = offset + spacing
      }
      offset += UTF8.width(scalar)
    }
    return bounds
  }

  /// Returns the ends of all sentences but the last, as byte offsets before the whitespace that follows.
  static func inner(of text: ArraySlice<UInt8>) -> [Int] {
    let scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
    let last = scalars.lastIndex { !$0.properties.isWhitespace } ?? 0
    var ends = Set(SentenceEnds.positions(in: scalars[...], for: .cutting))
    // List items and paragraphs are units of their own; a line that was wrapped is not.
    for (at, scalar) in scalars.enumerated() where scalar == "\n" && 0 < at && at < last {
      if startsBlock(scalars[(at + 1)...]) { ends.insert(at) }
    }
    var offset = 0
    return scalars.enumerated().compactMap { at, scalar in
      defer { offset += UTF8.width(scalar) }
      return ends.contains(at) ? offset : nil
    }
  }

  private static func startsBlock(_ rest: ArraySlice<Unicode.Scalar>) -> Bool {
    let afterNumber = rest.drop { ("0"..."9").contains($0) }
    if afterNumber.count < rest.count, let mark = afterNumber.first {
      return mark == "." || mark == ")"
    }
    return rest.first.map { "-*•\n".unicodeScalars.contains($0) } ?? false
  }
}
