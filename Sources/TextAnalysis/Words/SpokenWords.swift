/// What a text says, word by word, in small letters and without its punctuation.
///
/// Where a script puts no blanks between words, every character is a word of its own for comparing
/// (``words``), and for counting (``count``) two characters of Chinese or Japanese make one word, and four
/// of Thai, Lao, Khmer or Burmese. That is what their words have on average: the count is an estimate, made
/// so that one limit means about the same in every language.
package struct SpokenWords {
  /// The words; those with a hyphen are in parts.
  package private(set) var words: [String] = []
  /// How many words a person would count; one with a hyphen is one.
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
        Self.joins(characters[at - 1], character, characters[at + 1])
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

  /// A mark that can stand inside a word, in its plain form.
  private static func joint(_ character: Character) -> Character? {
    switch character {
    case "'", "’", "ʼ": "'"
    case "-", "‐", "‑": "-"
    case ".", ",": character
    default: nil
    }
  }

  /// Whether a mark joins what is around it: an apostrophe or hyphen letters, a point or comma digits.
  private static func joins(_ before: Character, _ mark: Character, _ after: Character) -> Bool {
    if mark == "." || mark == "," { return before.isNumber && after.isNumber }
    return (before.isLetter || before.isNumber) && (after.isLetter || after.isNumber)
      && charactersAWord(after) == nil
  }
}
