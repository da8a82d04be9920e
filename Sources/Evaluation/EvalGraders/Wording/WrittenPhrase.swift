import TextAnalysis

/// A phrase of a list, to be found as it is written.
///
/// A phrase of words matches across typography: a hyphen within it stands for any gap. A phrase with other signs or with
/// signed numbers, such as `node.js`, `$9.99` or `-5 kg`, matches only those signs in those places. In scripts without
/// spaces between words a phrase matches wherever its characters occur.
struct WrittenPhrase {
  private enum Form {
    case words(Phrase)
    case signs([Element], beginsClause: Bool)
    case characters(String)
  }

  /// A word or sign of a phrase.
  private struct Element {
    /// The word with its star, if it has one.
    var text: String
    var isWord: Bool
    var isSpaced: Bool

    func matches(_ token: WrittenText.Token) -> Bool {
      guard isWord == token.isWord else { return false }
      if text.hasSuffix("*") { return token.text.hasPrefix(text.dropLast()) }
      if text.hasPrefix("*") { return token.text.hasSuffix(text.dropFirst()) }
      return text == token.text
    }
  }

  /// The phrase as it was written.
  let text: String
  private let form: Form

  /// Reads a phrase; `nil` for one that no text or every text would match: without a letter or digit, or with a star that
  /// is not the end of a word.
  init?(_ text: String) {
    self.text = text
    if text.unicodeScalars.contains(where: { Script($0)?.charactersAWord != nil }) {
      form = .characters(WrittenText.folded(text))
      return
    }
    let beginsClause = text.hasPrefix("^")
    let tokens = WrittenText(String(text.drop { $0 == "^" || $0 == " " }), isPhrase: true).tokens
    guard tokens.contains(where: \.isWord) else { return nil }
    guard tokens.allSatisfy({ !$0.isWord || Self.isSound($0.text) }) else { return nil }
    let needsSigns = tokens.indices.contains {
      !tokens[$0].isWord && !Self.isHyphen($0, in: tokens)
    }
    if needsSigns {
      let elements = tokens.enumerated().map { position, token in
        Element(
          text: token.text, isWord: token.isWord, isSpaced: position > 0 && token.isSpaced)
      }
      form = .signs(elements, beginsClause: beginsClause)
    } else {
      let words = tokens.filter(\.isWord).map(\.text).joined(separator: " ")
      form = .words(Phrase((beginsClause ? "^" : "") + words))
    }
  }

  private static func isSound(_ word: String) -> Bool {
    let stars = word.count { $0 == "*" }
    let isAtEnd = word.hasPrefix("*") || word.hasSuffix("*")
    return word.contains { $0.isLetter || $0.isNumber } && (stars == 0 || stars == 1 && isAtEnd)
  }

  /// Whether a sign is a hyphen between words, and not the sign of a number or between numbers.
  private static func isHyphen(_ position: Int, in tokens: [WrittenText.Token]) -> Bool {
    guard tokens[position].text == "-" else { return false }
    let next = position + 1 < tokens.count ? tokens[position + 1] : nil
    guard let next, !next.isSpaced, next.text.first?.isNumber == true else { return true }
    return position > 0 && !tokens[position].isSpaced
      && tokens[position - 1].text.last?.isLetter == true
  }

  // MARK: - Finding

  /// Returns where the phrase is first in a text, and how it is written there; `nil` if it is not in it.
  func firstMatch(in text: String, _ readings: [WrittenText]) -> Match? {
    switch form {
    case .characters(let characters):
      // Found in the folded text, whose places are not those of the text.
      return WrittenText.folded(text).contains(characters)
        ? Match(words: characters, range: text.range(ofCharacters: characters)) : nil
    case .words(let phrase):
      for reading in readings {
        for flow in reading.flows {
          guard let found = phrase.firstRange(in: flow.words) else { continue }
          let tokens = found.map { reading.tokens[flow.places[$0]] }
          return Match(tokens.map(\.text).joined(separator: " "), of: tokens)
        }
      }
      return nil
    case .signs(let elements, let beginsClause):
      for reading in readings {
        guard let range = Self.range(of: elements, beginsClause, in: reading) else { continue }
        let tokens = Array(reading.tokens[range])
        let words = tokens.enumerated().map { position, token in
          (position > 0 && token.isSpaced ? " " : "") + token.text
        }
        return Match(words.joined(), of: tokens)
      }
      return nil
    }
  }

  /// A place at which a phrase was found.
  struct Match {
    /// How it is written there, in lower case and with single spaces.
    let words: String
    /// The place; `nil` if only the folded text has one.
    let range: Range<String.Index>?

    fileprivate init(words: String, range: Range<String.Index>?) {
      (self.words, self.range) = (words, range)
    }

    fileprivate init(_ words: String, of tokens: [WrittenText.Token]) {
      self.words = words
      range = tokens.first.flatMap { first in
        tokens.last.map { first.range.lowerBound..<$0.range.upperBound }
      }
    }
  }

  /// Returns whether the phrase is the whole of a sentence, apart from marks around it.
  func isWhole(_ tokens: ArraySlice<WrittenText.Token>) -> Bool {
    switch form {
    case .characters(let characters):
      return tokens.filter(\.isWord).map(\.text).joined(separator: " ") == characters
    case .words(let phrase):
      let words = WordTokens(tokens: tokens.filter(\.isWord).map(\.text))
      return phrase.firstRange(in: words) == 0..<words.tokens.count
    case .signs(let elements, _):
      let first = elements[0].isWord ? tokens.firstIndex(where: \.isWord) : tokens.startIndex
      guard let first, tokens.endIndex - first >= elements.count else { return false }
      let rest = tokens[(first + elements.count)...]
      return zip(elements, tokens[first...]).enumerated().allSatisfy { position, pair in
        pair.0.matches(pair.1) && (position == 0 || pair.0.isSpaced == pair.1.isSpaced)
      } && !rest.contains(where: \.isWord)
    }
  }

  private static func range(
    of elements: [Element], _ beginsClause: Bool, in text: WrittenText
  ) -> Range<Int>? {
    let tokens = text.tokens
    guard elements.count <= tokens.count else { return nil }
    let start = (0...(tokens.count - elements.count)).first { start in
      for (offset, element) in elements.enumerated() {
        let token = tokens[start + offset]
        guard element.matches(token), offset == 0 || element.isSpaced == token.isSpaced else {
          return false
        }
      }
      return isComplete(start..<(start + elements.count), in: tokens)
        && (!beginsClause || beginsClauseAt(start, in: tokens))
    }
    return start.map { $0..<($0 + elements.count) }
  }

  private static func beginsClauseAt(_ start: Int, in tokens: [WrittenText.Token]) -> Bool {
    guard start > 0, !tokens[start].startsLine else { return true }
    return tokens[start - 1].isBarrier || Phrase.openers.contains(tokens[start - 1].text)
  }

  /// Whether what is found is not a part of something longer: `C#` of `F-C#`, `x.com` of `x.com.au`, `-5` of `10-5`.
  private static func isComplete(_ range: Range<Int>, in tokens: [WrittenText.Token]) -> Bool {
    let (first, last) = (tokens[range.lowerBound], tokens[range.upperBound - 1])
    if range.lowerBound > 0, !first.isSpaced {
      let before = tokens[range.lowerBound - 1]
      let word = range.lowerBound > 1 && !before.isSpaced ? tokens[range.lowerBound - 2] : nil
      if first.isWord {
        if before.text == "-", word?.isWord == true { return false }
        let isNumber = first.text.first?.isNumber == true
        if isNumber, word?.text.last?.isNumber == true, ".,/:-".contains(before.text) {
          return false
        }
        if before.text == ".", word?.isWord == true, first.text.count == 1 { return false }
      } else {
        let isCurrency =
          first.text.unicodeScalars.first?.properties.generalCategory == .currencySymbol
        if before.isWord && !isCurrency || before.text == first.text { return false }
      }
    }
    guard range.upperBound < tokens.count, !tokens[range.upperBound].isSpaced else { return true }
    let after = tokens[range.upperBound]
    if !last.isWord {
      return !after.isWord && (after.text != last.text || last.isBarrier)
    }
    let next = range.upperBound + 1 < tokens.count ? tokens[range.upperBound + 1] : nil
    guard let next, next.isWord, !next.isSpaced else { return true }
    if ".-@".contains(after.text) { return false }
    return after.text != "/" || last.text.last?.isNumber != true
      || next.text.first?.isNumber != true
  }
}

extension String {
  /// Returns where characters in their compared form are in the text; `nil` if only longer or shorter ones are there.
  fileprivate func range(ofCharacters characters: String) -> Range<String.Index>? {
    let count = characters.count
    var start = startIndex
    while let end = index(start, offsetBy: count, limitedBy: endIndex) {
      if WrittenText.folded(self[start..<end]) == characters { return start..<end }
      guard end < endIndex else { return nil }
      start = index(after: start)
    }
    return nil
  }
}
