/// A word of a message in the form in which it is compared.
package struct FoldedWord: Sendable, Hashable {
  /// The word in lower case, without accents and apostrophes.
  package var text: String
  /// The word with its apostrophes, if it has any: `i'll`, which is not the word `ill`.
  package var apostrophed: String?
  /// Its range in the message, in UTF-8 bytes.
  package var range: Range<Int>
  /// The index of its sentence, from 0.
  package var sentence: Int
  /// Whether only whitespace separates it from the word before: `no quiero`, not `no, quiero`.
  package var isAttached: Bool
}

/// Splits a text into folded words in one pass.
package struct FoldedWords {
  private var words: [FoldedWord] = []
  private var letters: [UInt8] = []
  private var marked: [UInt8] = []
  private var start = 0
  private var end = 0
  private var sentence = 0
  private var hasApostrophe = false
  /// Whether an apostrophe was read, which joins the word to a letter that follows.
  private var isPending = false
  private var isAttached = false

  /// Returns the words of a text in order.
  ///
  /// An apostrophe joins the letters around it (`I'm` becomes `im`, a common spelling anyway), and any other sign
  /// separates them. A full stop always ends a sentence, which splits `a.m.` too: no phrase contains one.
  package static func words(of text: String) -> [FoldedWord] {
    var cutter = FoldedWords()
    var offset = 0
    for scalar in text.unicodeScalars {
      let next = offset + UTF8.width(scalar)
      cutter.read(scalar, at: offset, until: next)
      offset = next
    }
    cutter.close()
    return cutter.words
  }

  private mutating func read(_ scalar: Unicode.Scalar, at offset: Int, until next: Int) {
    switch LetterFolding.fold(scalar) {
    case .letter(let byte):
      begin(at: offset)
      letters.append(byte)
      marked.append(byte)
      end = next
    case .letters(let bytes):
      begin(at: offset)
      letters += bytes
      marked += bytes
      end = next
    case .apostrophe:
      if isPending || letters.isEmpty {
        close()
        isAttached = false
      } else {
        isPending = true
      }
    case .nothing:
      // An accent belongs to the letter before it.
      if !letters.isEmpty, !isPending { end = next }
    case .symbol:
      close()
      letters = Array(String(scalar).utf8)
      (start, end) = (offset, next)
      close()
      isAttached = false
    case .sentenceEnd:
      close()
      sentence += 1
      isAttached = false
    case .separator:
      close()
      if scalar != " ", !scalar.properties.isWhitespace { isAttached = false }
    }
  }

  private mutating func begin(at offset: Int) {
    if letters.isEmpty { start = offset }
    if isPending {
      marked.append(UInt8(ascii: "'"))
      (isPending, hasApostrophe) = (false, true)
    }
  }

  private mutating func close() {
    guard !letters.isEmpty else { return }
    words.append(
      FoldedWord(
        text: String(decoding: letters, as: UTF8.self),
        apostrophed: hasApostrophe ? String(decoding: marked, as: UTF8.self) : nil,
        range: start..<end, sentence: sentence, isAttached: isAttached))
    letters.removeAll(keepingCapacity: true)
    marked.removeAll(keepingCapacity: true)
    isAttached = !isPending
    (isPending, hasApostrophe) = (false, false)
  }
}
