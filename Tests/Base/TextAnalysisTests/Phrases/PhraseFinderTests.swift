import SourceFiles
import Testing
import TestKit
@testable import TextAnalysis

@Suite("Conditions under which a phrase counts")
struct PhraseFinderTests {
  private let vocabulary: PhraseVocabulary

  init() throws {
    vocabulary = try FruitVocabulary.read()
  }

  private func finder(_ rules: [PhraseRule]) throws -> PhraseFinder {
    var builder = PhraseFinder.Builder(vocabulary: vocabulary)
    for (number, rule) in rules.enumerated() {
      expect(builder.insert(rule, try PhrasePattern(rule.phrase, groups: [:])), equals: number)
    }
    return try builder.build()
  }

  private func count(_ rule: PhraseRule, in text: String) throws -> Int {
    let finder = try finder([rule])
    return finder.matches(in: finder.vocabulary.tokens(of: text)).count
  }

  @Test("matches contain the rule and the words")
  func matches() throws {
    let finder = try finder([
      PhraseRule(phrase: "eat apples", language: "en"),
      PhraseRule(phrase: "red (pears|apples)", language: "en"),
    ])
    #expect(finder.ruleCount == 2)
    let tokens = finder.vocabulary.tokens(of: "red apples. I eat apples")
    #expect(
      finder.matches(in: tokens) == [
        PhraseFinder.Match(rule: 1, tokens: 0...1), PhraseFinder.Match(rule: 0, tokens: 3...4),
      ])
    #expect(PhraseFinder.none.matches(in: tokens).isEmpty)
  }

  @Test("matches are in the order of their ends")
  func order() throws {
    let finder = try finder([
      PhraseRule(phrase: "eat .. apples", language: "en"),
      PhraseRule(phrase: "two red", language: "en"),
    ])
    let matches = finder.matches(in: finder.vocabulary.tokens(of: "eat two red apples"))
    #expect(matches.map(\.rule) == [1, 0])
  }

  @Test(
    "not if one of certain words comes next",
    arguments: [
      ("eat apples", 1), ("eat apples pie", 0), ("eat apples just so pie", 0),
      ("eat apples, PÍE", 0), ("eat apples. Pie", 1), ("eat apples\npie", 1),
      ("eat apples and pie", 1), ("pie eat apples", 1),
      // A filler can be the word itself.
      ("eat apples so", 0), ("eat apples just so", 0), ("eat apples really", 1),
      // As written, and in normalised form.
      ("eat apples im haus", 0), ("eat apples 🍐", 0), ("eat apples pear", 0),
      ("eat apples pie, eat apples", 1),
    ] as [(String, Int)])
  func next(text: String, count: Int) throws {
    let rule = PhraseRule(
      phrase: "eat apples", language: "en", unlessNext: ["pie", "so", "im", "pear"])
    try expect(self.count(rule, in: text), equals: count)
  }

  @Test(
    "not if one of certain words directly precedes in the same clause",
    arguments: [
      ("eat apples", 1), ("no eat apples", 0), ("NÓ just eat apples", 0), ("no, eat apples", 1),
      ("no. Eat apples", 1), ("no - eat apples", 1), ("no I eat apples", 1),
      ("eat apples no", 1), ("so eat apples", 0), ("im eat apples", 0), ("no, so eat apples", 0),
      ("no, just eat apples", 1),
    ] as [(String, Int)])
  func before(text: String, count: Int) throws {
    let rule = PhraseRule(
      phrase: "eat apples", language: "en", unlessBefore: ["no", "so", "im"])
    try expect(self.count(rule, in: text), equals: count)
  }

  @Test(
    "not if certain words occur in the same sentence",
    arguments: [
      ("eat apples", 1), ("In my dream I eat apples", 0), ("eat apples, a drëam", 0),
      ("A dream. I eat apples", 1), ("I eat apples\nA dream", 1), ("Dreams: eat apples", 1),
      ("I want to eat apples in my sleep", 0), ("in my just really sleep eat apples", 0),
      ("in sleep eat apples", 1), ("i wanna bake, eat apples", 0), ("eat apples 🍒", 0),
      ("eat apples. Eat apples, a dream. Eat apples", 2),
    ] as [(String, Int)])
  func with(text: String, count: Int) throws {
    let rule = PhraseRule(
      phrase: "eat apples", language: "en",
      unlessWith: ["dream", "my sleep", "want to bake", "🍒", "in my (bed|sofa)"])
    try expect(self.count(rule, in: text), equals: count)
  }

  @Test("of several readings of a phrase, one without objections suffices")
  func longer() throws {
    for phrase in ["want (to eat|to eat any more)", "want (to eat any more|to eat)"] {
      let rule = PhraseRule(phrase: phrase, language: "en", unlessNext: ["any"])
      try expect(count(rule, in: "want to eat any more"), equals: 1)
      try expect(count(rule, in: "want to eat any time"), equals: 0)
    }
  }

  @Test("conditions of one phrase do not affect another, and phrases can share them")
  func shared() throws {
    let finder = try finder([
      PhraseRule(phrase: "eat apples", language: "en", unlessWith: ["dream", "sleep"]),
      PhraseRule(phrase: "eat apples", language: "en", unlessWith: ["sleep"]),
      PhraseRule(phrase: "eat apples", language: "en"),
      PhraseRule(phrase: "a dream", language: "en"),
    ])
    func rules(_ text: String) -> Set<Int> {
      Set(finder.matches(in: finder.vocabulary.tokens(of: text)).map(\.rule))
    }
    #expect(rules("eat apples") == [0, 1, 2])
    #expect(rules("eat apples, a dream") == [1, 2, 3])
    #expect(rules("eat apples in my sleep") == [2])
  }

  @Test("each condition suffices alone")
  func together() throws {
    let rule = PhraseRule(
      phrase: "eat apples", language: "en", unlessNext: ["pie"], unlessBefore: ["no"],
      unlessWith: ["dream"])
    for text in ["eat apples pie", "no eat apples", "a dream eat apples"] {
      try expect(count(rule, in: text), equals: 0)
    }
    try expect(count(rule, in: "I eat apples"), equals: 1)
  }

  @Test("unreadable words of a condition are reported")
  func mistakes() throws {
    var builder = PhraseFinder.Builder(vocabulary: vocabulary)
    let rule = PhraseRule(phrase: "eat", language: "en", unlessWith: ["a (b"])
    _ = builder.insert(rule, try PhrasePattern("eat", groups: [:]))
    let problem = #expect(throws: PhrasePattern.Problem.self) { try builder.build() }
    #expect(problem?.hint.isEmpty == false)
  }
}
