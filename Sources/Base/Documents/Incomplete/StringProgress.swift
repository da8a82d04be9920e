/// Tracks how much of an open JSON string can be shown.
///
/// An escape, a multi-byte character and a surrogate pair are shown completely or not at all: half of one
/// would change when the rest arrives.
struct StringProgress: Sendable {
  /// The number of bytes, as they were received, before an incomplete escape or character.
  private(set) var wholeCount = 0
  /// Whether the next byte belongs to an escape sequence.
  private(set) var isAfterBackslash = false
  private var count = 0
  private var missingDigits = 0
  private var missingContinuations = 0
  private var unit: UInt32 = 0
  /// Whether the last escape was a high surrogate.
  private var isAfterHighHalf = false

  mutating func take(_ byte: UInt8) {
    count += 1
    if missingDigits > 0 {
      missingDigits -= 1
      unit = unit << 4 | UInt32(Character(Unicode.Scalar(byte)).hexDigitValue ?? 0)
      if missingDigits > 0 { return }
      isAfterHighHalf = !isAfterHighHalf && (0xd800...0xdbff).contains(unit)
      if isAfterHighHalf { return }
    } else if isAfterBackslash {
      isAfterBackslash = false
      if byte == UInt8(ascii: "u") {
        missingDigits = 4
        unit = 0
        return
      }
      isAfterHighHalf = false
    } else if byte == UInt8(ascii: "\\") {
      isAfterBackslash = true
      return
    } else {
      isAfterHighHalf = false
      missingContinuations =
        switch byte {
        case 0x80..<0xc0: missingContinuations - 1
        case 0xc0..<0xe0: 1
        case 0xe0..<0xf0: 2
        case 0xf0...: 3
        default: 0
        }
      if missingContinuations > 0 { return }
    }
    wholeCount = count
  }
}
