import Phrases

/// The tokens of a stretch of a reply, with markers that phrases can match.
///
/// Three markers stand for what is not a word: `sentencestart` before the first word of a sentence and after a colon
/// or a dash, `questionend` after a question, and `anynumber` for every number in digits. The first two are fillers:
/// phrases that do not contain them skip them.
struct ReplyTokens: Sendable {
  private(set) var tokens: [PhraseToken] = []

  /// Splits a text into tokens; `isBeginning` says whether the text begins a sentence.
  init(_ text: ReplyPlainText, isBeginning: Bool, vocabulary: PhraseVocabulary) {
    let words = vocabulary.tokens(of: text.text)
    let (sentenceStart, questionEnd, anyNumber) = (
      vocabulary.number(of: "sentencestart"), vocabulary.number(of: "questionend"),
      vocabulary.number(of: "anynumber")
    )
    tokens.reserveCapacity(words.count + 4)
    var end = 0
    for (position, word) in words.enumerated() {
      let isNew = position == 0 || words[position - 1].sentence != word.sentence
      let gap = text.bytes[min(end, word.range.lowerBound)..<word.range.lowerBound]
      if isNew ? position > 0 || isBeginning : Self.isFreshStart(gap) {
        tokens.append(Self.sign(sentenceStart, at: word.range.lowerBound, in: word.sentence))
      }
      var token = word
      let isRespelled = word.word != word.written
      if !isRespelled, text.bytes[word.range].allSatisfy({ (0x30...0x39).contains($0) }) {
        token.word = anyNumber
      }
      tokens.append(token)
      end = word.range.upperBound
      let next = position + 1 < words.count ? words[position + 1] : nil
      guard next?.sentence != word.sentence else { continue }
      if Self.isQuestion(text.bytes[end..<max(end, next?.range.lowerBound ?? text.bytes.count)]) {
        tokens.append(Self.sign(questionEnd, at: end, in: word.sentence))
      }
    }
  }

  private static func sign(_ word: Int32, at offset: Int, in sentence: Int) -> PhraseToken {
    PhraseToken(
      word: word, written: word, range: offset..<offset, sentence: sentence, isAttached: false,
      isFiller: true)
  }

  /// Returns whether punctuation starts something new: `My advice: go`, `Here it is – go`.
  private static func isFreshStart(_ signs: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: signs, as: UTF8.self)
    return text.unicodeScalars.contains { ":—–\"“„«".unicodeScalars.contains($0) }
      || text.contains(" - ")
  }

  private static func isQuestion(_ signs: ArraySlice<UInt8>) -> Bool {
    String(decoding: signs, as: UTF8.self).unicodeScalars.contains {
      "?？؟".unicodeScalars.contains($0)
    }
  }
}
