@testable import CoachBenchmarks
import SafetyRules
import Testing

@Suite("The words by which a language is known")
struct LanguageWordsTests {
  /// Texts without much of a language: most words must be common for a text to count.
  private static let common = Array(repeating: "the garden is a good place", count: 12)

  @Test("a word counts from its second invented text on, and from its third by people")
  func minimum() throws {
    var words = LanguageWords()
    for text in Self.common { words.add(text, language: "en") }
    for text in ["the garden is twice", "a place is twice", "the garden is once"] {
      words.add(text, language: "en")
    }
    words.add(
      byPeople: Self.common + [
        "the garden is thrice", "a good thrice place", "thrice is the place", "the garden is rare",
        "a rare good place",
      ])
    let english = try #require(words.lists["en"])
    #expect(["garden", "twice", "thrice"].allSatisfy(english.contains))
    #expect(!english.contains("once") && !english.contains("rare"))
    #expect(english == english.sorted())
  }

  @Test("words by people are English, where there is English at all")
  func people() {
    var words = LanguageWords()
    for text in Self.common { words.add(text, language: "de") }
    words.add(byPeople: Self.common)
    #expect(words.lists.keys.sorted() == ["de"])
  }

  @Test("a list of words tells how much of a text is known")
  func known() throws {
    let words = KnownWords(["en": ["the", "garden"], "es": ["el", "jardin", "the"]])
    #expect(words.languages == ["en", "es"])
    let share = try #require(words.share(of: "The garden, el gato #jardin"))
    #expect(share.words == 4 && share.share == 0.5)
    #expect(words.share(of: "42 #garden") == nil)
  }
}
