/// `[NAME]` of an inline tag that may turn out to be text.
struct TagOpeningSpan: Sendable {
  var tag: Int
  var wrapper: TagWrapper
  /// The length in bytes, including the wrapper.
  var length: Int
}

/// An inline tag whose text is being collected.
struct InlineWords: Sendable {
  var tag: Int
  var wrapper: TagWrapper
  var isEscaped = false
  var words: [UInt8] = []
  /// The number of unclosed brackets within the text.
  var depth = 0
  var isClosed = false

  /// Whether the text ends with a blank line, which means that the tag was never closed.
  var endsWithBlankLine: Bool {
    words.last == 0x0a
      && words.dropLast().last { !$0.isSpace && $0 != 0x0d } == 0x0a
  }
}

/// The result of matching something at an index of bytes that may be incomplete.
enum TagMatch<Found> {
  case found(Found)
  case none
  /// More bytes are needed to decide.
  case unfinished
}

extension [UInt8] {
  /// Matches a text at an index; the match is the index after it.
  func match(_ text: [UInt8], at place: Int) -> TagMatch<Int> {
    for (offset, byte) in text.enumerated() {
      guard place + offset < count else { return .unfinished }
      guard self[place + offset] == byte else { return .none }
    }
    return .found(place + text.count)
  }
}
