/// The coach's text as the person reads it: without leading or trailing whitespace, however the model placed its
/// tags.
struct VisibleText: Sendable {
  /// All text shown so far.
  private(set) var text = ""
  private var whitespace = ""

  /// Adds text and returns the part that can be shown now. Whitespace is held until text follows it.
  mutating func add(_ words: String) -> String {
    var shown = text.isEmpty ? "" : whitespace + words
    if text.isEmpty { shown = String(words.drop(while: \.isWhitespace)) }
    let end =
      shown.lastIndex { !$0.isWhitespace }.map { shown.index(after: $0) } ?? shown.startIndex
    whitespace = text.isEmpty && end == shown.startIndex ? "" : String(shown[end...])
    shown = String(shown[..<end])
    text += shown
    return shown
  }

  /// Releases held whitespace because a tag with text follows, and returns it.
  mutating func releaseBlanks() -> String {
    let released = text.isEmpty ? "" : whitespace
    whitespace = ""
    text += released
    return released
  }

  /// Adds the text of an inline tag, which is shown by the tag's own event.
  mutating func addTagWords(_ words: String) { text += words }
}
