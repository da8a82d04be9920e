/// `[NAME]` of an inline tag that may turn out to be text.
struct TagOpeningSpan: Sendable {
  var tag: Int
  var wrapper: TagWrapper
  /// In bytes, what it is set in included.
  var length: Int
}

/// An inline tag whose words are being collected.
struct InlineWords: Sendable {
  var tag: Int
  var wrapper: TagWrapper
  var isEscaped = false
  var words: [UInt8] = []
  /// Brackets within the words that are still open.
  var depth = 0
  var isClosed = false

  /// Whether the words end with a blank line, so that the tag was never closed.
  var endsWithBlankLine: Bool {
    words.last == 0x0a
      && words.dropLast().last { !$0.isSpace && $0 != 0x0d } == 0x0a
  }
}
