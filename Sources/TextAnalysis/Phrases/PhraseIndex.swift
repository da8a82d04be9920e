/// Finds all phrases in a sequence of words.
///
/// Thousands of phrases share their small words and differ in one. So each phrase is filed under its rarest word (or
/// the choices for it); a sentence is asked only for the phrases filed under the words that it has, and of those only
/// the ones whose every part has a word there are tried. Phrases of one word are found by looking it up. All of it
/// lies in flat arrays of numbers.
struct PhraseIndex: Sendable {
  /// A phrase that was found.
  struct Found: Sendable, Hashable {
    /// What it was inserted as.
    var payload: Int
    /// The words that it stands for.
    var tokens: ClosedRange<Int>
  }

  private struct Phrase {
    var parts: Range<Int32>
    /// The words that it may begin with.
    var firstWords: Range<Int32>
    var payload: Int32
  }

  private struct Part {
    /// The longest gap; 0 for words.
    var gap: Int32
    /// The choices for its words.
    var choices: Range<Int32>
    /// Words one of which has to be there; empty where all may be left out.
    var keys: Range<Int32>
  }

  private var words: [String: Int32] = [:]
  private var phrases: [Phrase] = []
  private var parts: [Part] = []
  private var choices: [Range<Int32>] = []
  private var letters: [Int32] = []
  private var keys: [Int32] = []
  /// The phrases that are tried where a word stands.
  private var filed = Filing()
  /// What is found, by its payload, wherever a word stands.
  private var alone = Filing()

  /// Numbers filed under words.
  private struct Filing {
    private var stretches: [Range<Int32>] = []
    private var numbers: [Int32] = []

    init(_ byWord: [[Int32]] = []) {
      for filed in byWord {
        stretches.append(Int32(numbers.count)..<Int32(numbers.count + filed.count))
        numbers += filed
      }
    }

    /// Where the numbers of a word lie.
    func places(of word: Int32) -> Range<Int32> { stretches[Int(word)] }

    subscript(place: Int32) -> Int { Int(numbers[Int(place)]) }
  }

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

  /// All phrases in a text's words; none reaches across the end of a sentence.
  ///
  /// From each place where a phrase begins it is read in one way, the first that is accepted.
  func phrases(
    in tokens: [PhraseToken], isAccepted: (Found) -> Bool = { _ in true }
  ) -> [Found] {
    var found: [Found] = []
    var text = Text(
      numbers: tokens.map { words[$0.text] ?? -1 }, isFiller: tokens.map(\.isFiller))
    var places = Places(
      sentence: [Int32](repeating: -1, count: words.count),
      first: [Int32](repeating: -1, count: words.count),
      next: [Int32](repeating: -1, count: tokens.count))
    // By phrase, the last sentence that it was looked for in.
    var sentenceOfPhrase = [Int32](repeating: -1, count: phrases.count)
    var start = 0
    while start < tokens.count {
      let sentence = Int32(start)
      text.end =
        tokens[start...].firstIndex { $0.sentence != tokens[start].sentence } ?? tokens.count
      places.fill(start..<text.end, of: text)
      for position in start..<text.end where text.numbers[position] >= 0 {
        let word = text.numbers[position]
        for place in alone.places(of: word) {
          let one = Found(payload: alone[place], tokens: position...position)
          if isAccepted(one) { found.append(one) }
        }
        for place in filed.places(of: word) {
          let candidate = filed[place]
          guard sentenceOfPhrase[candidate] != sentence else { continue }
          sentenceOfPhrase[candidate] = sentence
          let phrase = phrases[candidate]
          guard isPossible(phrase, places.sentence, sentence) else { continue }
          for word in phrase.firstWords {
            let word = Int(keys[Int(word)])
            var first = places.sentence[word] == sentence ? places.first[word] : -1
            while first >= 0 {
              let start = Int(first)
              let last = match(phrase.parts, at: start, in: text, isFirst: true) { last in
                isAccepted(Found(payload: Int(phrase.payload), tokens: start...last))
              }
              if let last {
                found.append(Found(payload: Int(phrase.payload), tokens: start...last))
              }
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
    _ phrase: Phrase, _ sentenceOfWord: [Int32], _ sentence: Int32
  ) -> Bool {
    for part in phrase.parts {
      let needed = parts[Int(part)].keys
      guard !needed.isEmpty else { continue }
      if !needed.contains(where: { sentenceOfWord[Int(keys[Int($0)])] == sentence }) {
        return false
      }
    }
    return true
  }

  /// The last word of the parts when they begin at a position, fillers passed over, and end where it is accepted;
  /// nil when they do not.
  private func match(
    _ rest: Range<Int32>, at position: Int, in text: Text, isFirst: Bool = false,
    isAccepted: (_ last: Int) -> Bool
  ) -> Int? {
    guard let number = rest.first else {
      return isAccepted(position - 1) ? position - 1 : nil
    }
    let part = parts[Int(number)]
    let rest = rest.dropFirst()
    if part.gap == 0 {
      for choice in part.choices {
        let words = choices[Int(choice)]
        guard let next = match(words: words, at: position, in: text, isFirst: isFirst),
          let last = match(
            rest, at: next, in: text, isFirst: isFirst && words.isEmpty, isAccepted: isAccepted)
        else { continue }
        return last
      }
      return nil
    }
    var (next, left) = (position, part.gap)
    while true {
      if let last = match(rest, at: next, in: text, isAccepted: isAccepted) { return last }
      guard left > 0, next < text.end else { return nil }
      if !text.isFiller[next] { left -= 1 }
      next += 1
    }
  }

  /// The position behind a sequence of words, with fillers passed over between them.
  private func match(
    words: Range<Int32>, at position: Int, in text: Text, isFirst: Bool
  ) -> Int? {
    var next = position
    for word in words {
      while next < text.end, text.numbers[next] != letters[Int(word)] {
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
    fileprivate enum Piece {
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

    private mutating func number(of word: String) -> Int32 {
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
      for phrase in phrases {
        if let words = Self.singleWords(phrase.pieces) {
          for word in words { alone[Int(word)].append(Int32(phrase.payload)) }
          continue
        }
        let first = Int32(index.parts.count)
        var rarest: [Int32] = []
        for piece in phrase.pieces {
          let keys = Self.keys(piece, uses)
          let cost = { (keys: [Int32]) in keys.reduce(0) { $0 + uses[Int($1)] } }
          if !keys.isEmpty, rarest.isEmpty || cost(keys) < cost(rarest) { rarest = keys }
          index.append(piece, keys)
        }
        let firstWord = Int32(index.keys.count)
        index.keys += Self.firstWords(phrase.pieces)
        index.phrases.append(
          Phrase(
            parts: first..<Int32(index.parts.count),
            firstWords: firstWord..<Int32(index.keys.count), payload: Int32(phrase.payload)))
        for word in rarest { filed[Int(word)].append(Int32(index.phrases.count - 1)) }
      }
      index.filed = Filing(filed)
      index.alone = Filing(alone)
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

  private mutating func append(_ piece: Builder.Piece, _ keys: [Int32]) {
    let (firstChoice, firstKey) = (Int32(choices.count), Int32(self.keys.count))
    var gap: Int32 = 0
    switch piece {
    case .gap(let length): gap = Int32(length)
    case .choices(let options):
      for option in options {
        choices.append(Int32(letters.count)..<Int32(letters.count + option.count))
        letters += option
      }
    }
    self.keys += keys
    parts.append(
      Part(
        gap: gap, choices: firstChoice..<Int32(choices.count),
        keys: firstKey..<Int32(self.keys.count)))
  }
}
