import TextAnalysis

/// The tokens of a stretch of a reply, with markers that phrases can match.
///
/// Three markers stand for what is not a word: `sentencestart` before the first word of a sentence and after a colon
/// or a dash, `questionend` after a question (one that begins as such: "you are ill, don't you think?" states), and `anynumber` for every number in digits. The first two are fillers:
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
      let signs = text.bytes[end..<max(end, next?.range.lowerBound ?? text.bytes.count)]
      guard Self.hasQuestionMark(signs) else { continue }
      let first = words[...position].lastIndex { $0.sentence != word.sentence }.map { $0 + 1 } ?? 0
      if Self.asks(words[first...position], in: text) {
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

  private static func hasQuestionMark(_ signs: ArraySlice<UInt8>) -> Bool {
    String(decoding: signs, as: UTF8.self).unicodeScalars.contains {
      "?？؟".unicodeScalars.contains($0)
    }
  }

  /// The number of words from which a last clause that begins as a question is one, and not a tag: "isn't it?".
  private static let minimumClause = 5

  /// Returns whether a sentence with a question mark asks: its first clause begins as a question, or a last one that is longer
  /// than a tag.
  private static func asks(_ words: ArraySlice<PhraseToken>, in text: ReplyPlainText) -> Bool {
    var clauses: [[String]] = [[]]
    var end = words.first?.range.lowerBound ?? 0
    for word in words {
      let gap = text.bytes[min(end, word.range.lowerBound)..<word.range.lowerBound]
      if gap.contains(where: { ",;:(".utf8.contains($0) }) || isFreshStart(gap) {
        clauses.append([])
      }
      clauses[clauses.count - 1].append(text.text(word.range).lowercased())
      end = word.range.upperBound
    }
    let begins = { (clause: [String]) in
      clause.first { !Questions.openings.contains($0) }.map(Questions.starts.contains) ?? false
    }
    return begins(clauses[0])
      || clauses.last.map { $0.count >= minimumClause && begins($0) } ?? false
  }

  /// The words with which questions begin, in lower case.
  private enum Questions {
    /// What may stand before the first word.
    static let openings = words(
      "and so but well ok okay then now y pero entonces bueno und aber also oder na")

    static let starts = words(
      """
      do does did don't doesn't didn't are aren't is isn't am was were wasn't weren't have haven't has hasn't had can \
      can't could couldn't will won't would wouldn't should shouldn't may might must shall who whose whom what what's \
      which when where where's why how how's qué que cómo como cuándo cuando cuánto cuánta cuántos cuántas dónde donde \
      quién quien cuál cuales por para en de a te se has hay estás está tienes tenés eres sos crees creés puedes podés \
      quieres querés sabes sabés sientes sentís fue es son hast bist ist sind war warst waren hat haben hattest hatte \
      habt kannst kann könntest könnte können willst will würdest würde wirst wird magst möchtest sollst soll sollte \
      musst muss darf darfst gibt gab fühlst denkst glaubst meinst weißt was wer wen wem wessen wann wo woher wohin wie \
      warum wieso weshalb welche welcher welches wozu womit
      """)

    private static func words(_ text: String) -> Set<String> {
      Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
  }
}
