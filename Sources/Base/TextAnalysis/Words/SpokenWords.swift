/// The words of a text, in lower case and without punctuation.
///
/// In a script without spaces between words, every character is a word of its own for comparison (``words``). For
/// counting (``count``), two characters of Chinese or Japanese make one word, and four of Thai, Lao, Khmer or
/// Burmese, which is the average length of their words. The count is an estimate, so that one limit means about the
/// same in every language.
package struct SpokenWords {
  /// The words; those with a hyphen are split.
  package private(set) var words: [String] = []
  /// The number of words that a person would count; one with a hyphen is one word.
  package private(set) var count = 0

  package init(_ text: String) {
    let characters = Array(text)
    var word = ""
    var unspaced = 0
    var charactersAWord = 1
    func endWord() {
      guard !word.isEmpty else { return }
      count += 1
      words += word.split(separator: "-").map(String.init)
      word = ""
    }
    func endUnspaced() {
      count += (unspaced + charactersAWord - 1) / charactersAWord
      unspaced = 0
    }
    for (at, character) in characters.enumerated() {
      if let size = Self.charactersAWord(character) {
        endWord()
        if size != charactersAWord { endUnspaced() }
        charactersAWord = size
        unspaced += 1
        words.append(String(character))
        continue
      }
      endUnspaced()
      if character.isLetter || character.isNumber {
        word += character.lowercased()
      } else if let joint = Self.joint(character), !word.isEmpty, at + 1 < characters.count,
        Self.joins(character, characters[at - 1], and: characters[at + 1])
      {
        word.append(joint)
      } else {
        endWord()
      }
    }
    endWord()
    endUnspaced()
  }

  private static func charactersAWord(_ character: Character) -> Int? {
    guard !character.isASCII else { return nil }
    return character.unicodeScalars.first.flatMap { Script($0) }?.charactersAWord
  }

  /// Returns the plain form of a mark that can stand inside a word, or `nil` for any other character.
  private static func joint(_ character: Character) -> Character? {
    switch character {
    case "'", "’", "ʼ": "'"
    case "-", "‐", "‑": "-"
    case ".", ",": character
    default: nil
    }
  }

  /// Returns whether a mark joins its neighbours: an apostrophe or hyphen letters, a period or comma digits.
  private static func joins(_ mark: Character, _ before: Character, and after: Character) -> Bool {
    if mark == "." || mark == "," { return before.isNumber && after.isNumber }
    return (before.isLetter || before.isNumber) && (after.isLetter || after.isNumber)
      && charactersAWord(after) == nil
  }
}
