import Testing

@testable import CoachSafety

@Suite("Words are compared without case, accents and the shape of apostrophes")
struct FoldedWordsTests {
  private func texts(_ text: String) -> [String] { FoldedWords.words(of: text).map(\.text) }

  @Test(
    "differently written words are one",
    arguments: [
      ("MÖCHTE Über ñandú", ["mochte", "uber", "nandu"]),
      ("mo\u{308}chte", ["mochte"]),
      ("I'm I’m I‘m I`m I´m Iʼm", ["im", "im", "im", "im", "im", "im"]),
      ("Straße ǅ", ["strasse", "ǅ"]),
      ("Œuvre æ Þ ĳ", ["oeuvre", "ae", "th", "ij"]),
      ("a\u{AD}b c\u{200B}d e\u{FE0F}", ["ab", "cd", "e"]),
      ("'quoted' it's’ 'n'", ["quoted", "its", "n"]),
      ("a''b x'-y", ["a", "b", "x", "y"]),
      ("self-harm, 24/7 😂ok", ["self", "harm", "24", "7", "ok"]),
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
    let found = FoldedWords.words(of: text).map { String(decoding: bytes[$0.range], as: UTF8.self) }
    #expect(found == ["Ich", "möchte", "I’ll", "é\u{301}a"])
  }

  @Test("sentences end at their marks and at line ends")
  func sentences() {
    let words = FoldedWords.words(of: "a b. c? d! e\nf… ¿g? h, i: j")
    #expect(words.map(\.sentence) == [0, 0, 1, 2, 3, 4, 6, 7, 7, 7])
  }

  @Test("only blanks between two words attach them")
  func attached() {
    let words = FoldedWords.words(of: "a b, c\u{A0}d 'e f' g. h")
    #expect(words.map(\.isAttached) == [false, true, false, true, false, true, false, false])
  }

  @Test("a word with an apostrophe is known with it, too")
  func apostrophes() {
    let words = FoldedWords.words(of: "I’ll ill ROCK'N'ROLL")
    #expect(words.map(\.text) == ["ill", "ill", "rocknroll"])
    #expect(words.map(\.apostrophed) == ["i'll", nil, "rock'n'roll"])
  }
}
