import TextAnalysis

/// A text as phrases are found in it: words, numbers and signs, each with its place.
///
/// Case, typographic variants and emphasis do not matter. A number with its separators is one token, so that `42` is not in
/// `42,000`, and a phrase of words does not match across the end of a sentence, a comma or a paragraph.
struct WrittenText {
  /// A word, a number or a sign.
  struct Token {
    /// The word in the form in which it is compared, or the sign.
    var text: String
    var isWord: Bool
    /// Whether whitespace or a line break is before it.
    var isSpaced: Bool
    /// Whether a phrase of words cannot match across it.
    var isBarrier: Bool
    /// Whether it is the first of a line.
    var startsLine = false
    var range: Range<String.Index>
  }

  private(set) var tokens: [Token] = []
  /// The words with the barriers between them, as ``Phrase`` matches them: first across line breaks, and then, if there
  /// are any, with a barrier at each, since a line begins a clause.
  private(set) var flows: [Flow] = []

  /// Words and barriers, each with its token.
  struct Flow {
    var words: WordTokens
    var places: [Int]
  }

  /// What a character does to a text.
  private enum Role {
    case word(String)
    case sign(Character)
    /// It is only typography: emphasis, the backslash of an escape.
    case nothing
    case space
    case lineBreak
  }

  /// - Parameters:
  ///   - text: The text.
  ///   - isPhrase: Whether it is a phrase, in which a star is a part of a word.
  ///   - partsAtInvisible: Whether an invisible character, such as a zero-width space, separates words.
  init(_ text: String, isPhrase: Bool = false, partsAtInvisible: Bool = false) {
    var reader = Reader(isPhrase: isPhrase, partsAtInvisible: partsAtInvisible)
    for position in text.indices { reader.read(position, of: text) }
    reader.endWord(at: text.endIndex)
    tokens = reader.tokens
    flows = [flow(separatesLines: false)]
    if tokens.dropFirst().contains(where: \.startsLine) {
      flows.append(flow(separatesLines: true))
    }
  }

  /// The readings of a text in which a phrase is looked for: what is invisible may join words or separate them.
  static func readings(of text: String) -> [WrittenText] {
    let hasInvisible = text.unicodeScalars.contains { $0.value >= 0x80 && $0.isInvisible }
    let first = WrittenText(text)
    return hasInvisible ? [first, WrittenText(text, partsAtInvisible: true)] : [first]
  }

  /// A text in the form in which it is compared: case and full-width forms do not matter, and `ß` is `ss`.
  static func folded(_ text: some StringProtocol) -> String {
    text.reduce(into: "") { $0 += folded($1) }
  }

  private static func folded(_ character: Character) -> String {
    if character.isASCII { return character.lowercased() }
    let scalars = character.unicodeScalars.filter { !$0.isInvisible }.map(plain)
    return String(String.UnicodeScalarView(scalars)).uppercased().lowercased()
  }

  /// Returns the usual form of a sign that is written in several ways.
  private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "’", "‘", "ʼ", "＇": "'"
    case "“", "”", "„", "«", "»": "\""
    case "‐", "‑", "−", "﹣": "-"
    default:
      (0xFF01...0xFF5E).contains(scalar.value)
        ? Unicode.Scalar(UInt8(scalar.value - 0xFF01 + 0x21)) : scalar
    }
  }

  private func flow(separatesLines: Bool) -> Flow {
    var elements: [String] = []
    var places: [Int] = []
    for (place, token) in tokens.enumerated() {
      if separatesLines, token.startsLine {
        elements.append(WordTokens.mark)
        places.append(place)
      }
      guard token.isWord || token.isBarrier else { continue }
      elements.append(token.isWord ? token.text : WordTokens.mark)
      places.append(place)
    }
    return Flow(words: WordTokens(tokens: elements), places: places)
  }
}

extension WrittenText {
  /// Reads a text character by character.
  private struct Reader {
    let isPhrase: Bool
    let partsAtInvisible: Bool
    private(set) var tokens: [Token] = []
    private var word = ""
    private var start: String.Index?
    private var isSpaced = true
    private var startsLine = true
    private var lineBreaks = 0

    init(isPhrase: Bool, partsAtInvisible: Bool) {
      self.isPhrase = isPhrase
      self.partsAtInvisible = partsAtInvisible
    }

    mutating func read(_ position: String.Index, of text: String) {
      let next = text.index(after: position)
      switch role(of: position, next, in: text) {
      case .word(let letters):
        if start == nil { start = position }
        word += letters
      case .nothing: endWord(at: position)
      case .space:
        endWord(at: position)
        isSpaced = true
      case .lineBreak:
        endWord(at: position)
        (isSpaced, startsLine) = (true, true)
        lineBreaks += 1
      case .sign(let sign):
        endWord(at: position)
        let isListMark = startsLine && "-+#>•–—".contains(sign)
        append(
          String(sign), isWord: false, isBarrier: isListMark || ".!?…,;:–—(".contains(sign),
          position..<next)
      }
    }

    mutating func endWord(at end: String.Index) {
      defer { (word, start) = ("", nil) }
      guard let start else { return }
      // What is left are quotation marks: 'free'.
      let bare = word.drop { $0 == "'" }
      let letters = bare.prefix(bare.count - bare.reversed().prefix { $0 == "'" }.count)
      if !letters.isEmpty { append(String(letters), isWord: true, isBarrier: false, start..<end) }
    }

    private mutating func append(
      _ text: String, isWord: Bool, isBarrier: Bool, _ range: Range<String.Index>
    ) {
      if lineBreaks > 1 {
        tokens.append(
          Token(
            text: "\n", isWord: false, isSpaced: true, isBarrier: true,
            range: range.lowerBound..<range.lowerBound))
      }
      tokens.append(
        Token(
          text: text, isWord: isWord, isSpaced: isSpaced, isBarrier: isBarrier,
          startsLine: startsLine, range: range))
      (isSpaced, startsLine, lineBreaks) = (false, false, 0)
    }

    private func role(of position: String.Index, _ next: String.Index, in text: String) -> Role {
      let character = text[position]
      if character.isNewline { return .lineBreak }
      if character.isWhitespace { return .space }
      let folded = WrittenText.folded(character)
      guard let sign = folded.first else {
        return partsAtInvisible ? .space : word.isEmpty ? .nothing : .word("")
      }
      if sign.isLetter || sign.isNumber || sign == "'" { return .word(folded) }
      switch sign {
      case "*": return isPhrase ? .word("*") : .nothing
      case "_", "~", "`": return .nothing
      case "\\":
        let isEscape =
          next < text.endIndex && text[next].isASCII && text[next].isPunctuationOrSymbol
        return isEscape ? .nothing : .sign(sign)
      case ".", ",", "٫", "٬":
        return joins(position, next, in: text) ? .word(folded) : .sign(sign)
      case "–":
        return joins(position, next, in: text) ? .sign("-") : .sign(sign)
      default: return .sign(sign)
      }
    }

    /// Whether a sign is directly between digits.
    private func joins(_ position: String.Index, _ next: String.Index, in text: String) -> Bool {
      guard word.last?.isNumber == true, next < text.endIndex else { return false }
      return text[next].isNumber
    }
  }
}

extension Character {
  fileprivate var isPunctuationOrSymbol: Bool { isPunctuation || isSymbol }
}
