import Synchronization

/// Brings different spellings of words to one form, in messages and phrases alike.
package struct PhraseVocabulary: Sendable {
  /// Several written words with one meaning: `s u i c i d e`.
  struct Joined: Sendable, Hashable {
    var written: [String]
    var meaning: [String]
  }

  /// The meaning of a spelling: `i am` for `im`, `i will` for `i'll`.
  var spellings: [String: [String]] = [:]
  /// Spellings of several words, keyed by the first of them, longest first.
  var joined: [String: [Joined]] = [:]
  /// Words that are skipped wherever they occur.
  var fillers: Set<String> = []
  /// Words that are recognised with asterisks in place of some letters.
  package internal(set) var masked: Set<String> = []

  private let memory = Memory()

  package init() {}

  /// A cache of the words of phrases, since thousands of phrases share their groups and choices.
  private final class Memory: Sendable {
    let words = Mutex<[String: (all: [String], content: [String])]>([:])
  }

  /// Returns the words of a text, including fillers.
  package func tokens(of text: String) -> [PhraseToken] {
    let words = FoldedWords.words(of: text)
    var tokens: [PhraseToken] = []
    tokens.reserveCapacity(words.count + words.count / 4)
    var position = 0
    while position < words.count {
      let word = words[position]
      if let joined = spelling(at: position, in: words) {
        let last = words[position + joined.written.count - 1]
        append(joined.meaning, of: word, until: last.range.upperBound, to: &tokens)
        position += joined.written.count
        continue
      }
      // A genitive is not the plural that sounds the same: "my kid's bike".
      let genitive = word.apostrophed.flatMap { $0.hasSuffix("'s") ? [$0] : nil }
      let spelling =
        word.apostrophed.flatMap { spellings[$0] } ?? (spellings[word.text] ?? genitive)
      append(spelling ?? [word.text], of: word, until: word.range.upperBound, to: &tokens)
      position += 1
    }
    Self.endLongSentences(&tokens)
    return tokens
  }

  /// The number of words after which a sentence ends with the next thought.
  static let longSentence = 150
  /// Words that begin the next thought where punctuation is missing.
  private static let joiners: Set<String> = [
    "and", "but", "because", "so", "then", "y", "pero", "porque", "entonces", "und", "aber", "weil",
    "dann",
  ]
  /// The number of words after which a sentence ends anywhere.
  static let maximumSentenceLength = 200

  /// Ends sentences without an end mark: words so far apart say little about each other, and the time to read a
  /// sentence grows faster than its length.
  private static func endLongSentences(_ tokens: inout [PhraseToken]) {
    guard tokens.count > longSentence else { return }
    var (written, ended, length) = (tokens[0].sentence, 0, 0)
    for position in tokens.indices {
      if tokens[position].sentence != written {
        (written, length) = (tokens[position].sentence, 0)
      } else if length >= maximumSentenceLength
        || (length >= longSentence
          && (!tokens[position].isAttached || joiners.contains(tokens[position].text)))
      {
        ended += 1
        length = 0
      }
      tokens[position].sentence += ended
      length += 1
    }
  }

  /// Returns the words of a phrase that must follow each other, without fillers unless they are kept or there are no
  /// other words.
  func words(of phrase: String, keepingFillers: Bool = false) -> [String] {
    let words = memory.words.withLock { known in
      if let words = known[phrase] { return words }
      let tokens = tokens(of: phrase)
      let all = tokens.map(\.text)
      let content = tokens.filter { !$0.isFiller }.map(\.text)
      let words = (all: all, content: content.isEmpty ? all : content)
      known[phrase] = words
      return words
    }
    return keepingFillers ? words.all : words.content
  }

  private func spelling(at position: Int, in words: [FoldedWord]) -> Joined? {
    guard let known = joined[words[position].text] else { return nil }
    return known.first { spelling in
      let end = position + spelling.written.count
      guard end <= words.count, words[end - 1].sentence == words[position].sentence else {
        return false
      }
      return zip(spelling.written, words[position..<end]).allSatisfy { $0 == $1.text }
    }
  }

  /// Returns whether a word is an emoji, which stands between words without separating them.
  private func isSign(_ word: String) -> Bool {
    guard let byte = word.utf8.first, byte >= 0x80 else { return false }
    return word.unicodeScalars.first?.properties.generalCategory == .otherSymbol
  }

  private func append(
    _ meaning: [String], of word: FoldedWord, until end: Int, to tokens: inout [PhraseToken]
  ) {
    for (part, text) in meaning.enumerated() {
      tokens.append(
        PhraseToken(
          text: text, written: word.text, range: word.range.lowerBound..<end,
          sentence: word.sentence, isAttached: part > 0 || word.isAttached,
          isFiller: fillers.contains(text) || isSign(text)))
    }
  }
}

extension PhraseVocabulary: TableValue {
  package func write(to table: inout TableWriter) {
    table.write(fillers.sorted())
    table.write(masked.sorted())
    let spellings = spellings.sorted { $0.key < $1.key }
    table.write(spellings.map(\.key))
    table.write(spellings.map { $0.value.joined(separator: " ") })
    let joined = joined.sorted { $0.key < $1.key }.flatMap(\.value)
    table.write(joined.map { $0.written.joined(separator: " ") })
    table.write(joined.map { $0.meaning.joined(separator: " ") })
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    self.init()
    fillers = Set(try table.texts())
    masked = Set(try table.texts())
    for (spelling, meaning) in zip(try table.texts(), try table.texts()) {
      spellings[spelling] = Self.words(meaning)
    }
    for (written, meaning) in zip(try table.texts(), try table.texts()) {
      let written = Self.words(written)
      guard let first = written.first else { throw TableDamage() }
      joined[first, default: []].append(Joined(written: written, meaning: Self.words(meaning)))
    }
  }

  private static func words(_ text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
  }
}

/// A word in the form in which it is matched.
package struct PhraseToken: Sendable {
  /// The word after folding and respelling.
  package var text: String
  /// The word after folding only, for comparison with exceptions: German `im` is not `I am`.
  package var written: String
  /// Its range in the text, in UTF-8 bytes.
  package var range: Range<Int>
  /// The index of its sentence.
  package var sentence: Int
  /// Whether only whitespace separates it from the word before.
  package var isAttached: Bool
  /// Whether it has no meaning of its own: `just`, `wirklich`.
  package var isFiller: Bool

  package init(
    text: String, written: String, range: Range<Int>, sentence: Int, isAttached: Bool,
    isFiller: Bool
  ) {
    self.text = text
    self.written = written
    self.range = range
    self.sentence = sentence
    self.isAttached = isAttached
    self.isFiller = isFiller
  }
}
