/// Brings different spellings of words to one form, in messages and phrases alike.
package struct PhraseVocabulary: Sendable {
  /// Several written words with one meaning: `s u i c i d e`.
  private struct Joined: Sendable {
    var written: [Int32]
    var meaning: [Int32]
  }

  /// What is known of a word.
  private struct Traits: Sendable, OptionSet {
    var rawValue: UInt8

    /// It is skipped wherever it occurs.
    static let filler = Traits(rawValue: 1)
    /// It begins the next thought where punctuation is missing.
    static let joiner = Traits(rawValue: 2)
    /// A spelling of several words begins with it.
    static let beginsSpelling = Traits(rawValue: 4)
    /// It is a spelling of other words.
    static let spelling = Traits(rawValue: 8)
  }

  /// The words of spellings and of phrases.
  private var words = WordTable()
  /// By word.
  private var traits: [Traits] = []
  /// By word that is a spelling, its meaning: `i am` for `im`, `i will` for `i'll`.
  private var meanings: [Int32: [Int32]] = [:]
  /// Spellings of several words, keyed by the first of them, longest first.
  private var joined: [Int32: [Joined]] = [:]
  /// Words that are recognised with asterisks in place of some letters.
  package internal(set) var masked: Set<String> = []

  package init() {
    for joiner in Self.joiners { mark(joiner, .joiner) }
  }

  /// The number of words that have a number.
  var wordCount: Int { words.count }

  /// Returns the number of a folded word, or ``WordTable/unknown``.
  package func number(of word: String) -> Int32 { words.number(of: word) }

  /// Returns the word with a number.
  package func word(_ number: Int32) -> String { words.word(number) }
}

// MARK: Reading texts

extension PhraseVocabulary {
  /// Returns the words of a text, including fillers.
  package func tokens(of text: String) -> [PhraseToken] {
    let folded = FoldedWords(text)
    let numbers = folded.places.map { words.number(of: $0.word, in: folded.letters) }
    var tokens: [PhraseToken] = []
    tokens.reserveCapacity(numbers.count + numbers.count / 4)
    var position = 0
    while position < numbers.count {
      let place = folded.places[position]
      let number = numbers[position]
      if has(number, .beginsSpelling),
        let joined = spelling(at: position, in: numbers, of: folded.places)
      {
        let last = position + joined.written.count - 1
        append(
          joined.meaning, of: place, number, until: folded.places[last].range.upperBound,
          to: &tokens)
        position = last + 1
        continue
      }
      position += 1
      if !place.apostrophed.isEmpty {
        let whole = words.number(of: place.apostrophed, in: folded.letters)
        if let meaning = meanings[whole] ?? meanings[number] {
          append(meaning, of: place, number, until: place.range.upperBound, to: &tokens)
          continue
        }
        // A genitive is not the plural that sounds the same: "my kid's bike".
        if folded.letters[place.apostrophed].suffix(2).elementsEqual("'s".utf8) {
          append(whole, of: place, number, to: &tokens)
          continue
        }
      } else if has(number, .spelling), let meaning = meanings[number] {
        append(meaning, of: place, number, until: place.range.upperBound, to: &tokens)
        continue
      }
      append(number, of: place, number, to: &tokens)
    }
    endLongSentences(&tokens)
    return tokens
  }

  private func has(_ number: Int32, _ trait: Traits) -> Bool {
    number >= 0 && traits[Int(number)].contains(trait)
  }

  private func spelling(
    at position: Int, in numbers: [Int32], of places: [FoldedWords.Place]
  ) -> Joined? {
    joined[numbers[position]]?.first { spelling in
      let end = position + spelling.written.count
      return end <= numbers.count && places[end - 1].sentence == places[position].sentence
        && numbers[position..<end].elementsEqual(spelling.written)
    }
  }

  private func append(
    _ meaning: [Int32], of place: FoldedWords.Place, _ written: Int32, until end: Int,
    to tokens: inout [PhraseToken]
  ) {
    for (part, word) in meaning.enumerated() {
      tokens.append(
        PhraseToken(
          word: word, written: written, range: place.range.lowerBound..<end,
          sentence: place.sentence, isAttached: part > 0 || place.isAttached,
          isFiller: has(word, .filler)))
    }
  }

  private func append(
    _ word: Int32, of place: FoldedWords.Place, _ written: Int32, to tokens: inout [PhraseToken]
  ) {
    // An emoji stands between words without separating them.
    tokens.append(
      PhraseToken(
        word: word, written: written, range: place.range, sentence: place.sentence,
        isAttached: place.isAttached, isFiller: place.isSign || has(word, .filler)))
  }

  /// The number of words after which a sentence ends with the next thought.
  static let longSentence = 150
  private static let joiners = [
    "and", "but", "because", "so", "then", "y", "pero", "porque", "entonces", "und", "aber", "weil",
    "dann",
  ]
  /// The number of words after which a sentence ends anywhere.
  static let maximumSentenceLength = 200

  /// Ends sentences without an end mark: words so far apart say little about each other, and the time to read a
  /// sentence grows faster than its length.
  private func endLongSentences(_ tokens: inout [PhraseToken]) {
    guard tokens.count > Self.longSentence else { return }
    var (written, ended, length) = (tokens[0].sentence, 0, 0)
    for position in tokens.indices {
      if tokens[position].sentence != written {
        (written, length) = (tokens[position].sentence, 0)
      } else if length >= Self.maximumSentenceLength
        || (length >= Self.longSentence
          && (!tokens[position].isAttached || has(tokens[position].word, .joiner)))
      {
        ended += 1
        length = 0
      }
      tokens[position].sentence += ended
      length += 1
    }
  }
}

// MARK: Building

extension PhraseVocabulary {
  /// Gives numbers to the words of a text that have none.
  package mutating func learn(_ text: String) {
    for word in FoldedWords(text) {
      _ = learn(word: word.text)
      if let apostrophed = word.apostrophed { _ = learn(word: apostrophed) }
    }
  }

  /// Returns the number of a folded word, which it is given if it has none.
  mutating func learn(word: String) -> Int32 {
    let number = words.insert(word.utf8)
    if Int(number) == traits.count {
      traits.append(Self.isSign(word) ? .filler : [])
    }
    return number
  }

  private static func isSign(_ word: String) -> Bool {
    guard let scalar = word.unicodeScalars.first else { return false }
    if case .symbol = LetterFolding.fold(scalar) { return true }
    return false
  }

  mutating func addFiller(_ word: String) { mark(word, .filler) }

  /// Adds a spelling of a folded word, keyed with its apostrophe if it has one: "i'll" is not "ill".
  mutating func addSpelling(_ written: String, meaning: [String]) {
    mark(written, .spelling)
    meanings[learn(word: written)] = meaning.map { learn(word: $0) }
  }

  /// Adds a spelling of several folded words.
  mutating func addSpelling(_ written: [String], meaning: [String]) {
    guard let first = written.first else { return }
    mark(first, .beginsSpelling)
    let spelling = Joined(
      written: written.map { learn(word: $0) }, meaning: meaning.map { learn(word: $0) })
    var known = joined[spelling.written[0]] ?? []
    let index = known.firstIndex { $0.written.count < spelling.written.count } ?? known.count
    known.insert(spelling, at: index)
    joined[spelling.written[0]] = known
  }

  private mutating func mark(_ word: String, _ trait: Traits) {
    traits[Int(learn(word: word))].insert(trait)
  }
}

extension PhraseVocabulary: TableValue {
  package func write(to table: inout TableWriter) {
    words.write(to: &table)
    table.write(traits.map(\.rawValue))
    table.write(masked.sorted())
    let meanings = meanings.sorted { $0.key < $1.key }
    table.write(meanings.map(\.key))
    PackedLists(meanings.map(\.value)).write(to: &table)
    let joined = joined.sorted { $0.key < $1.key }.flatMap(\.value)
    PackedLists(joined.map(\.written)).write(to: &table)
    PackedLists(joined.map(\.meaning)).write(to: &table)
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    words = try WordTable(from: &table)
    traits = try table.byteArray().map(Traits.init(rawValue:))
    masked = Set(try table.texts())
    let spellings = try table.numbers()
    let meanings = try PackedLists(from: &table)
    let (written, joined) = (try PackedLists(from: &table), try PackedLists(from: &table))
    let known = 0..<Int32(words.count)
    guard traits.count == words.count, meanings.count == spellings.count,
      joined.count == written.count,
      [spellings, meanings.numbers, written.numbers, joined.numbers]
        .allSatisfy({ $0.allSatisfy(known.contains) })
    else { throw TableDamage() }
    for (number, spelling) in spellings.enumerated() {
      self.meanings[spelling] = Array(meanings[number])
    }
    for number in 0..<written.count {
      guard let first = written[number].first else { throw TableDamage() }
      self.joined[first, default: []].append(
        Joined(written: Array(written[number]), meaning: Array(joined[number])))
    }
  }
}
