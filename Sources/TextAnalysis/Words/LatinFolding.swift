extension StringProtocol {
  /// The text without accents on the Latin letters of western Europe: "coração" becomes "coracao".
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
  /// Plain letters by accented ones; a letter with a combining accent equals the composed one.
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
