/// Writes a reply's sentences, or replacements for them, while keeping lines intact.
struct ReplyEditor: Sendable {
  /// Output that has not been taken yet.
  private var shown = String.UnicodeScalarView()

  private var lineHasText = false
  private var lineHasLost = false
  private var isAfterEmptyLine = true
  private var isAfterRemovedLine = false
  /// How the current sentence is being removed; `nil` if it is not.
  private var removal: Removal?
  /// Whether the rest of the line is removed along with its first sentence.
  private var isRemovingLine = false

  private enum Removal {
    case replaced, dropped
  }

  /// Whether text is being removed, so that no further replacement is inserted.
  var isRemoving: Bool { removal != nil || isRemovingLine }

  /// Returns the output since the last call, or `nil` if there is none.
  mutating func takeText() -> String? {
    guard !shown.isEmpty else { return nil }
    defer { shown.removeAll() }
    return String(shown)
  }

  /// Writes a character immediately.
  mutating func say(_ scalar: Unicode.Scalar) { shown.append(scalar) }

  /// Writes a stretch, unless its sentence is being removed.
  mutating func pass(_ stretch: ReplyStretch) {
    guard !isRemoving else {
      lineHasLost = true
      return end(stretch)
    }
    let isBlank = stretch.text.allSatisfy(\.properties.isWhitespace)
    if !isBlank { lineHasText = true }
    // With blank lines on both sides of a removed line, one is superfluous.
    let isSuperfluous = isBlank && !lineHasText && isAfterRemovedLine && isAfterEmptyLine
    if !isSuperfluous || !stretch.endsLine { shown.append(contentsOf: stretch.text) }
    if stretch.endsLine, !isSuperfluous { closeLine() }
  }

  /// Removes a sentence and inserts a replacement if one is given.
  mutating func remove(_ stretch: ReplyStretch, saying words: String?) {
    lineHasLost = true
    if !isRemoving {
      let parts = stretch.parts
      if let words {
        shown.append(contentsOf: parts.head)
        if !stretch.isBeginning { shown.append(contentsOf: "… ".unicodeScalars) }
        shown.append(contentsOf: parts.withBalancedEmphasis(words).unicodeScalars)
        lineHasText = true
      } else if stretch.isBeginning, stretch.isListItem {
        // The rest of a list item is meaningless without its beginning.
        isRemovingLine = true
      }
      removal = words == nil ? .dropped : .replaced
    }
    end(stretch)
  }

  /// Writes the last words of a reply in place of a sentence.
  mutating func finish(at stretch: ReplyStretch, saying words: String) {
    if !stretch.isBeginning, !isRemoving { shown.append(contentsOf: "… ".unicodeScalars) }
    shown.append(contentsOf: words.unicodeScalars)
  }

  /// Updates the state after a stretch that was not written.
  private mutating func end(_ stretch: ReplyStretch) {
    let tail = stretch.parts.tail
    if stretch.isEnd {
      if removal == .replaced, !stretch.endsLine { shown.append(contentsOf: tail) }
      removal = nil
    }
    guard stretch.endsLine else { return }
    if lineHasText { shown.append(contentsOf: tail.drop { $0 != "\r" && $0 != "\n" }) }
    closeLine()
  }

  private mutating func closeLine() {
    if lineHasText {
      (isAfterEmptyLine, isAfterRemovedLine) = (false, false)
    } else if lineHasLost {
      isAfterRemovedLine = true
    } else {
      (isAfterEmptyLine, isAfterRemovedLine) = (true, false)
    }
    (lineHasText, lineHasLost, isRemovingLine) = (false, false, false)
  }
}
