/// What the words of a text in Latin letters say about its language.
///
/// Each function word counts for the languages that have it, the fewer they are the more, together with letters that
/// only some languages use. Every message that people send is read this way, so words are compared as bytes.
struct LatinVotes {
  /// The number of words.
  private(set) var words = 0
  /// The number of words with a letter that no listed language uses, such as the Polish ł or the Turkish ş.
  private(set) var foreignWords = 0
  /// By language, in the order of ``languages``.
  private var scores = [Double](repeating: 0, count: LatinVotes.languages.count)

  /// The letters of the word being read, in lower case, with `^` before them.
  private var word = [LatinVotes.beginning]
  private var isForeign = false

  /// Reads a text. Letters and digits make words, and everything else separates them.
  init(_ text: some Sequence<Unicode.Scalar>) {
    for scalar in text {
      switch scalar.value {
      case 0x61...0x7A, 0x30...0x39: word.append(UInt8(scalar.value))
      case 0x41...0x5A: word.append(UInt8(scalar.value) | 0x20)
      case 0..<0x80: endWord()
      // An accent belongs to the letter before it.
      case 0x300...0x36F: continue
      default:
        guard scalar.properties.isAlphabetic || scalar.properties.numericType != nil else {
          endWord()
          continue
        }
        if (0x100...0x24F).contains(scalar.value) && scalar != "œ" && scalar != "Œ"
          || scalar == "å" || scalar == "ø"
        {
          isForeign = true
        }
        word += scalar.properties.lowercaseMapping.utf8
      }
    }
    endWord()
  }

  /// The languages in order of their scores, highest first, without those that nothing speaks for.
  var ranked: [(language: String, score: Double)] {
    zip(Self.languages, scores).filter { $0.1 > 0 }.map { (language: $0.0, score: $0.1) }
      .sorted { ($0.score, $1.language) > ($1.score, $0.language) }
  }

  private mutating func endWord() {
    guard word.count > 1 else { return }
    words += 1
    if isForeign { foreignWords += 1 }
    let number = Self.functionWords.words.number(of: 1..<word.count, in: word)
    if number != WordTable.unknown { vote(1, for: Self.functionWords.languages[Int(number)]) }
    word.append(Self.end)
    var counted: UInt64 = 0
    for index in word.indices {
      for hint in Self.hintsByByte[Int(word[index])]
      where counted & 1 << hint == 0 && word[index...].starts(with: Self.hints[hint].part) {
        counted |= 1 << hint
        vote(0.5, for: Self.hints[hint].languages)
      }
    }
    word.removeSubrange(1...)
    isForeign = false
  }

  /// Shares a vote among languages, given as their places.
  private mutating func vote(_ weight: Double, for languages: [Int]) {
    for language in languages { scores[language] += weight / Double(languages.count) }
  }

  private static let beginning = UInt8(ascii: "^")
  private static let end = UInt8(ascii: "$")

  private static let languages = SmallWords.byLanguage.keys.sorted()

  /// The function words of all languages, and by word the places of the languages that have it.
  private static let functionWords: (words: WordTable, languages: [[Int]]) = {
    var table = (words: WordTable(), languages: [[Int]]())
    for (place, language) in languages.enumerated() {
      for word in SmallWords.byLanguage[language] ?? [] {
        let number = Int(table.words.insert(word.utf8))
        if number == table.languages.count { table.languages.append([]) }
        table.languages[number].append(place)
      }
    }
    return table
  }()

  /// Letters within words, with `^` and `$` for the ends of a word, and the places of the languages that use them.
  private static let hints: [(part: [UInt8], languages: [Int])] = [
    ("ñ", ["es"]), ("ción$", ["es"]), ("ß", ["de"]), ("ü", ["de"]), ("ä", ["de"]), ("ö", ["de"]),
    ("sch", ["de", "nl"]), ("ung$", ["de"]), ("ich$", ["de"]), ("ã", ["pt"]), ("õ", ["pt"]),
    ("nh", ["pt"]), ("lh", ["pt"]), ("ê", ["pt", "fr"]), ("ç", ["pt", "fr"]), ("è", ["fr", "it"]),
    ("œ", ["fr"]), ("eux$", ["fr"]), ("eau", ["fr"]), ("ù", ["fr", "it"]), ("ò", ["it"]),
    ("ì", ["it"]),
    ("zione$", ["it"]), ("cch", ["it"]), ("ij", ["nl"]), ("aa", ["nl"]), ("oe", ["nl"]),
    ("^ge", ["de", "nl"]),
    ("th", ["en"]), ("ing$", ["en"]), ("^wh", ["en"]), ("ght", ["en"]), ("á", ["es", "pt"]),
    ("í", ["es", "pt"]), ("ó", ["es", "pt"]), ("ú", ["es", "pt"]),
  ].map { part, codes in (Array(part.utf8), codes.compactMap { languages.firstIndex(of: $0) }) }

  /// By first byte, the numbers of the hints.
  private static let hintsByByte: [[Int]] = (0...255).map { byte in
    hints.indices.filter { hints[$0].part.first == UInt8(byte) }
  }
}
