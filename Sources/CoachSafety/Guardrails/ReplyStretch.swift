/// A stretch of a reply that can be judged: a sentence, or a part of one that does not end.
struct ReplyStretch: Sendable, Hashable {
  /// What is judged now, with the blanks behind it and the end of the line.
  var text: [Unicode.Scalar]
  /// What was judged before in the same sentence, as far as it is kept.
  var before: [Unicode.Scalar] = []
  /// What follows in the same sentence and will be judged with the next stretch.
  var after: [Unicode.Scalar] = []
  /// Where the text stands in the reply, in bytes of UTF-8.
  var offset: Int
  /// Whether a sentence begins with it.
  var isBeginning: Bool
  /// Whether its sentence ends with it.
  var isEnd: Bool
  /// Whether it is the first of an item of a list.
  var isListItem: Bool
  /// Whether a line ends with it.
  var endsLine: Bool

  /// The words of a stretch and what stands around them.
  struct Parts: Sendable, Hashable {
    /// The blanks before the words, and the mark of a list.
    var head: ArraySlice<Unicode.Scalar>
    /// The words.
    var core: ArraySlice<Unicode.Scalar>
    /// The blanks behind them, and the end of the line.
    var tail: ArraySlice<Unicode.Scalar>
  }

  /// The stretch in its parts.
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

extension ReplyStretch.Parts {
  /// The words with a mark of emphasis that the sentence opens or closes for its neighbours.
  func withBalancedEmphasis(_ words: String) -> String {
    let text = String(String.UnicodeScalarView(core))
    let count = text.split(separator: "**", omittingEmptySubsequences: false).count - 1
    guard !count.isMultiple(of: 2) else { return words }
    return text.hasSuffix("**") ? "\(words)**" : "**\(words)"
  }
}
