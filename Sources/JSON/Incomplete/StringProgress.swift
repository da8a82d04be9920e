/// Knows up to where an open JSON string can be shown.
///
/// An escape, a character of several bytes and a pair of surrogates are shown whole or not at all:
/// half of one would change under the reader's eyes.
struct StringProgress: Sendable {
  /// How many bytes of the string, as it is written, hold nothing that is half read.
  private(set) var wholeCount = 0
  /// Whether the next byte belongs to an escape.
  private(set) var isAfterBackslash = false
  private var count = 0
  private var missingDigits = 0
  private var missingContinuations = 0
  private var unit: UInt32 = 0
  /// Whether the last escape was the first half of a pair.
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
