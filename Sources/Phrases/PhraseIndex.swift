/// Finds all phrases in a sequence of words.
///
/// Thousands of phrases share their small words and differ in one. So each phrase is filed under its rarest word (or
/// the choices for it); a sentence is asked only for the phrases filed under the words that it has, and of those only
/// the ones whose every part has a word there are tried. Phrases of one word are found by looking it up. All of it
/// lies in flat arrays of numbers, which a build can lay down in a table.
package struct PhraseIndex: Sendable {
  /// A phrase that was found.
  struct Found: Sendable, Hashable {
    /// What it was inserted as.
    var payload: Int
    /// The words that it stands for.
    var tokens: ClosedRange<Int>
  }

  private var words: [String: Int32] = [:]
  /// By phrase, what it was inserted as.
  private var payloads: [Int32] = []
  /// By phrase, its parts: those of many phrases are the same.
  private var parts = PackedLists()
  /// By phrase, the words that it may begin with.
  private var firstWords = PackedLists()
  /// By part, the longest gap; 0 for words.
  private var gaps: [Int32] = []
  /// By part, the choices for its words.
  private var choices = PackedRanges()
  /// By part, words one of which has to be there; empty where all may be left out.
  private var keys = PackedLists()
  /// By choice, its words.
  private var letters = PackedLists()
  /// By word, the phrases that are tried where it stands.
  private var filed = PackedLists()
  /// By word, the payloads of what is found wherever it stands.
  private var alone = PackedLists()

  /// A text as numbers of words; a word that no phrase has is -1.
  private struct Text {
    var numbers: [Int32]
    var isFiller: [Bool]
    /// Where the sentence ends.
    var end = 0
  }

  /// Where the words of the sentence stand that is being read.
  private struct Places {
    /// By word, the last sentence that had it, and where it came first there.
    var sentence: [Int32]
    var first: [Int32]
    /// By position, where its word comes next in the sentence, or -1.
    var next: [Int32]

    /// Takes the next sentence.
    mutating func fill(_ positions: Range<Int>, of text: Text) {
      for position in positions.reversed() where text.numbers[position] >= 0 {
        let word = Int(text.numbers[position])
        next[position] = sentence[word] == Int32(positions.lowerBound) ? first[word] : -1
        sentence[word] = Int32(positions.lowerBound)
        first[word] = Int32(position)
      }
    }
  }

  /// The number of a word; -1 for one that no phrase has.
  func number(of word: String) -> Int32 { words[word] ?? -1 }

  /// All phrases in a text's words, whose numbers are given; none reaches across the end of a sentence.
  ///
  /// From each place where a phrase begins it is read in one way, the first that is accepted.
  func phrases(
    in tokens: [PhraseToken], numbers: [Int32], isAccepted: (Found) -> Bool = { _ in true }
  ) -> [Found] {
    var found: [Found] = []
    var text = Text(numbers: numbers, isFiller: tokens.map(\.isFiller))
    var places = Places(
      sentence: [Int32](repeating: -1, count: words.count),
      first: [Int32](repeating: -1, count: words.count),
      next: [Int32](repeating: -1, count: tokens.count))
    // By phrase, the last sentence that it was looked for in.
    var sentenceOfPhrase = [Int32](repeating: -1, count: payloads.count)
    var start = 0
    while start < tokens.count {
      let sentence = Int32(start)
      text.end =
        tokens[start...].firstIndex { $0.sentence != tokens[start].sentence } ?? tokens.count
      places.fill(start..<text.end, of: text)
      for position in start..<text.end where text.numbers[position] >= 0 {
        let word = Int(text.numbers[position])
        for place in alone.range(of: word) {
          let one = Found(payload: Int(alone.numbers[place]), tokens: position...position)
          if isAccepted(one) { found.append(one) }
        }
        for place in filed.range(of: word) {
          let phrase = Int(filed.numbers[place])
          guard sentenceOfPhrase[phrase] != sentence else { continue }
          sentenceOfPhrase[phrase] = sentence
          let own = parts.range(of: phrase)
          guard isPossible(own, places.sentence, sentence) else { continue }
          let payload = Int(payloads[phrase])
          for place in firstWords.range(of: phrase) {
            let word = Int(firstWords.numbers[place])
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

  /// Whether every part has one of its words in the sentence.
  private func isPossible(
    _ places: Range<Int>, _ sentenceOfWord: [Int32], _ sentence: Int32
  ) -> Bool {
    for place in places {
      let needed = keys.range(of: Int(parts.numbers[place]))
      guard !needed.isEmpty else { continue }
      if !needed.contains(where: { sentenceOfWord[Int(keys.numbers[$0])] == sentence }) {
        return false
      }
    }
    return true
  }

  /// The last word of the parts when they begin at a position, fillers passed over, and end where it is accepted;
  /// nil when they do not.
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

  /// The position behind a sequence of words, with fillers passed over between them.
  private func match(
    words: Range<Int>, at position: Int, in text: Text, isFirst: Bool
  ) -> Int? {
    var next = position
    for word in words {
      while next < text.end, text.numbers[next] != letters.numbers[word] {
        // A phrase begins with its own words.
        guard text.isFiller[next], !(isFirst && word == words.lowerBound) else { return nil }
        next += 1
      }
      guard next < text.end else { return nil }
      next += 1
    }
    return next
  }
}

// MARK: Putting it together

extension PhraseIndex {
  /// Phrases being put together.
  struct Builder {
    fileprivate enum Piece: Hashable {
      case choices([[Int32]])
      case gap(Int)
    }

    private var words: [String: Int32] = [:]
    private var phrases: [(pieces: [Piece], payload: Int)] = []

    /// Begins with no phrase.
    init() {}

    /// Adds a phrase under a payload. Its fillers need not be there unless they are kept.
    mutating func insert(
      _ pattern: PhrasePattern, vocabulary: PhraseVocabulary, keepingFillers: Bool = false,
      payload: Int
    ) {
      var pieces: [Piece] = []
      for part in pattern.parts {
        switch part {
        case .gap(let length): pieces.append(.gap(length))
        case .choices(let texts):
          var choices: [[Int32]] = []
          for text in texts {
            let words = vocabulary.words(of: text, keepingFillers: keepingFillers)
            choices.append(words.map { number(of: $0) })
          }
          pieces.append(.choices(choices))
        }
      }
      phrases.append((pieces, payload))
    }

    /// The number of a word, which is a new one where no phrase has the word.
    mutating func number(of word: String) -> Int32 {
      if let known = words[word] { return known }
      words[word] = Int32(words.count)
      return Int32(words.count - 1)
    }

    /// The index of all phrases.
    func build() -> PhraseIndex {
      var uses = Array(repeating: 0, count: words.count)
      for phrase in phrases {
        for word in Set(phrase.pieces.flatMap(Self.words)) { uses[Int(word)] += 1 }
      }
      var index = PhraseIndex()
      index.words = words
      var filed = Array(repeating: [Int32](), count: words.count)
      var alone = filed
      var known: [Piece: Int32] = [:]
      for phrase in phrases {
        if let words = Self.singleWords(phrase.pieces) {
          for word in words { alone[Int(word)].append(Int32(phrase.payload)) }
          continue
        }
        var (own, rarest): ([Int32], [Int32]) = ([], [])
        for piece in phrase.pieces {
          let keys = Self.keys(piece, uses)
          let cost = { (keys: [Int32]) in keys.reduce(0) { $0 + uses[Int($1)] } }
          if !keys.isEmpty, rarest.isEmpty || cost(keys) < cost(rarest) { rarest = keys }
          if let part = known[piece] {
            own.append(part)
          } else {
            own.append(Int32(known.count))
            known[piece] = Int32(known.count)
            index.append(piece, keys: keys)
          }
        }
        for word in rarest { filed[Int(word)].append(Int32(index.payloads.count)) }
        index.parts.append(own)
        index.firstWords.append(Self.firstWords(phrase.pieces))
        index.payloads.append(Int32(phrase.payload))
      }
      index.filed = PackedLists(filed)
      index.alone = PackedLists(alone)
      return index
    }

    /// The words of a phrase that is one of them; nil for one that is more.
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

    /// The words that a phrase may begin with; what may be left out leaves it to the next piece.
    private static func firstWords(_ pieces: [Piece]) -> [Int32] {
      var first: Set<Int32> = []
      for case .choices(let choices) in pieces {
        first.formUnion(choices.compactMap(\.first))
        if choices.allSatisfy({ !$0.isEmpty }) { break }
      }
      return first.sorted()
    }

    /// Words one of which has to be there: of each choice the rarest; none for what may be left out.
    private static func keys(_ piece: Piece, _ uses: [Int]) -> [Int32] {
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
    table.write(words.sorted { $0.value < $1.value }.map(\.key))
    table.write(payloads)
    table.write(gaps)
    choices.write(to: &table)
    for lists in [parts, firstWords, keys, letters, filed, alone] { lists.write(to: &table) }
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    let known = try table.texts()
    words.reserveCapacity(known.count)
    for (number, word) in known.enumerated() { words[word] = Int32(number) }
    payloads = try table.numbers()
    gaps = try table.numbers()
    choices = try PackedRanges(from: &table)
    parts = try PackedLists(from: &table)
    firstWords = try PackedLists(from: &table)
    keys = try PackedLists(from: &table)
    letters = try PackedLists(from: &table)
    filed = try PackedLists(from: &table)
    alone = try PackedLists(from: &table)
  }
}
