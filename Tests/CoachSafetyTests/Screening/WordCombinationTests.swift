@testable import CoachSafety
import SafetyRules
import SourceFiles
import Testing
import TestKit

@Suite("Combinations of words in any order")
struct WordCombinationTests {
  private static let file = """
    concept: talk
    about: Wanting, near fruit.
    together:
      - language: en
        strength: 0.3
        within: 5
        unless_inside: [not, im]
        unless_with: [dream of]
        sets:
          - [want, wanting, hope for]
          - [<fruit>, plums]
          - [now, tonight]
      - language: es
        severity: imminent
        sets:
          - [quiero]
          - [peras]

    """

  private func files(_ text: String = file, cues: [String] = []) -> ScreeningFiles {
    var files = FruitLexicon.files(concepts: ["talk": FruitLexicon.talk], cues: cues)
    files.combinations = [SourceFile(path: "Combinations/talk.yaml", text: text)]
    return files
  }

  private func described(_ text: String, cues: String...) throws -> [String] {
    try ScreeningLexicon(files(cues: cues)).described(text)
  }

  @Test(
    "one word of each set, in any order",
    arguments: [
      ("I want apples now", true), ("Tonight, plums! I", false), ("now plums I want", true),
      ("GREEN pears tonight hope for", true), ("want apples", false), ("want now", false),
      ("apples now", false), ("wanted apples now", false),
    ])
  func sets(text: String, isFound: Bool) throws {
    try expect(described(text), equals: (isFound ? ["talk 0.3 writer"] : []))
  }

  @Test(
    "close together, without counting fillers, and in one sentence",
    arguments: [
      ("want a b apples now", true), ("want a b c apples now", false),
      ("want just really so a b apples just now", true), ("want green pears a now", true),
      ("want green pears a b now", false), ("want. apples now", false),
      ("want, apples, now", true), ("want apples\nnow", false),
    ])
  func near(text: String, isFound: Bool) throws {
    try expect(described(text), equals: (isFound ? ["talk 0.3 writer"] : []))
  }

  @Test(
    "not if certain words occur between them or in the same sentence",
    arguments: [
      ("want not apples now", false), ("want apples not now", false),
      ("not want apples now", true), ("want apples now not", true), ("want im apples now", false),
      ("I dream of it, want apples now", false), ("I dream of it. Want apples now", true),
    ])
  func against(text: String, isFound: Bool) throws {
    try expect(described(text), equals: (isFound ? ["talk 0.3 writer"] : []))
  }

  @Test("a combination has its own strength and severity, or its concept's")
  func weights() throws {
    let lexicon = try ScreeningLexicon(files())
    let spanish = try #require(lexicon.mentions(in: "hoy quiero muchas peras, ya").first)
    #expect(spanish.strength == 0.4 && spanish.severity == .imminent)
    #expect(spanish.range == 4..<23)
    let english = try #require(lexicon.mentions(in: "ok, now I want  apples").first)
    #expect(english.strength == 0.3 && english.severity == .moderate)
    #expect(english.range == 4..<22)
  }

  @Test("it is reported once per sentence, and in each sentence")
  func once() throws {
    try expect(described("want apples now, want plums tonight"), equals: ["talk 0.3 writer"])
    try expect(
      described("want apples now. Want plums tonight"),
      equals: ["talk 0.3 writer", "talk 0.3 writer"])
    // The first occurrence is too far from the others, a later one is not.
    try expect(described("want a b c d e want apples now"), equals: ["talk 0.3 writer"])
  }

  @Test("cues around it and between its words weaken it")
  func cues() throws {
    let cue = FruitLexicon.cue("study", reach: "1", hears: "essay")
    for (text, isHeard) in [
      ("essay want apples now", true), ("want essay apples now", true),
      ("want apples now essay", false), ("essay a b want apples now", false),
    ] {
      try expect(
        described(text, cues: cue), equals: [isHeard ? "talk 0.15 writer study" : "talk 0.3 writer"]
      )
    }
    // A cue among the combination's own words is ignored.
    let own = FruitLexicon.cue("study", direction: "both", reach: "sentence", hears: "tonight")
    try expect(described("want apples tonight", cues: own), equals: ["talk 0.3 writer"])
  }

  @Test(
    "an error has a location",
    arguments: [
      ("concept: talk", "concept: walk", "combination.concept", "1:10"),
      ("about: ", "abuot: ", "yaml.missing", "1:1"),
      ("together:", "togehter:", "yaml.missing", "1:1"),
      ("strength: 0.3", "strength: 4", "yaml.range", "5:15"),
      ("within: 5", "within: 31", "yaml.range", "6:13"),
      ("[not, im]", "[not, i am]", "phrase.words", "7:26"),
      ("[<fruit>, plums]", "[<fruits>, plums]", "phrase.pattern", "11:10"),
      ("severity: imminent", "severity: soon", "yaml.choice", "14:15"),
      ("severity: imminent", "severty: imminent", "yaml.unknown-key", "14:5"),
      ("language: es", "langauge: es", "yaml.missing", "13:5"),
      ("[dream of]", "[dream (of]", "phrase.pattern", "8:19"),
    ])
  func mistakes(good: String, bad: String, code: String, place: String) throws {
    #expect(Self.file.contains(good))
    let text = Self.file.replacing(good, with: bad, maxReplacements: 1)
    let error = #expect(throws: SourceError.self) { _ = try ScreeningLexicon(files(text)) }
    let problem = try #require(error?.diagnostics.first)
    #expect(problem.code == code)
    #expect(problem.location?.description == "Combinations/talk.yaml:\(place)")
  }
}
