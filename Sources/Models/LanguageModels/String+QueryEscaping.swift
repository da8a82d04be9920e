extension String {
  /// The text percent-encoded for use as a value in a URL's query.
  package var queryEscaped: String {
    utf8.map { byte in
      let character = Character(Unicode.Scalar(byte))
      let isPlain =
        byte < 0x80 && (character.isLetter || character.isNumber || "-._~".contains(character))
      let digits = String(byte, radix: 16, uppercase: true)
      return isPlain ? String(character) : "%" + (byte < 16 ? "0" : "") + digits
    }.joined()
  }
}
