/// Wraps streamed text at word boundaries.
///
/// A word is held back until it is complete, since only then is it known whether it fits on the line.
package struct LineWrapper {
  private let width: Int
  private let indentation: String
  private var column: Int
  private var word = ""
  private var whitespace = ""

  /// Creates a wrapper that starts at column `indentation` and indents every further line by as much.
  package init(width: Int, indentation: Int) {
    self.width = max(width, indentation + 20)
    self.indentation = String(repeating: " ", count: indentation)
    column = indentation
  }

  /// Adds text, and returns what can be printed.
  package mutating func feed(_ text: String) -> String {
    var shown = ""
    for character in text {
      if character.isNewline {
        shown += endWord() + "\n" + indentation
        whitespace = ""
        column = indentation.count
      } else if character.isWhitespace {
        shown += endWord()
        whitespace.append(character)
      } else {
        word.append(character)
      }
    }
    return shown
  }

  /// Returns the text that is still held back.
  package mutating func flush() -> String { endWord() }

  private mutating func endWord() -> String {
    guard !word.isEmpty else { return "" }
    defer {
      word = ""
      whitespace = ""
    }
    if column + whitespace.count + word.count > width, column > indentation.count {
      column = indentation.count + word.count
      return "\n" + indentation + word
    }
    column += whitespace.count + word.count
    return whitespace + word
  }
}
