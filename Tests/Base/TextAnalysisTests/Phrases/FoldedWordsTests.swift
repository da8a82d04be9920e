import Testing
@testable import TextAnalysis

@Suite("Words are compared without case, accents and apostrophe variants")
struct FoldedWordsTests {
  private func texts(_ text: String) -> [String] { FoldedWords(text).map(\.text) }

  @Test(
    "differently written words are equal",
    arguments: [
      ("MÖCHTE Über ñandú", ["mochte", "uber", "nandu"]),
      ("mo\u{308}chte", ["mochte"]),
      ("I'm I’m I‘m I`m I´m Iʼm", ["im", "im", "im", "im", "im", "im"]),
      ("Straße ǅ", ["strasse", "ǆ"]),
      ("Œuvre æ Þ ĳ", ["oeuvre", "ae", "th", "ij"]),
      ("a\u{AD}b c\u{200B}d e\u{FE0F}", ["ab", "cd", "e"]),
      ("'quoted' it's’ 'n'", ["quoted", "its", "n"]),
      ("a''b x'-y", ["a", "b", "x", "y"]),
      ("self-harm, 24/7 😂ok", ["self", "harm", "24", "7", "😂", "ok"]),
      ("дом 家", ["дом", "家"]),
      ("×÷", []),
      ("", []),
    ] as [(String, [String])])
  func folded(text: String, words: [String]) {
    #expect(texts(text) == words)
  }

  @Test("a word knows its bytes in the message")
  func ranges() {
    let text = "— Ich möchte, I’ll 😂 é\u{301}a."
    let bytes = Array(text.utf8)
    let found = FoldedWords(text).map { String(decoding: bytes[$0.range], as: UTF8.self) }
    #expect(found == ["Ich", "möchte", "I’ll", "😂", "é\u{301}a"])
  }

  @Test("sentences end at their marks and at line ends")
  func sentences() {
    let words = FoldedWords("a b. c? d! e\nf… ¿g? h, i: j")
    #expect(words.map(\.sentence) == [0, 0, 1, 2, 3, 4, 6, 7, 7, 7])
  }

  @Test("only whitespace between two words attaches them")
  func attached() {
    let words = FoldedWords("a b, c\u{A0}d 'e f' g. h")
    #expect(words.map(\.isAttached) == [false, true, false, true, false, true, false, false])
  }

  @Test(
    "an emoji is a separate word at any position",
    arguments: [
      ("😂", ["😂"]), ("so😂funny", ["so", "😂", "funny"]), ("😂😂 😭", ["😂", "😂", "😭"]),
      // Variation selectors, skin tones and joiners are not compared.
      ("❤️ ❤", ["❤", "❤"]), ("👍🏽👍", ["👍", "👍"]), ("👩‍🚀", ["👩", "🚀"]),
      ("🇨🇴", ["🇨", "🇴"]), ("1️⃣ 30° ©", ["1", "30", "°", "©"]),
      ("don't😂'know", ["dont", "😂", "know"]), ("it'😂s", ["it", "😂", "s"]), ("😂\u{301}", ["😂"]),
      // Punctuation and mathematical signs separate words and are not words.
      ("a+b=c €5 ~ ^", ["a", "b", "c", "5"]),
    ] as [(String, [String])])
  func emoji(text: String, words: [String]) {
    #expect(texts(text) == words)
  }

  @Test("an emoji knows its bytes and has no apostrophe")
  func emojiRanges() {
    let text = "hm 👍🏽, ❤️!"
    let bytes = Array(text.utf8)
    let words = FoldedWords(text)
    #expect(words.map { String(decoding: bytes[$0.range], as: UTF8.self) } == ["hm", "👍", "❤"])
    #expect(words.allSatisfy { $0.apostrophed == nil })
    #expect(words.map(\.range.lowerBound) == [0, 3, 13])
  }

  @Test("an emoji does not end a sentence, and nothing is attached to it")
  func emojiSentences() {
    let words = FoldedWords("no 😂 quiero. 😭 yes")
    #expect(words.map(\.text) == ["no", "😂", "quiero", "😭", "yes"])
    #expect(words.map(\.sentence) == [0, 0, 0, 1, 1])
    #expect(words.map(\.isAttached) == [false, true, false, false, false])
  }

  @Test("for random texts, words are in order and do not overlap")
  func order() {
    for text in [
      "I’ll 😂😂 'é\u{301}a' — \u{301}x", "\u{0}\u{FFFD}\u{200D}a\u{AD}",
      String(repeating: "😂a'", count: 500),
      "\r\n\t…", "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 ﷽ नमस्ते",
    ] {
      let words = FoldedWords(text)
      var end = 0
      for word in words {
        #expect(word.range.lowerBound >= end && !word.range.isEmpty && !word.text.isEmpty)
        end = word.range.upperBound
      }
      #expect(end <= text.utf8.count)
      #expect(words.map(\.sentence) == words.map(\.sentence).sorted())
    }
  }

  @Test("a word with an apostrophe is also available with it")
  func apostrophes() {
    let words = FoldedWords("I’ll ill ROCK'N'ROLL")
    #expect(words.map(\.text) == ["ill", "ill", "rocknroll"])
    #expect(words.map(\.apostrophed) == ["i'll", nil, "rock'n'roll"])
  }
}
