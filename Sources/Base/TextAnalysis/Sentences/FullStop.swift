/// A full stop in a line, and whether a sentence ends at it when sentences are counted.
///
/// The rules are those of Unicode (UAX #29, SB6 to SB11) with abbreviations. They differ in two places, because chat is
/// written carelessly: a full stop after an ordinary word ends a sentence although the next one begins in lower case, and
/// also if no space follows and an upper-case letter does.
struct FullStop {
  private let text: ArraySlice<Unicode.Scalar>
  private let position: Int
  /// The position after the full stop and its closing marks.
  private let end: Int
  /// The position of the first character after that which is not whitespace.
  private let begin: Int

  init(at position: Int, end: Int, begin: Int, in text: ArraySlice<Unicode.Scalar>) {
    (self.text, self.position, self.end, self.begin) = (text, position, end, begin)
  }

  /// Whether a sentence ends here.
  var endsSentence: Bool {
    guard begin > end else { return endsSentenceWithoutSpace }
    let following = NextWord(at: begin, in: text)
    guard let before = text[..<position].last else { return true }
    if before.properties.numericType != nil { return endsSentence(afterNumberBefore: following) }
    let unit = Unit(before: position, in: text)
    switch unit.kind {
    case .word:
      let word = unit.key
      if Abbreviations.leading.contains(word) { return false }
      if following.isNumber || following.isRomanNumeral, isNumbering(unit) { return false }
      if Abbreviations.trailing.contains(word) { return following.mayBegin }
      if Abbreviations.doubtful.contains(word) { return following.beginsSentence }
      return true
    case .letters:
      if Abbreviations.leading.contains(unit.key) { return false }
      if unit.isNamedLetter(in: text) { return !following.isLowercase }
      if following.isNumber { return false }
      if Abbreviations.countries.contains(unit.key) {
        return following.mayBegin && !following.isInitial
          && !Abbreviations.afterCountries.contains(following.word)
      }
      // English writes a pronoun with one capital letter.
      if unit.key == "i", text[position - 1] == "I" { return !following.isInitial }
      if unit.key == "a.m" || unit.key == "p.m", Abbreviations.afterTimes.contains(following.word) {
        return false
      }
      if Abbreviations.trailing.contains(unit.key) { return following.mayBegin }
      return unit.isMeasure ? following.mayBegin : following.beginsSentence
    }
  }

  /// Whether a number after a word belongs to it: `no. 3`, `Sun. 5 p.m.`, but not `I think so. 5 minutes`.
  private func isNumbering(_ unit: Unit) -> Bool {
    let word = unit.key
    if Abbreviations.numbering.contains(word) { return true }
    let letters = text[unit.start..<position]
    let isName =
      letters.first?.properties.isUppercase == true
      && letters.dropFirst().allSatisfy { !$0.properties.isUppercase }
    if Abbreviations.numberingNames.contains(word) { return isName }
    let before = text[..<unit.start].last { !$0.properties.isWhitespace }
    let isWithin = before.map { !SentenceEnds.isMark($0) && !SentenceEnds.isOpener($0) } ?? false
    if Abbreviations.numberingNamesWithin.contains(word) { return isName && isWithin }
    return Abbreviations.numberingUnlessName.contains(word) && !(isName && isWithin)
  }

  /// Whether a sentence ends after a number: not if it is one in an order, as in `am 3. Mai`.
  private func endsSentence(afterNumberBefore following: NextWord) -> Bool {
    if following.isLowercase || Abbreviations.months.contains(following.word) { return false }
    let digits = text[..<position].reversed().prefix { $0.properties.numericType != nil }.count
    guard let blank = text[..<(position - digits)].last, blank.properties.isWhitespace else {
      return true
    }
    let word = Unit(before: position - digits - 1, in: text).key
    return !Abbreviations.beforeOrdinals.contains(word) || following.beginsSentence
  }

  /// Whether a sentence ends although no space follows: `One.Two`, but not `example.com`, `U.S.`, `3.50` or `.NET`.
  private var endsSentenceWithoutSpace: Bool {
    let next = text[begin]
    guard let before = text[..<position].last, !before.properties.isWhitespace else { return false }
    guard next.properties.isAlphabetic else {
      return next.properties.generalCategory == .otherSymbol
        || SentenceEnds.isOpener(next)
          && next.properties.generalCategory != .dashPunctuation
    }
    guard !next.properties.isLowercase else { return false }
    let word = text[begin...].prefix { $0.properties.isAlphabetic }
    let after = text[word.endIndex...].first
    let isName = word.count > 1 && word.allSatisfy(\.properties.isUppercase)
    let isCode = after.map { "(_/@=".unicodeScalars.contains($0) } ?? false
    if isName || isCode || word.count == 1 && after == "." { return false }
    let unit = Unit(before: position, in: text)
    return unit.kind == .word && !unit.isAbbreviation
  }
}

extension FullStop {
  /// A word before a full stop, with those before it that belong to the same abbreviation: `z. B`, `Ph.D`.
  struct Unit {
    enum Kind {
      case word
      /// A letter, or several with full stops between them.
      case letters
    }

    private(set) var kind = Kind.word
    /// The word in lower case, or the parts joined by full stops.
    private(set) var key = ""
    /// Whether it is a letter in lower case after a number: `1.80 m`, `2020 г`.
    private(set) var isMeasure = false
    /// The position of its first letter.
    private(set) var start: Int

    /// The maximum number of parts that are read.
    private static let maximumParts = 6

    init(before position: Int, in text: ArraySlice<Unicode.Scalar>) {
      start = position
      var parts: [ArraySlice<Unicode.Scalar>] = []
      var end = position
      while parts.count < Self.maximumParts {
        let part = Self.word(before: end, in: text)
        guard !part.isEmpty else { break }
        parts.append(part)
        var stop = part.startIndex
        if part.count <= 2, let blank = text[..<stop].last, blank.properties.isWhitespace {
          stop -= 1
        }
        guard text[..<stop].last == "." else { break }
        let previous = Self.word(before: stop - 1, in: text)
        // Single letters are written with spaces, and few abbreviations of more: "p. ej."; "at home. I" is none.
        guard
          stop == part.startIndex
            || previous.count == 1
              && (part.count == 1 || Self.isLeading(previous, part))
        else { break }
        end = stop - 1
      }
      let names = parts.reversed().map { String(String.UnicodeScalarView($0)).lowercased() }
      key = names.joined(separator: ".")
      let isKnown = parts.count > 1 && isAbbreviation
      if isKnown || !parts.isEmpty && parts.allSatisfy({ $0.count <= 2 }) && parts.last?.count == 1
        || parts.count > 1 && parts.allSatisfy({ $0.count <= 2 })
      {
        kind = .letters
        let before = text[..<(parts.last?.startIndex ?? position)].last {
          !$0.properties.isWhitespace
        }
        isMeasure =
          parts.count == 1 && text[position - 1].properties.isLowercase
          && before?.properties.numericType != nil
      } else {
        key = names.last ?? ""
      }
      start = (kind == .letters ? parts.last : parts.first)?.startIndex ?? position
    }

    /// Whether it is a known abbreviation, whatever may follow it.
    var isAbbreviation: Bool {
      Abbreviations.leading.contains(key) || Abbreviations.numbering.contains(key)
        || Abbreviations.trailing.contains(key) || Abbreviations.doubtful.contains(key)
    }

    /// Whether it is one capital letter that is no initial, by the word before it: `vitamin C`.
    func isNamedLetter(in text: ArraySlice<Unicode.Scalar>) -> Bool {
      guard key.unicodeScalars.count == 1, start < text.endIndex,
        text[start].properties.isUppercase,
        let blank = text[..<start].last, blank == " "
      else { return false }
      let word = String(String.UnicodeScalarView(Self.word(before: start - 1, in: text)))
      return Abbreviations.beforeLetters.contains(word.lowercased())
    }

    private static func isLeading(
      _ first: ArraySlice<Unicode.Scalar>, _ second: ArraySlice<Unicode.Scalar>
    ) -> Bool {
      Abbreviations.leading.contains(
        String(String.UnicodeScalarView(first + ["."] + second)).lowercased())
    }

    private static func word(
      before position: Int, in text: ArraySlice<Unicode.Scalar>
    ) -> ArraySlice<Unicode.Scalar> {
      let before = text[..<position]
      let start = before.lastIndex { !$0.isAlphabetic && !$0.isAccent }.map { $0 + 1 }
      return before[(start ?? before.startIndex)...]
    }
  }

  /// What follows a full stop, without opening marks.
  private struct NextWord {
    /// The word in lower case; empty if something else follows.
    private(set) var word = ""
    private(set) var isNumber = false
    private(set) var isLowercase = false
    /// Whether it is a letter with a full stop: `R.`.
    private(set) var isInitial = false
    private(set) var isRomanNumeral = false

    init(at position: Int, in text: ArraySlice<Unicode.Scalar>) {
      let start = text[position...].firstIndex {
        !SentenceEnds.isOpener($0) && !$0.properties.isWhitespace
      }
      guard let start else {
        return
      }
      let first = text[start]
      isNumber = first.properties.numericType != nil
      isLowercase = first.properties.isLowercase
      let letters = text[start...].prefix {
        $0.isAlphabetic || $0.isAccent || $0 == "'" || $0 == "’"
      }
      word = String(String.UnicodeScalarView(letters)).replacing("’", with: "'").lowercased()
      isInitial = letters.count == 1 && text[letters.endIndex...].first == "."
      isRomanNumeral =
        !letters.isEmpty && letters.allSatisfy { "IVXLC".unicodeScalars.contains($0) }
        && !(letters.count == 1 && first == "I")
    }

    /// Whether a sentence can begin with it: no digit and no letter in lower case.
    var mayBegin: Bool { !isNumber && !isLowercase }

    /// Whether it is a word with which sentences begin, and not the rest of a name.
    var beginsSentence: Bool {
      guard mayBegin, !isInitial else { return false }
      return word.isEmpty || Abbreviations.beginsSentences(word) || !word.hasCase
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is a mark on the letter before it, as texts in decomposed form have.
  fileprivate var isAccent: Bool {
    value >= 0x300 && properties.generalCategory == .nonspacingMark
  }
}

extension String {
  /// Whether its letters are of a script with upper and lower case.
  fileprivate var hasCase: Bool { unicodeScalars.first?.properties.isCased ?? false }
}
