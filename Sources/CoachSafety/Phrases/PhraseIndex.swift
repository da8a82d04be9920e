/// Finds all phrases in a sequence of words.
///
/// Thousands of phrases share their small words and differ in one. So each phrase is filed under its rarest word (or
/// the choices for it); a sentence is asked only for the phrases filed under the words that it has, and of those only
/// the ones whose every part has a word there are tried. All of it lies in flat arrays of numbers.
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
  /// By word, the phrases that are filed under it.
  private var filed: [[Int32]] = []

  /// A text as numbers of words; a word that no phrase has is -1.
  private struct Text {
    var numbers: [Int32]
    var isFiller: [Bool]
    /// Where the sentence ends.
    var end = 0
  }

  /// All phrases in a text's words; none reaches across the end of a sentence.
  func phrases(in tokens: [PhraseToken]) -> [Found] {
    var found: [Found] = []
    var text = Text(
      numbers: tokens.map { words[$0.text] ?? -1 }, isFiller: tokens.map(\.isFiller))
    // By word and phrase, the last sentence that had or tried it.
    var sentenceOfWord = [Int32](repeating: -1, count: filed.count)
    var sentenceOfPhrase = [Int32](repeating: -1, count: phrases.count)
    var start = 0
    while start < tokens.count {
      let sentence = Int32(start)
      text.end = start
      while text.end < tokens.count, tokens[text.end].sentence == tokens[start].sentence {
        if text.numbers[text.end] >= 0 { sentenceOfWord[Int(text.numbers[text.end])] = sentence }
        text.end += 1
      }
      for position in start..<text.end where text.numbers[position] >= 0 {
        for candidate in filed[Int(text.numbers[position])]
        where sentenceOfPhrase[Int(candidate)] != sentence {
          sentenceOfPhrase[Int(candidate)] = sentence
          let phrase = phrases[Int(candidate)]
          guard isPossible(phrase, sentenceOfWord, sentence) else { continue }
          for first in start..<text.end {
            if let last = match(phrase.parts, at: first, in: text, isFirst: true) {
              found.append(Found(payload: Int(phrase.payload), tokens: first...last))
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

  /// The last word of the parts when they begin at a position, fillers passed over; nil when they do not.
  private func match(
    _ rest: Range<Int32>, at position: Int, in text: Text, isFirst: Bool = false
  ) -> Int? {
    guard let number = rest.first else { return position - 1 }
    let part = parts[Int(number)]
    let rest = rest.dropFirst()
    if part.gap == 0 {
      for choice in part.choices {
        let words = choices[Int(choice)]
        guard let next = match(words: words, at: position, in: text, isFirst: isFirst),
          let last = match(rest, at: next, in: text, isFirst: isFirst && words.isEmpty)
        else { continue }
        return last
      }
      return nil
    }
    var (next, left) = (position, part.gap)
    while true {
      if let last = match(rest, at: next, in: text) { return last }
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

    /// Adds a phrase under a payload.
    mutating func insert(
      _ pattern: PhrasePattern, vocabulary: PhraseVocabulary, payload: Int
    ) {
      var pieces: [Piece] = []
      for part in pattern.parts {
        switch part {
        case .gap(let length): pieces.append(.gap(length))
        case .choices(let texts):
          var choices: [[Int32]] = []
          for text in texts {
            choices.append(vocabulary.words(of: text).map { number(of: $0) })
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
      index.filed = Array(repeating: [], count: words.count)
      for (number, phrase) in phrases.enumerated() {
        let first = Int32(index.parts.count)
        var rarest: [Int32] = []
        for piece in phrase.pieces {
          let keys = Self.keys(piece, uses)
          let cost = { (keys: [Int32]) in keys.reduce(0) { $0 + uses[Int($1)] } }
          if !keys.isEmpty, rarest.isEmpty || cost(keys) < cost(rarest) { rarest = keys }
          index.append(piece, keys)
        }
        index.phrases.append(
          Phrase(parts: first..<Int32(index.parts.count), payload: Int32(phrase.payload)))
        for word in rarest { index.filed[Int(word)].append(Int32(number)) }
      }
      return index
    }

    private static func words(_ piece: Piece) -> [Int32] {
      guard case .choices(let choices) = piece else { return [] }
      return choices.flatMap(\.self)
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
