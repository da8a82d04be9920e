/// The coach's words as the person reads them: without blanks at either end, however the model set its tags.
struct VisibleText: Sendable {
  /// All that was shown.
  private(set) var text = ""
  private var blanks = ""

  /// Takes more words and returns what of them may be shown now. Blanks wait for words after them.
  mutating func add(_ words: String) -> String {
    var shown = text.isEmpty ? "" : blanks + words
    if text.isEmpty { shown = String(words.drop(while: \.isWhitespace)) }
    let end =
      shown.lastIndex { !$0.isWhitespace }.map { shown.index(after: $0) } ?? shown.startIndex
    blanks = text.isEmpty && end == shown.startIndex ? "" : String(shown[end...])
    shown = String(shown[..<end])
    text += shown
    return shown
  }

  /// Lets waiting blanks be shown, since a tag with words comes next. Returns them.
  mutating func releaseBlanks() -> String {
    let released = text.isEmpty ? "" : blanks
    blanks = ""
    text += released
    return released
  }

  /// Takes the words of an inline tag, which the tag's event shows.
  mutating func addTagWords(_ words: String) { text += words }
}
