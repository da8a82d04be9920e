import SourceFiles
import Testing
import TestKit
@testable import TextAnalysis

extension FruitVocabulary {
  static func read(_ text: String = text) throws -> PhraseVocabulary {
    try PhraseVocabulary(SourceFile(path: "vocabulary.yaml", text: text))
  }
}

@Suite("Normalising words")
struct PhraseVocabularyTests {
  private let vocabulary: PhraseVocabulary

  init() throws {
    vocabulary = try FruitVocabulary.read()
  }

  private func words(_ text: String) -> [String] { vocabulary.texts(of: text) }

  @Test(
    "a spelling is replaced by its meaning",
    arguments: [
      ("I wanna eat", ["i", "want", "to", "eat"]),
      ("WANNA", ["want", "to"]),
      ("Im Ím I’m i'm", ["i", "am", "i", "am", "i", "am", "i", "am"]),
      ("appl3", ["apple"]),
      ("wannabe", ["wannabe"]),
      ("", []), (" …\n", []),
    ] as [(String, [String])])
  func spellings(text: String, words: [String]) {
    #expect(self.words(text) == words)
  }

  @Test("an apostrophe distinguishes words only if the list says so")
  func apostrophes() {
    #expect(words("I'll") == ["i", "will"])
    #expect(words("I’ll") == ["i", "will"])
    #expect(words("ill") == ["ill"])
    #expect(words("he's hes") == ["he", "is", "he", "is"])
  }

  @Test("a genitive differs from the plural with the same sound")
  func genitives() {
    #expect(words("my kid's bike") == ["my", "kid's", "bike"])
    #expect(words("my kid’s bike") == ["my", "kid's", "bike"])
    #expect(words("my kids bike") == ["my", "kids", "bike"])
    #expect(words("my kids' bike") == ["my", "kids", "bike"])
    // Neither a genitive nor a spelling of the list.
    #expect(words("won't") == ["wont"])
  }

  @Test(
    "several words can have one meaning; the longest match wins",
    arguments: [
      ("a green apple", ["a", "granny"]),
      ("a GREEN  ápple, please", ["a", "granny", "please"]),
      ("green apple pie", ["cake"]),
      ("green apple pies", ["granny", "pies"]),
      ("green, apple", ["granny"]),
      ("green. apple", ["green", "apple"]),
      ("green", ["green"]),
      ("a p p l e s", ["apple", "s"]),
      ("a p p l", ["a", "p", "p", "l"]),
      ("I'd eat", ["i", "would", "eat"]),
      ("id eat", ["i", "would", "eat"]),
      ("id est", ["id", "est"]),
      ("mu-esli", ["muesli"]),
    ] as [(String, [String])])
  func joined(text: String, words: [String]) {
    #expect(self.words(text) == words)
  }

  @Test("an emoji does not separate words, and may have a meaning")
  func emoji() {
    let text = "eat🍎 apples 🍐❤️ 👍🏽"
    let tokens = vocabulary.tokens(of: text)
    #expect(words(text) == ["eat", "🍎", "apples", "pear", "❤", "👍"])
    #expect(tokens.map(\.isFiller) == [false, true, false, false, true, true])
    #expect(Set(tokens.map(\.sentence)) == [0])
    #expect(words("🍒🍒") == ["cherries"])
    #expect(words("🍒") == ["🍒"])
  }

  @Test("fillers of all languages are recognised in folded form, also inside a meaning")
  func fillers() {
    let tokens = vocabulary.tokens(of: "So TAMBIÉN nur apples")
    #expect(tokens.map(\.isFiller) == [true, true, true, false])
    #expect(vocabulary.tokens(of: "jw apples").map(\.isFiller) == [true, false, false])
  }

  @Test("a phrase has no fillers unless it consists of them")
  func phrases() {
    var builder = PhraseIndex.Builder(vocabulary: vocabulary)
    func words(_ phrase: String, keepingFillers: Bool = false) -> [String] {
      builder.words(of: phrase, keepingFillers: keepingFillers).map { builder.vocabulary.word($0) }
    }
    #expect(words("just eat really") == ["eat"])
    #expect(words("just eat really", keepingFillers: true) == ["just", "eat", "really"])
    #expect(words("just really") == ["just", "really"])
    #expect(words("🍎") == ["🍎"])
    #expect(words("jw") == ["want"])
    #expect(words(" , ").isEmpty)
  }

  @Test("every word knows its range in the message")
  func places() {
    let text = "Ähm, I wanna a p p l e’s. 🍐"
    let bytes = Array(text.utf8)
    let tokens = vocabulary.tokens(of: text)
    let written = tokens.map { String(decoding: bytes[$0.range], as: UTF8.self) }
    #expect(words(text) == ["ahm", "i", "want", "to", "a", "p", "p", "l", "e's", "pear"])
    #expect(written == ["Ähm", "I", "wanna", "wanna", "a", "p", "p", "l", "e’s", "🍐"])
    #expect(tokens.map(\.sentence) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
    let joined = vocabulary.tokens(of: "¡a p p l e!")
    #expect(joined.map(\.range) == [2..<11])
  }

  @Test("the written word is kept, for exceptions of another language")
  func written() {
    #expect(vocabulary.texts(of: "I’m wanna", \.written) == ["im", "im", "wanna", "wanna"])
  }

  @Test("words are attached if only whitespace separates them, and inside a meaning")
  func attached() {
    let text = "eat wanna,  im - apples\tnow"
    let tokens = vocabulary.tokens(of: text)
    #expect(words(text) == ["eat", "want", "to", "i", "am", "apples", "now"])
    #expect(tokens.map(\.isAttached) == [false, true, true, false, true, false, true])
  }

  @Test("a meaning is final and not replaced again")
  func final() throws {
    let vocabulary = try FruitVocabulary.read(
      "fillers: {en: [just]}\nspellings: {en: {a: b, b: c, c d: a}}")
    #expect(vocabulary.texts(of: "a b c d") == ["b", "c", "a"])
  }

  @Test(
    "an error has a location",
    arguments: [
      ("fillers: {en: [just]}", "yaml.missing", "vocabulary.yaml:1:1"),
      ("fillers: {en: just}\nspellings: {en: {a: b}}", "yaml.type", "vocabulary.yaml:1:15"),
      ("fillers: [just]\nspellings: {en: {a: b}}", "yaml.type", "vocabulary.yaml:1:10"),
      ("fillers: {en: [a]}\nspellings: {en: {a: 3}}", "yaml.type", "vocabulary.yaml:2:21"),
      ("fillers: {en: [a]}\nspellings: {en: [a]}", "yaml.type", "vocabulary.yaml:2:17"),
      (
        "fillers: {en: [a]}\nspellings: {en: {a: b}}\nspelling: 1", "yaml.unknown-key",
        "vocabulary.yaml:3:1"
      ),
    ])
  func mistakes(text: String, code: String, place: String) {
    let error = #expect(throws: SourceError.self) { try FruitVocabulary.read(text) }
    #expect(error?.diagnostics.first?.code == code)
    #expect(error?.diagnostics.first?.location?.description == place)
  }
}
