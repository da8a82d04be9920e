import SourceFiles
import Testing

@testable import CoachSafety

/// Phrases about fruit: what is tested here is how phrases are found, not what they say.
@Suite("Phrases of a list are found as words")
struct PhraseListTests {
  private static let valid = """
    fillers: {en: [just, really], de: [nur]}
    spellings: {en: {wanna: want to, "i'll": I will}}
    negations: {es: [no, nunca]}
    groups:
      fruit: [apples, green pears]
    phrases:
      - phrase: I (want|wish) to eat <fruit>
        language: en
        category: self_harm
        severity: moderate
        unless_next: [pie, tomorrow]
        unless_with: [dream]
      - phrase: quiero peras
        language: es
        category: abuse
        severity: high
      - phrase: I will eat
        language: en
        category: abuse
        severity: imminent
    """

  private func list(_ text: String = valid) throws -> PhraseList {
    try PhraseList(SourceFile(path: "phrases.yaml", text: text))
  }

  private func found(_ text: String) throws -> [String] {
    let bytes = Array(text.utf8)
    return try list().matches(in: text).map { String(decoding: bytes[$0.range], as: UTF8.self) }
  }

  @Test(
    "case, accents, fillers and other spellings make no difference",
    arguments: [
      ("I want to eat apples", ["I want to eat apples"]),
      ("so i WANNA  eat ápples!", ["i WANNA  eat ápples"]),
      ("I just really want to just eat apples", ["I just really want to just eat apples"]),
      (
        "I wish to eat green pears and I want to eat apples",
        ["I wish to eat green pears", "I want to eat apples"]
      ),
      ("I’ll eat", ["I’ll eat"]),
    ] as [(String, [String])])
  func matches(text: String, phrases: [String]) throws {
    #expect(try found(text) == phrases)
  }

  @Test(
    "what only looks alike is not found",
    arguments: [
      "I want to eat", "want to eat apples", "I want to eat apple", "I want to not eat apples",
      "I want to. Eat apples", "I want to\neat apples", "xI want to eat apples", "ill eat",
    ])
  func others(text: String) throws {
    #expect(try found(text).isEmpty)
  }

  @Test(
    "a word right after it can make it something else",
    arguments: [
      ("I want to eat apples pie", 0), ("I want to eat apples just pie", 0),
      ("I want to eat apples, PIE", 0), ("I want to eat apples. Pie", 1),
      ("I want to eat apples and pie", 1),
    ] as [(String, Int)])
  func next(text: String, count: Int) throws {
    #expect(try found(text).count == count)
  }

  @Test(
    "a word of the same sentence can make it something else",
    arguments: [
      ("In my dream I want to eat apples", 0), ("I want to eat apples, a dream", 0),
      ("A dream. I want to eat apples", 1), ("I want to eat apples\nA dream", 1),
      ("Dreams: I want to eat apples", 1),
    ] as [(String, Int)])
  func with(text: String, count: Int) throws {
    #expect(try found(text).count == count)
  }

  @Test(
    "a negation counts only right before it and in its language",
    arguments: [
      ("quiero peras", 1), ("no quiero peras", 0), ("nunca quiero peras", 0),
      ("no, quiero peras", 1), ("no. quiero peras", 1), ("no no I want to eat apples", 1),
    ] as [(String, Int)])
  func negated(text: String, count: Int) throws {
    #expect(try found(text).count == count)
  }

  @Test(
    "every mistake has a code and a line",
    arguments: [
      ("phrase: quiero peras", "phrase: quiero (peras", "phrase.pattern", 13),
      ("phrase: quiero peras", "phrase: quiero", "phrase.short", 13),
      ("phrase: quiero peras", "phrase: just quiero", "phrase.short", 13),
      ("phrase: quiero peras", "phrase: I will eat", "phrase.duplicate", 17),
      ("unless_with: [dream]", "unless_with: [a dream]", "phrase.words", 12),
      (
        "category: abuse\n    severity: high", "category: abus\n    severity: high", "yaml.choice",
        15
      ),
      ("severity: imminent", "severity: low", "yaml.choice", 20),
      ("language: es", "langauge: es", "yaml.missing", 13),
      ("unless_next: [pie", "unless_nxt: [pie", "yaml.unknown-key", 11),
      ("groups:", "gruops:", "phrase.pattern", 7),
    ] as [(String, String, String, Int)])
  func mistakes(good: String, bad: String, code: String, line: Int) {
    let parts = Self.valid.split(separator: good, maxSplits: 1, omittingEmptySubsequences: false)
    #expect(parts.count == 2)
    let error = #expect(throws: SourceError.self) { try list(parts.joined(separator: bad)) }
    #expect(error?.diagnostics.first?.code == code)
    #expect(error?.diagnostics.first?.location?.line == line)
  }
}

@Suite("Phrases are found in one pass as by looking for each at every place")
struct PhraseAutomatonPropertyTests {
  @Test("random phrases in random texts", arguments: UInt64(1)...40)
  func random(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func words(_ length: ClosedRange<Int>) -> [String] {
      let count = Int.random(in: length, using: &generator)
      return (0..<count).map { _ in String("abc".randomElement(using: &generator) ?? "a") }
    }
    var automaton = PhraseAutomaton()
    var phrases: [[String]] = []
    for _ in 0..<12 {
      let phrase = words(2...4)
      let isNew = automaton.insert([[phrase]], entry: phrases.count) { phrases[$0] == phrase }
      #expect(isNew != phrases.contains(phrase))
      phrases.append(phrase)
    }
    automaton.seal()
    let text = words(60...80)
    var (found, expected): (Set<[Int]>, Set<[Int]>) = ([], [])
    var state = 0
    for (position, word) in text.enumerated() {
      state = automaton.state(after: word, from: state)
      for end in automaton.ends(in: state) {
        found.insert([end.entry, position - end.length + 1, position])
      }
    }
    for (entry, phrase) in phrases.enumerated() where phrases.firstIndex(of: phrase) == entry {
      for start in 0...(text.count - phrase.count)
      where text[start..<(start + phrase.count)].elementsEqual(phrase) {
        expected.insert([entry, start, start + phrase.count - 1])
      }
    }
    #expect(found == expected)
    #expect(!found.isEmpty)
  }
}
