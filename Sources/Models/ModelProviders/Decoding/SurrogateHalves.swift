import SourceFiles

/// Joins characters of which one piece of a reply ends with the first half, as a UTF-16 escape, and the next begins with the
/// second: some servers cut texts between the units of their strings.
struct SurrogateHalves: Sendable {
  /// The first half that waits for its second.
  private var waiting: UInt16?

  /// Returns a piece with the character that it completes, and without the one that it begins.
  ///
  /// - Parameters:
  ///   - text: The piece, in which a half is a replacement character.
  ///   - ends: The halves at its ends.
  mutating func join(_ text: String, _ ends: (low: UInt16?, high: UInt16?)) -> String {
    guard waiting != nil || ends.low != nil || ends.high != nil else { return text }
    guard !text.isEmpty else { return text }
    var scalars = String.UnicodeScalarView(text.unicodeScalars)
    var start = ""
    if let waiting {
      let character = ends.low.flatMap {
        Unicode.Scalar(highSurrogate: UInt32(waiting), lowSurrogate: UInt32($0))
      }
      if character != nil { scalars.removeFirst() }
      start.unicodeScalars.append(character ?? "\u{fffd}")
    }
    waiting = ends.high
    if ends.high != nil { scalars.removeLast() }
    return start + String(scalars)
  }
}
