extension StringProtocol {
  /// The text without the accents of the Latin letters of western Europe: "coração" is "coracao".
  var withoutAccents: String {
    var result = ""
    for character in self {
      if let plain = LatinFolding.plain[character] {
        result += plain
      } else {
        result.append(character)
      }
    }
    return result
  }
}

private enum LatinFolding {
  /// Plain letters by the accented ones; a letter with a combining accent is equal to the composed one.
  static let plain: [Character: String] = {
    var table: [Character: String] = ["ß": "ss", "œ": "oe", "æ": "ae"]
    let rows = [
      "a": "àáâãäå", "c": "ç", "e": "èéêë", "i": "ìíîï", "n": "ñ", "o": "òóôõöø", "u": "ùúûü",
      "y": "ýÿ",
    ]
    for (plain, accented) in rows {
      for letter in accented { table[letter] = plain }
    }
    return table
  }()
}
