/// Gives a reply's sentences out, or other words in their place, so that its lines stay whole.
struct ReplyEditor: Sendable {
  /// What has gone out and was not taken yet.
  private var shown = String.UnicodeScalarView()

  private var lineHasText = false
  private var lineHasLost = false
  private var isAfterEmptyLine = true
  private var isAfterRemovedLine = false
  /// Whether the sentence that has begun is being taken out, with words in its place or none.
  private var removal: Removal?
  /// Whether what is left of the line goes with the sentence that was taken out.
  private var isRemovingLine = false

  private enum Removal {
    case replaced, dropped
  }

  /// Whether a sentence that was taken out still goes on: nothing more is said in its place.
  var isRemoving: Bool { removal != nil || isRemovingLine }

  /// Takes what has gone out.
  mutating func takeText() -> String? {
    guard !shown.isEmpty else { return nil }
    defer { shown.removeAll() }
    return String(shown)
  }

  /// Gives out a character as it comes.
  mutating func say(_ scalar: Unicode.Scalar) { shown.append(scalar) }

  /// Gives a stretch out, unless its sentence is being taken out.
  mutating func pass(_ stretch: ReplyStretch) {
    guard !isRemoving else {
      lineHasLost = true
      return end(stretch)
    }
    let isBlank = stretch.text.allSatisfy(\.properties.isWhitespace)
    if !isBlank { lineHasText = true }
    // A blank line on either side of a line that is gone is one too many.
    let isSuperfluous = isBlank && !lineHasText && isAfterRemovedLine && isAfterEmptyLine
    if !isSuperfluous || !stretch.endsLine { shown.append(contentsOf: stretch.text) }
    if stretch.endsLine, !isSuperfluous { closeLine() }
  }

  /// Takes a sentence out and puts words in its place, or none.
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
        // What is left of a list item without its beginning says nothing.
        isRemovingLine = true
      }
      removal = words == nil ? .dropped : .replaced
    }
    end(stretch)
  }

  /// Says the last words of a reply in a sentence's place.
  mutating func finish(at stretch: ReplyStretch, saying words: String) {
    if !stretch.isBeginning, !isRemoving { shown.append(contentsOf: "… ".unicodeScalars) }
    shown.append(contentsOf: words.unicodeScalars)
  }

  /// Ends a stretch that was not given out.
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
