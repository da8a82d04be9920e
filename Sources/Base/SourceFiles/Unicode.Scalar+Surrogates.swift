extension Unicode.Scalar {
  /// Creates the scalar that two UTF-16 code units encode, as in the escapes `\ud83d\ude00` of JSON; nil if they are
  /// not a high and a low surrogate.
  package init?(highSurrogate high: UInt32, lowSurrogate low: UInt32) {
    guard (0xd800...0xdbff).contains(high), (0xdc00...0xdfff).contains(low) else { return nil }
    self.init(0x10000 + (high - 0xd800) << 10 + (low - 0xdc00))
  }
}
