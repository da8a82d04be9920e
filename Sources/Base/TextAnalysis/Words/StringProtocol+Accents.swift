extension StringProtocol {
  /// A lower-case text without the accents of Latin letters: "coração" becomes "coracao".
  var withoutAccents: String {
    var result: [UInt8] = []
    for scalar in unicodeScalars {
      switch LetterFolding.fold(scalar) {
      case .letter(let byte): result.append(byte)
      case .letters(let bytes): result += bytes
      case .nothing where (0x300...0x36F).contains(scalar.value): break
      case .nothing, .apostrophe, .symbol, .sentenceEnd, .separator:
        result += Array(String(scalar).utf8)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
