import TextAnalysis

/// A stretch of a reply that can be judged: a sentence, or a part of a long one.
struct ReplyStretch: Sendable, Hashable {
  /// The text to judge, with trailing whitespace and the end of the line.
  var text: [Unicode.Scalar]
  /// Text of the same sentence that was judged before, as far as it is kept.
  var before: [Unicode.Scalar] = []
  /// Text of the same sentence that will be judged with the next stretch.
  var after: [Unicode.Scalar] = []
  /// The offset of the text in the reply, in UTF-8 bytes.
  var offset: Int
  /// Whether the text begins a sentence.
  var isBeginning: Bool
  /// Whether the text ends its sentence.
  var isEnd: Bool
  /// Whether the text is the first stretch of a list item.
  var isListItem: Bool
  /// Whether the text ends a line.
  var endsLine: Bool

  /// Whether the stretch is a line break alone, with no sentence before it.
  var isBlankLine: Bool { endsLine && before.isEmpty && after.isEmpty && text.count == 1 }

  /// The words of a stretch and what surrounds them.
  struct Parts: Sendable, Hashable {
    /// Leading whitespace and the list marker.
    var head: ArraySlice<Unicode.Scalar>
    var core: ArraySlice<Unicode.Scalar>
    /// Trailing whitespace and the end of the line.
    var tail: ArraySlice<Unicode.Scalar>
  }

  var parts: Parts {
    var rest = text[...]
    if isBeginning {
      rest = rest.drop(while: \.properties.isWhitespace)
      if isListItem {
        rest = rest.drop { !$0.properties.isWhitespace }.drop(while: \.properties.isWhitespace)
      }
    }
    let end = rest.lastIndex { !$0.properties.isWhitespace }.map { $0 + 1 } ?? rest.startIndex
    return Parts(head: text[..<rest.startIndex], core: rest[..<end], tail: rest[end...])
  }
}

extension ReplyStretch {
  /// The stretch as it looks to a reader: with the Latin letters that letters of other scripts stand for, and spaced letters as
  /// words; `nil` if it looks as it is.
  var withoutDisguise: ReplyStretch? {
    guard let reading = PlainReading(String(String.UnicodeScalarView(before + text + after))) else {
      return nil
    }
    var plain = self
    (plain.before, plain.text, plain.after) = ([], Array(reading.text.unicodeScalars), [])
    return plain
  }
}

extension ReplyStretch.Parts {
  /// Returns a replacement with the `**` that the sentence opens or closes for its neighbours.
  func withBalancedEmphasis(_ words: String) -> String {
    let text = String(String.UnicodeScalarView(core))
    let count = text.split(separator: "**", omittingEmptySubsequences: false).count - 1
    guard !count.isMultiple(of: 2) else { return words }
    return text.hasSuffix("**") ? "\(words)**" : "**\(words)"
  }
}
