/// Finds the closing brace of a JSON object without building it.
///
/// Knows strings and escapes, so that a brace inside a sentence does not end the object early.
struct JSONObjectScanner: Sendable {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false

  /// Takes the next byte; true when it closes the object.
  mutating func consume(_ byte: UInt8) -> Bool {
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
      }
      return false
    }
    switch byte {
    case UInt8(ascii: "\""): isInString = true
    // Square brackets do not count: a wrong one must not let the rest of the payload show.
    case UInt8(ascii: "{"): depth += 1
    case UInt8(ascii: "}"): depth -= 1
    default: break
    }
    return depth <= 0
  }
}
