extension StringProtocol {
  /// The text without leading and trailing whitespace.
  package var trimmingWhitespace: String {
    let start = drop(while: \.isWhitespace)
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }

  /// Whether the text is a name of lower-case letters, digits and `_`, beginning with a letter, of at most 64 bytes.
  ///
  /// - Parameter hyphen: Whether `-` is allowed, too.
  package func isIdentifier(withHyphens hyphen: Bool = false) -> Bool {
    guard let first = utf8.first, utf8.count <= 64, Self.letters.contains(first) else {
      return false
    }
    return utf8.allSatisfy { byte in
      Self.letters.contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "_") || (hyphen && byte == UInt8(ascii: "-"))
    }
  }

  private static var letters: ClosedRange<UInt8> { UInt8(ascii: "a")...UInt8(ascii: "z") }
}
