extension ArraySlice<UInt8> {
  /// Decodes the non-ASCII scalar that starts at a byte, with its width in bytes; nil if the bytes end before it
  /// does.
  ///
  /// The bits are not validated, since counting tokens must not fail on invalid UTF-8.
  func scalarBeyondASCII(at start: Int) -> (scalar: UInt32, width: Int)? {
    let first = self[start]
    let width = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
    guard start + width <= endIndex else { return nil }
    var scalar = UInt32(first) & (width == 4 ? 0x07 : width == 3 ? 0x0f : 0x1f)
    for offset in 1..<width { scalar = scalar << 6 | UInt32(self[start + offset] & 0x3f) }
    return (scalar, width)
  }
}
