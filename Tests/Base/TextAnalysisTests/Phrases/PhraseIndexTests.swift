import SourceFiles
import Testing
import TestKit
@testable import TextAnalysis

@Suite("Phrases in a sequence of words")
struct PhraseIndexTests {
  private let vocabulary: PhraseVocabulary

  init() throws {
    vocabulary = try FruitVocabulary.read()
  }

  /// The words of every match, by number of the pattern.
  private func found(_ patterns: [String], in text: String) throws -> [[String]] {
    var builder = PhraseIndex.Builder(vocabulary: vocabulary)
    for (number, pattern) in patterns.enumerated() {
      builder.insert(try PhrasePattern(pattern, groups: [:]), payload: number)
    }
    let index = builder.build()
    builder.vocabulary.learn(text)
    let tokens = builder.vocabulary.tokens(of: text)
    var texts = patterns.map { _ in [String]() }
    for match in index.phrases(in: tokens) {
      texts[match.payload].append(
        tokens[match.tokens].map { builder.vocabulary.word($0.word) }.joined(separator: " "))
    }
    return texts.map { $0.sorted() }
  }

  private func found(_ pattern: String, in text: String) throws -> [String] {
    try found([pattern], in: text)[0]
  }

  @Test(
    "words in order",
    arguments: [
      ("eat apples", "I EAT ápples now", ["eat apples"]),
      ("eat apples", "apples eat", []),
      ("eat apples", "eat", []), ("eat apples", "", []),
      ("eat apples", "eat no apples", []),
      ("eat apples", "eats apples", []),
      ("I want to eat", "i wanna eat", ["i want to eat"]),
      ("apples", "apples", ["apples"]),
    ] as [(String, String, [String])])
  func plain(pattern: String, text: String, found: [String]) throws {
    try expect(self.found(pattern, in: text), equals: found)
  }

  @Test(
    "one of several choices, or none if one of them is empty",
    arguments: [
      ("eat (green|red) apples", "eat red apples", ["eat red apples"]),
      ("eat (green|red) apples", "eat apples", []),
      ("eat (green|red) apples", "eat blue apples", []),
      ("eat (|red|very red) apples", "eat apples", ["eat apples"]),
      ("eat (|red|very red) apples", "eat very red apples", ["eat very red apples"]),
      ("eat (red|red apples|apples) now", "eat red apples now", ["eat red apples now"]),
      ("eat apples (now|)", "eat apples", ["eat apples"]),
      ("eat apples (now|)", "eat apples now", ["eat apples now"]),
      ("(a|b) (|c) (d|)", "a d b", ["a d", "b"]),
    ] as [(String, String, [String])])
  func choices(pattern: String, text: String, found: [String]) throws {
    try expect(self.found(pattern, in: text), equals: found)
  }

  @Test(
    "an optional start may be missing, but not replaced by fillers",
    arguments: [
      ("(|please) eat apples", "eat apples", ["eat apples"]),
      ("(|please) eat apples", "please eat apples", ["eat apples", "please eat apples"]),
      ("(|please) eat apples", "just eat apples", ["eat apples"]),
      (
        "(|please) (|do) eat", "please just do eat", ["do eat", "eat", "please just do eat"]
      ),
      ("(|please) (|do) eat", "please just eat", ["eat", "please just eat"]),
    ] as [(String, String, [String])])
  func beginnings(pattern: String, text: String, found: [String]) throws {
    try expect(self.found(pattern, in: text), equals: found)
  }

  @Test(
    "fillers are allowed between the words, not around them",
    arguments: [
      ("eat apples", "just eat so really just apples so", ["eat so really just apples"]),
      ("eat apples", "eat 🍎 apples", ["eat 🍎 apples"]),
      ("eat just apples", "eat apples", ["eat apples"]),
      // A choice that consists only of a filler is significant.
      ("eat (so|too) much", "eat so much", ["eat so much"]),
      ("eat (so|too) much", "eat much", []),
      ("eat (so|too) much", "eat just so really much", ["eat just so really much"]),
      ("so so", "so so", ["so so"]),
    ] as [(String, String, [String])])
  func fillers(pattern: String, text: String, found: [String]) throws {
    try expect(self.found(pattern, in: text), equals: found)
  }

  @Test(
    "a gap allows up to its number of words, without counting fillers",
    arguments: [
      ("eat ..2 apples", "eat apples", ["eat apples"]),
      ("eat ..2 apples", "eat two red apples", ["eat two red apples"]),
      ("eat ..2 apples", "eat two very red apples", []),
      (
        "eat ..2 apples", "eat just two so really red just apples",
        [
          "eat just two so really red just apples"
        ]
      ),
      ("eat .. apples", "eat a b c apples", ["eat a b c apples"]),
      ("eat .. apples", "eat a b c d apples", []),
      ("eat ..1 apples", "eat apples apples", ["eat apples"]),
      ("eat ..1 (red|green) apples", "eat two green apples", ["eat two green apples"]),
      ("eat ..1 red ..1 apples", "eat a red b apples", ["eat a red b apples"]),
      ("eat ..1 red ..1 apples", "eat a b red apples", []),
      // The first alternative fails, the second matches.
      ("eat ..3 red apples", "eat red pears red apples", ["eat red pears red apples"]),
    ] as [(String, String, [String])])
  func gaps(pattern: String, text: String, found: [String]) throws {
    try expect(self.found(pattern, in: text), equals: found)
  }

  @Test(
    "every match is found, even overlapping ones",
    arguments: [
      ("eat apples", "eat apples and eat apples", ["eat apples", "eat apples"]),
      ("a b a", "a b a b a", ["a b a", "a b a"]),
      ("a .. b", "a a b", ["a a b", "a b"]),
      ("eat apples", "eat apples. Eat apples!", ["eat apples", "eat apples"]),
    ] as [(String, String, [String])])
  func several(pattern: String, text: String, found: [String]) throws {
    try expect(self.found(pattern, in: text), equals: found)
  }

  @Test("phrases that share words are all found")
  func shared() throws {
    let patterns = ["eat apples", "eat (apples|pears)", "apples now", "eat .. now", "now"]
    try expect(
      found(patterns, in: "eat apples now"),
      equals: [
        ["eat apples"], ["eat apples"], ["apples now"], ["eat apples now"], ["now"],
      ])
  }

  @Test(
    "no match crosses the end of a sentence",
    arguments: [
      "eat. Apples", "eat! apples", "eat? apples", "eat; apples", "eat… apples", "eat\napples",
      "eat two. Apples", "eat\r\napples", "¿eat? apples",
    ])
  func sentences(text: String) throws {
    try expect(
      found(["eat apples", "eat .. apples", "eat"], in: text)[0...1],
      equals: [
        [], [],
      ])
  }

  @Test("a comma, a dash or a bracket does not separate words")
  func commas() throws {
    for text in ["eat, apples", "eat - apples", "eat (apples)", "eat/apples"] {
      try expect(found("eat apples", in: text), equals: ["eat apples"])
    }
  }

  @Test("an index without phrases finds nothing")
  func empty() {
    #expect(PhraseIndex().phrases(in: vocabulary.tokens(of: "eat apples")).isEmpty)
    #expect(PhraseIndex.Builder(vocabulary: vocabulary).build().phrases(in: []).isEmpty)
  }
}
