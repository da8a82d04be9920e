/// The marks of sentences, and the rule by which they end one.
package enum SentenceEnds {
  /// What the sentences of a text are needed for, which decides about doubtful ends.
  package enum Purpose {
    /// Sentences are counted: a doubtful end counts.
    case counting
    /// Sentences may be removed: a doubtful end does not count, since losing a sentence too many is better than keeping
    /// half of one.
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
    case ".", "!", "?", "…": true
    default: isWideMark(scalar)
    }
  }

  /// Returns whether a character ends a sentence whatever follows.
  package static func isWideMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "。", "！", "？", "।", "۔", "؟": true
    default: false
    }
  }

  /// Returns whether a character directly after a mark belongs to the sentence.
  ///
  /// A text without spaces does not show whether a straight quotation mark or an emphasis mark opens or closes, so
  /// these do not count after a wide mark.
  package static func isCloser(_ scalar: Unicode.Scalar, afterWideMark isWide: Bool) -> Bool {
    switch scalar {
    case "”", "’", "»", ")", "]", "」", "』": true
    case "\"", "'", "*", "_": !isWide
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
    return titles.contains(String(String.UnicodeScalarView(word)).lowercased())
  }

  /// Returns the positions at which a sentence ends and another may begin, each after the closing marks of the first.
  package static func positions(
    in text: ArraySlice<Unicode.Scalar>, for purpose: Purpose
  ) -> [Int] {
    var positions: [Int] = []
    var position = text.startIndex
    while position < text.endIndex {
      guard isMark(text[position]) else {
        position += 1
        continue
      }
      let marks = Marks(at: position, in: text)
      if marks.endSentence(in: text, for: purpose) { positions.append(marks.end) }
      position = marks.end
    }
    return positions
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
      (last, end) = (position, position)
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
      guard begin > end || purpose == .counting else { return false }
      let isFullStop = text[last] == "."
      if let next = text[begin...].first(where: { !isOpener($0) })?.properties {
        let isNumber = next.numericType != nil
        let goesOn =
          switch purpose {
          // "Hi… welcome"
          case .counting: next.isLowercase && isEllipsis(in: text)
          case .removal: next.isLowercase || isNumber
          // "approx. 20", "No. 5"
          case .cutting: next.isLowercase || isFullStop && isNumber
          }
        if goesOn { return false }
      }
      guard isFullStop else { return true }
      switch purpose {
      case .counting: return !isInNumber(in: text)
      case .removal:
        return word(before: last, in: text).count != 1 && !isTitle(before: last, in: text)
      case .cutting: return word(before: last, in: text).count >= minimumLetters
      }
    }

    private func isEllipsis(in text: ArraySlice<Unicode.Scalar>) -> Bool {
      text[last] == "…" || text[last] == "." && text[..<last].last == "."
    }

    private func isInNumber(in text: ArraySlice<Unicode.Scalar>) -> Bool {
      let around = [text[..<last].last, text[(last + 1)...].first]
      return around.allSatisfy { $0?.properties.numericType != nil }
    }
  }
}
