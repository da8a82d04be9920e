/// An index that finds all phrases in a sequence of words.
///
/// Thousands of phrases share their common words and differ in one. So each phrase is indexed under its rarest word
/// (or the choices for it); a sentence is tried only against the phrases indexed under the words that it has, and of
/// those only against the ones whose every part has a word there. Phrases of one word are found by looking it up. The
/// index consists of flat arrays of numbers, which a build can write as a table.
package struct PhraseIndex: Sendable {
  /// An occurrence of a phrase.
  struct Found: Sendable, Hashable {
    /// The payload with which the phrase was inserted.
    var payload: Int
    /// The tokens that it covers.
    var tokens: ClosedRange<Int>
  }

  /// By phrase, the payload with which it was inserted.
  private var payloads: [Int32] = []
  /// By phrase, its parts, which many phrases share.
  private var parts = PackedLists()
  /// By phrase, the parts that must have a word in the sentence beside the one that it is filed under; the rarest first,
  /// because most phrases are ruled out by the first of them.
  private var needed = PackedLists()
  /// By phrase, the words with which it may begin.
  private var firstWords = PackedLists()
  /// By part, the longest gap; 0 for words.
  private var gaps: [Int32] = []
  /// By part, its choices.
  private var choices = PackedRanges()
  /// By part, words one of which must occur; empty if the part may match nothing.
  private var keys = PackedLists()
  /// By choice, its words.
  private var letters = PackedLists()
  /// By word, the phrases that are tried where it occurs.
  private var filed = PackedLists()
  /// By word, the payloads of the phrases that consist of it alone.
  private var alone = PackedLists()

  /// A text as numbers of words; ``WordTable/unknown`` for a word that no phrase contains.
  private struct Text {
    var numbers: [Int32]
    var isFiller: [Bool]
    /// The end of the sentence being read.
    var end = 0
  }

  /// The positions of words in the sentence being read.
  private struct Places {
    /// By word, the last sentence that contained it, and its first position there.
    var sentence: [Int32]
    var first: [Int32]
    /// By position, the next position of its word in the sentence, or -1.
    var next: [Int32]

    /// Records the words of the next sentence.
    mutating func fill(_ positions: Range<Int>, of text: Text) {
      for position in positions.reversed() where text.numbers[position] >= 0 {
        let word = Int(text.numbers[position])
        next[position] = sentence[word] == Int32(positions.lowerBound) ? first[word] : -1
        sentence[word] = Int32(positions.lowerBound)
        first[word] = Int32(position)
      }
    }
  }

  /// The number of words that the phrases may contain: those of the vocabulary when the index was built.
  private var wordCount: Int { filed.count }

  /// Returns all phrases in the words of a text; no phrase extends over the end of a sentence.
  ///
  /// For each place where a phrase begins, only the first accepted match is returned.
  func phrases(
    in tokens: [PhraseToken], isAccepted: (Found) -> Bool = { _ in true }
  ) -> [Found] {
    var found: [Found] = []
    let known = Int32(wordCount)
    var text = Text(
      numbers: tokens.map { $0.word < known ? $0.word : WordTable.unknown },
      isFiller: tokens.map(\.isFiller))
    var places = Places(
      sentence: [Int32](repeating: -1, count: wordCount),
      first: [Int32](repeating: -1, count: wordCount),
      next: [Int32](repeating: -1, count: tokens.count))
    // By phrase, the last sentence in which it was looked for.
    var sentenceOfPhrase = [Int32](repeating: -1, count: payloads.count)
    var start = 0
    while start < tokens.count {
      let sentence = Int32(start)
      text.end =
        tokens[start...].firstIndex { $0.sentence != tokens[start].sentence } ?? tokens.count
      places.fill(start..<text.end, of: text)
      for position in start..<text.end where text.numbers[position] >= 0 {
        let word = Int(text.numbers[position])
        for index in alone.range(of: word) {
          let one = Found(payload: Int(alone.numbers[index]), tokens: position...position)
          if isAccepted(one) { found.append(one) }
        }
        for index in filed.range(of: word) {
          let phrase = Int(filed.numbers[index])
          guard sentenceOfPhrase[phrase] != sentence else { continue }
          sentenceOfPhrase[phrase] = sentence
          guard isPossible(phrase, in: sentence, sentenceOfWord: places.sentence) else { continue }
          let (payload, own) = (Int(payloads[phrase]), parts.range(of: phrase))
          for index in firstWords.range(of: phrase) {
            let word = Int(firstWords.numbers[index])
            var first = places.sentence[word] == sentence ? places.first[word] : -1
            while first >= 0 {
              let start = Int(first)
              let last = match(own, at: start, in: text, isFirst: true) { last in
                isAccepted(Found(payload: payload, tokens: start...last))
              }
              if let last { found.append(Found(payload: payload, tokens: start...last)) }
              first = places.next[start]
            }
          }
        }
      }
      start = text.end
    }
    return found
  }

  /// Returns whether every part has one of its words in the sentence.
  private func isPossible(
    _ phrase: Int, in sentence: Int32, sentenceOfWord: [Int32]
  ) -> Bool {
    for index in needed.range(of: phrase) {
      let words = keys.range(of: Int(needed.numbers[index]))
      if !words.contains(where: { sentenceOfWord[Int(keys.numbers[$0])] == sentence }) {
        return false
      }
    }
    return true
  }

  /// Returns the last position of the parts if they match from a position on, with fillers skipped, and the match is
  /// accepted; otherwise `nil`.
  private func match(
    _ rest: Range<Int>, at position: Int, in text: Text, isFirst: Bool = false,
    isAccepted: (_ last: Int) -> Bool
  ) -> Int? {
    guard let place = rest.first else {
      return isAccepted(position - 1) ? position - 1 : nil
    }
    let part = Int(parts.numbers[place])
    let rest = rest.dropFirst()
    if gaps[part] == 0 {
      for choice in choices[part] {
        let words = letters.range(of: choice)
        guard let next = match(words: words, at: position, in: text, isFirst: isFirst),
          let last = match(
            rest, at: next, in: text, isFirst: isFirst && words.isEmpty, isAccepted: isAccepted)
        else { continue }
        return last
      }
      return nil
    }
    var (next, left) = (position, gaps[part])
    while true {
      if let last = match(rest, at: next, in: text, isAccepted: isAccepted) { return last }
      guard left > 0, next < text.end else { return nil }
      if !text.isFiller[next] { left -= 1 }
      next += 1
    }
  }

  /// Returns the position after a sequence of words, with fillers between them skipped, or `nil` if it does not
  /// match.
  private func match(
    words: Range<Int>, at position: Int, in text: Text, isFirst: Bool
  ) -> Int? {
    var next = position
    for word in words {
      while next < text.end, text.numbers[next] != letters.numbers[word] {
        // A match begins with a word of the phrase, never with a skipped filler.
        guard text.isFiller[next], !(isFirst && word == words.lowerBound) else { return nil }
        next += 1
      }
      guard next < text.end else { return nil }
      next += 1
    }
    return next
  }
}

// MARK: Building

extension PhraseIndex {
  /// Collects phrases for an index.
  struct Builder {
    fileprivate enum Piece: Hashable {
      case choices([[Int32]])
      case gap(Int)
    }

    /// The words that are known, which include those of the phrases.
    var vocabulary: PhraseVocabulary
    private var phrases: [(pieces: [Piece], payload: Int)] = []
    /// The words of choices, of which thousands of phrases share many: all, and those that are not fillers.
    private var known: [String: (all: [Int32], content: [Int32])] = [:]

    init(vocabulary: PhraseVocabulary) {
      self.vocabulary = vocabulary
    }

    /// Adds a phrase with a payload; the fillers of the phrase are optional unless they are kept.
    mutating func insert(
      _ pattern: PhrasePattern, keepingFillers: Bool = false, payload: Int
    ) {
      var pieces: [Piece] = []
      for part in pattern.parts {
        switch part {
        case .gap(let length): pieces.append(.gap(length))
        case .choices(let texts):
          pieces.append(.choices(texts.map { words(of: $0, keepingFillers: keepingFillers) }))
        }
      }
      phrases.append((pieces, payload))
    }

    /// Returns the words of a phrase that must follow each other, without fillers unless they are kept or there are no
    /// other words.
    mutating func words(of phrase: String, keepingFillers: Bool = false) -> [Int32] {
      if known[phrase] == nil {
        vocabulary.learn(phrase)
        let tokens = vocabulary.tokens(of: phrase)
        known[phrase] = (tokens.map(\.word), tokens.filter { !$0.isFiller }.map(\.word))
      }
      guard let (all, content) = known[phrase] else { return [] }
      return keepingFillers || content.isEmpty ? all : content
    }

    func build() -> PhraseIndex {
      var uses = Array(repeating: 0, count: vocabulary.wordCount)
      for phrase in phrases {
        for word in Set(phrase.pieces.flatMap(Self.words)) { uses[Int(word)] += 1 }
      }
      var index = PhraseIndex()
      var filed = Array(repeating: [Int32](), count: vocabulary.wordCount)
      var alone = filed
      var known: [Piece: Int32] = [:]
      for phrase in phrases {
        if let words = Self.singleWords(phrase.pieces) {
          for word in words { alone[Int(word)].append(Int32(phrase.payload)) }
          continue
        }
        var own: [Int32] = []
        var needed: [(part: Int32, keys: [Int32], cost: Int)] = []
        for piece in phrase.pieces {
          let keys = Self.keys(of: piece, uses: uses)
          let part = known[piece] ?? Int32(known.count)
          if known.updateValue(part, forKey: piece) == nil { index.append(piece, keys: keys) }
          own.append(part)
          guard !keys.isEmpty else { continue }
          needed.append((part, keys, keys.reduce(0) { $0 + uses[Int($1)] }))
        }
        needed.sort { $0.cost < $1.cost }
        for word in needed.first?.keys ?? [] {
          filed[Int(word)].append(Int32(index.payloads.count))
        }
        index.needed.append(needed.dropFirst().map(\.part))
        index.parts.append(own)
        index.firstWords.append(Self.firstWords(phrase.pieces))
        index.payloads.append(Int32(phrase.payload))
      }
      index.filed = PackedLists(filed)
      index.alone = PackedLists(alone)
      return index
    }

    /// Returns the words any one of which is the whole phrase, or `nil` for a longer phrase.
    private static func singleWords(_ pieces: [Piece]) -> Set<Int32>? {
      guard pieces.count == 1, case .choices(let choices) = pieces[0],
        choices.allSatisfy({ $0.count == 1 })
      else { return nil }
      return Set(choices.joined())
    }

    private static func words(_ piece: Piece) -> [Int32] {
      guard case .choices(let choices) = piece else { return [] }
      return choices.flatMap(\.self)
    }

    /// Returns the words with which a phrase may begin; an optional piece adds those of the next one.
    private static func firstWords(_ pieces: [Piece]) -> [Int32] {
      var first: Set<Int32> = []
      for case .choices(let choices) in pieces {
        first.formUnion(choices.compactMap(\.first))
        if choices.allSatisfy({ !$0.isEmpty }) { break }
      }
      return first.sorted()
    }

    /// Returns words one of which must occur: the rarest of each choice, or none for a piece that may match nothing.
    private static func keys(of piece: Piece, uses: [Int]) -> [Int32] {
      guard case .choices(let choices) = piece else { return [] }
      var keys: Set<Int32> = []
      for choice in choices {
        guard let rarest = choice.min(by: { uses[Int($0)] < uses[Int($1)] }) else { return [] }
        keys.insert(rarest)
      }
      return keys.sorted()
    }
  }

  private mutating func append(_ piece: Builder.Piece, keys: [Int32]) {
    self.keys.append(keys)
    switch piece {
    case .gap(let length):
      gaps.append(Int32(length))
      choices.append(count: 0)
    case .choices(let options):
      gaps.append(0)
      choices.append(count: options.count)
      for option in options { letters.append(option) }
    }
  }
}

extension PhraseIndex: TableValue {
  package func write(to table: inout TableWriter) {
    table.write(payloads)
    table.write(gaps)
    choices.write(to: &table)
    for lists in [parts, needed, firstWords, keys, letters, filed, alone] {
      lists.write(to: &table)
    }
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    payloads = try table.numbers()
    gaps = try table.numbers()
    choices = try PackedRanges(from: &table)
    parts = try PackedLists(from: &table)
    needed = try PackedLists(from: &table)
    firstWords = try PackedLists(from: &table)
    keys = try PackedLists(from: &table)
    letters = try PackedLists(from: &table)
    filed = try PackedLists(from: &table)
    alone = try PackedLists(from: &table)
  }
}
