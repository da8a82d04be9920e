import TextAnalysis

/// Finds the offsets at which a text can be cut without cutting a sentence.
///
/// Precision comes before recall: a missed boundary joins two sentences; none should be cut.
enum SentenceBounds {
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
