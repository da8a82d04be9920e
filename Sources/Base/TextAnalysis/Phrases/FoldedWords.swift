/// A word of a text in the form in which it is compared.
package struct FoldedWord: Sendable, Hashable {
  /// The word in lower case, without accents and apostrophes.
  package var text: String
  /// The word with its apostrophes, if it has any: `i'll`, which is not the word `ill`.
  package var apostrophed: String?
  /// Its range in the text, in UTF-8 bytes.
  package var range: Range<Int>
  /// The index of its sentence, from 0.
  package var sentence: Int
  /// Whether only whitespace separates it from the word before: `no quiero`, not `no, quiero`.
  package var isAttached: Bool
}

/// The words of a text in order, in the form in which they are compared.
///
/// An apostrophe joins the letters around it (`I'm` becomes `im`, a common spelling anyway), and any other sign
/// separates them. A full stop always ends a sentence, which splits `a.m.` too: no phrase contains one. All words share
/// one array of letters, so that a long text is read without an allocation for each word.
package struct FoldedWords: Sendable {
  /// A word as ranges of ``letters``.
  struct Place: Sendable {
    /// The word in lower case, without accents and apostrophes.
    var word: Range<Int>
    /// The word with its apostrophes; empty if it has none.
    var apostrophed: Range<Int>
    /// Its range in the text, in UTF-8 bytes.
    var range: Range<Int>
    var sentence: Int
    var isAttached: Bool
    /// Whether it is a sign with a meaning of its own, such as an emoji.
    var isSign: Bool
  }

  /// The letters of all words in UTF-8.
  private(set) var letters: [UInt8] = []
  private(set) var places: [Place] = []

  /// Reads the words of a text in one pass.
  ///
  /// If `splitsUnspaced`, each letter of a script without spaces between words is a word by itself.
  package init(_ text: some StringProtocol, splitsUnspaced: Bool = false) {
    var reader = Reader(capacity: text.utf8.count)
    reader.splitsUnspaced = splitsUnspaced
    var offset = 0
    for scalar in text.unicodeScalars {
      let next = offset + UTF8.width(scalar)
      reader.read(scalar, at: offset, until: next)
      offset = next
    }
    reader.close()
    (letters, places) = (reader.letters, reader.places)
  }
}

extension FoldedWords {
  /// Returns the numbers of all words in a table, or ``WordTable/unknown``.
  package func numbers(in table: WordTable) -> [Int32] {
    places.map { table.number(of: $0.word, in: letters) }
  }

  /// Returns whether only whitespace separates a word from the one before.
  package func isAttached(at position: Int) -> Bool { places[position].isAttached }

  /// Returns the range of a word in the text, in UTF-8 bytes.
  package func range(at position: Int) -> Range<Int> { places[position].range }
}

extension FoldedWords: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { places.count }

  package subscript(position: Int) -> FoldedWord {
    let place = places[position]
    let apostrophed = place.apostrophed
    return FoldedWord(
      text: String(decoding: letters[place.word], as: UTF8.self),
      apostrophed: apostrophed.isEmpty
        ? nil : String(decoding: letters[apostrophed], as: UTF8.self),
      range: place.range, sentence: place.sentence, isAttached: place.isAttached)
  }
}

extension FoldedWords {
  /// Reads a text one character after the other.
  private struct Reader {
    var letters: [UInt8] = []
    var places: [Place] = []
    var splitsUnspaced = false
    /// Where the word being read begins in the letters, and in the text.
    private var first = 0
    private var start = 0
    private var end = 0
    private var sentence = 0
    /// The lengths of the word before each of its apostrophes.
    private var apostrophes: [Int] = []
    /// Whether an apostrophe was read, which joins the word to a letter that follows.
    private var isPending = false
    private var isAttached = false

    init(capacity: Int) {
      letters.reserveCapacity(capacity)
      places.reserveCapacity(capacity / 5)
    }

    private var isInWord: Bool { letters.count > first }

    mutating func read(_ scalar: Unicode.Scalar, at offset: Int, until next: Int) {
      switch LetterFolding.fold(scalar) {
      case .letter(let byte):
        begin(at: offset)
        letters.append(byte)
        end = next
      case .letters(let bytes):
        let isWord = splitsUnspaced && LetterFolding.isUnspaced(scalar)
        if isWord { close() }
        begin(at: offset)
        letters += bytes
        end = next
        if isWord { close() }
      case .apostrophe:
        if isPending || !isInWord {
          close()
          isAttached = false
        } else {
          isPending = true
        }
      case .nothing:
        // An accent belongs to the letter before it.
        if isInWord, !isPending { end = next }
      case .symbol:
        close()
        letters += UTF8.encode(scalar).map(Array.init) ?? []
        (start, end) = (offset, next)
        close(isSign: true)
        isAttached = false
      case .sentenceEnd:
        close()
        sentence += 1
        isAttached = false
      case .separator:
        close()
        if !LetterFolding.isBlank(scalar) { isAttached = false }
      }
    }

    private mutating func begin(at offset: Int) {
      if !isInWord { start = offset }
      if isPending {
        apostrophes.append(letters.count - first)
        isPending = false
      }
    }

    mutating func close(isSign: Bool = false) {
      guard isInWord else { return }
      let word = first..<letters.count
      places.append(
        Place(
          word: word, apostrophed: word.upperBound..<letters.count, range: start..<end,
          sentence: sentence, isAttached: isAttached, isSign: isSign))
      if !apostrophes.isEmpty { appendApostrophed(word) }
      first = letters.count
      isAttached = !isPending
      isPending = false
    }

    private mutating func appendApostrophed(_ word: Range<Int>) {
      var rest = apostrophes[...]
      for position in word {
        if rest.first == position - word.lowerBound {
          letters.append(UInt8(ascii: "'"))
          rest.removeFirst()
        }
        letters.append(letters[position])
      }
      places[places.count - 1].apostrophed = word.upperBound..<letters.count
      apostrophes.removeAll(keepingCapacity: true)
    }
  }
}
