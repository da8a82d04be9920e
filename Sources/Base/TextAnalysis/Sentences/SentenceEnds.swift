/// The marks of sentences, and the rule by which they end one.
package enum SentenceEnds {
  /// What the sentences of a text are needed for, which decides about doubtful ends.
  package enum Purpose {
    /// Sentences are counted: a doubtful end counts, and what follows decides, as ``FullStop`` says.
    case counting
    /// Sentences may be removed: a doubtful end does not count, since losing a sentence too many is better than keeping
    /// half of one. One character after the whitespace decides, so that a stream is not held back for longer.
    case removal
    /// A text is cut after a sentence: as for removal, and a full stop after a short word may belong to any
    /// abbreviation.
    case cutting
  }

  /// The minimum length of a word after which a text may be cut at a full stop.
  private static let minimumLetters = 5
  /// Words after which a full stop does not end a sentence.
  private static let titles: Set<String> = [
    "dr", "dra", "mr", "mrs", "ms", "sr", "sra", "prof", "st", "hr", "fr",
  ]
  private static let maximumTitleLength = 4

  /// Returns whether a character can end a sentence.
  package static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ".", "!", "?", "…", "‼", "⁇", "⁈", "⁉", "‽", "\u{37E}": true
    default: isWideMark(scalar)
    }
  }

  /// Returns whether a character ends a sentence whatever follows.
  package static func isWideMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "。", "！", "？", "｡", "।", "॥", "۔", "؟", "։", "။", "។", "።", "፧": true
    default: false
    }
  }

  /// Returns whether a character directly after a mark belongs to the sentence.
  ///
  /// A text without spaces does not show whether a straight quotation mark or an emphasis mark opens or closes, so
  /// these do not count after a wide mark. German and other languages close with marks that open in English.
  package static func isCloser(_ scalar: Unicode.Scalar, afterWideMark isWide: Bool) -> Bool {
    switch scalar {
    case "”", "’", "»", ")", "]", "」", "』": true
    case "\"", "'", "*", "_", "“", "‘", "«", "›", "‹": !isWide
    default: false
    }
  }

  /// Returns whether a character can stand before the first letter of a sentence.
  package static func isOpener(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\"", "'", "“", "‘", "«", "(", "„", "¿", "¡", "[", "*", "_", "-", "–", "—", "•": true
    default: false
    }
  }

  /// Returns whether the word before a position is a title, such as `Dr`.
  package static func isTitle(before position: Int, in text: ArraySlice<Unicode.Scalar>) -> Bool {
    let word = word(before: position, in: text)
    guard word.count <= maximumTitleLength else { return false }
    return titles.contains(word.text)
  }

  /// Returns the positions at which a sentence ends and another may begin, each after the closing marks of the first.
  package static func positions(
    in text: ArraySlice<Unicode.Scalar>, for purpose: Purpose
  ) -> [Int] {
    var positions: [Int] = []
    var position = text.startIndex
    var addresses: RangeList?
    while position < text.endIndex {
      guard
        isMark(text[position]) || purpose == .counting && isGreekQuestionMark(position, in: text)
      else {
        position += 1
        continue
      }
      let marks = Marks(at: position, in: text)
      if marks.endSentence(in: text, for: purpose) {
        // Only a mark without a space after it can be inside an address.
        let isTight = marks.end < text.endIndex && !text[marks.end].properties.isWhitespace
        if isTight, addresses == nil { addresses = Self.addresses(in: text) }
        if !isTight || addresses?.isInside(position) != true { positions.append(marks.end) }
      }
      position = marks.end
    }
    return positions
  }

  /// Returns where web and mail addresses are in a text.
  static func addresses(in text: ArraySlice<Unicode.Scalar>) -> RangeList {
    RangeList(
      WebAddress.addresses(in: text).map {
        $0.range.lowerBound + text.startIndex..<$0.range.upperBound + text.startIndex
      })
  }

  /// How many characters around a mark show its script, so that a text of marks takes no more time.
  private static let nearby = 8

  /// Returns whether a semicolon is the question mark of Greek: after a Greek letter, and not before a word of another
  /// script.
  static func isGreekQuestionMark(_ position: Int, in text: ArraySlice<Unicode.Scalar>) -> Bool {
    guard text[position] == ";",
      let before = text[..<position].suffix(nearby).last(where: { $0.isAlphabetic }),
      Script(before) == .greek
    else { return false }
    let next = text[(position + 1)...].prefix(nearby).first { $0.isAlphabetic }
    return next.map { Script($0) == .greek } ?? true
  }

  private static func word(
    before position: Int, in text: ArraySlice<Unicode.Scalar>
  ) -> ArraySlice<Unicode.Scalar> {
    let before = text[..<position]
    let start = before.lastIndex { !$0.properties.isAlphabetic }.map { $0 + 1 }
    return before[(start ?? before.startIndex)...]
  }

  /// Consecutive marks with closing marks among and after them: `?!`, `.”`.
  private struct Marks {
    /// The position of the last mark, which decides.
    private var last: Int
    private var isWide = false
    /// The position after the marks.
    private(set) var end: Int

    init(at position: Int, in text: ArraySlice<Unicode.Scalar>) {
      (last, end) = (position, position + 1)
      isWide = isWideMark(text[position])
      while end < text.endIndex {
        let scalar = text[end]
        if isMark(scalar) {
          last = end
          isWide = isWide || isWideMark(scalar)
        } else if !isCloser(scalar, afterWideMark: isWide) {
          break
        }
        end += 1
      }
    }

    /// Returns whether a sentence ends at the marks and something follows.
    func endSentence(in text: ArraySlice<Unicode.Scalar>, for purpose: Purpose) -> Bool {
      guard let begin = text[end...].firstIndex(where: { !$0.properties.isWhitespace }) else {
        return false
      }
      if isWide { return true }
      if purpose == .counting { return endCountedSentence(before: begin, in: text) }
      guard begin > end else { return false }
      let isFullStop = text[last] == "."
      if let next = text[begin...].first(where: { !isOpener($0) })?.properties {
        let isNumber = next.numericType != nil
        // For cutting: "approx. 20", "No. 5"
        let goesOn =
          next.isLowercase || isNumber && (purpose == .removal || isFullStop)
        if goesOn { return false }
      }
      guard isFullStop else { return true }
      let word = word(before: last, in: text)
      if word.count != 1, Abbreviations.leading.contains(word.text) { return false }
      if purpose == .cutting { return word.count >= minimumLetters }
      return word.count != 1 && !isTitle(before: last, in: text)
    }

    /// Returns whether a sentence ends at the marks when sentences are counted.
    private func endCountedSentence(
      before begin: Int, in text: ArraySlice<Unicode.Scalar>
    ) -> Bool {
      let next = text[begin]
      // UAX #29, SB8a
      if isMark(next) || ",;:،、，；：".unicodeScalars.contains(next) { return false }
      let first = text[begin...].first { !isOpener($0) && !$0.properties.isWhitespace }
      if first?.properties.isLowercase == true {
        // "Hi… welcome", "“Why?” she said", "(really?) and so on"
        if isEllipsis(in: text) || isClosed(in: text) { return false }
      }
      if text[last] == "." {
        return FullStop(at: last, end: end, begin: begin, in: text).endsSentence
      }
      // "page?id=5"
      let isTight = begin == end && text[last].value < 0x80
      return !isTight
        || !next.properties.isLowercase && next.properties.numericType == nil
          && next != "="
    }

    /// Whether a quotation or parenthesis ends with the sentence.
    private func isClosed(in text: ArraySlice<Unicode.Scalar>) -> Bool {
      text[last..<end].contains { "\"'”’»)]“‘«›‹".unicodeScalars.contains($0) }
    }

    private func isEllipsis(in text: ArraySlice<Unicode.Scalar>) -> Bool {
      // Some write it with spaces: ". . ."
      text[last] == "…"
        || text[last] == "." && text[..<last].last { !$0.properties.isWhitespace } == "."
    }
  }
}

extension ArraySlice<Unicode.Scalar> {
  /// The characters in lower case.
  fileprivate var text: String { String(String.UnicodeScalarView(self)).lowercased() }
}
