@testable import CoachSafety
import SafetyRules
import SourceFiles
import Testing
import TextAnalysis

@Suite("Reading the files of concepts and cues")
struct ScreeningFileTests {
  /// An invalid replacement for a part of a file, and the expected error.
  struct Mistake: Sendable, CustomTestStringConvertible {
    var bad: String
    var good: String
    var code: String
    var place: String

    var testDescription: String { bad }

    init(_ bad: String, for good: String, _ code: String, at place: String) {
      (self.bad, self.good, self.code, self.place) = (bad, good, code, place)
    }
  }

  private func problem(_ files: ScreeningFiles) throws -> Diagnostic {
    let error = #expect(throws: SourceError.self) { _ = try ScreeningLexicon(files) }
    return try #require(error?.diagnostics.first)
  }

  private func check(_ mistake: Mistake, _ text: String, _ files: (String) -> ScreeningFiles) throws
  {
    #expect(text.contains(mistake.good))
    let problem = try problem(
      files(text.replacing(mistake.good, with: mistake.bad, maxReplacements: 1)))
    #expect(problem.code == mistake.code)
    #expect(problem.location?.description == mistake.place)
  }

  @Test(
    "an error in a concept has a location",
    arguments: [
      Mistake("wishes", for: "wish", "concept.id", at: "Concepts/wish.yaml:1:10"),
      Mistake("abuot", for: "about", "yaml.missing", at: "Concepts/wish.yaml:1:1"),
      Mistake("suicidal", for: "suicidal_thoughts", "yaml.choice", at: "Concepts/wish.yaml:3:11"),
      Mistake("low", for: "high", "yaml.choice", at: "Concepts/wish.yaml:4:11"),
      Mistake("strength: 4", for: "strength: 1", "yaml.range", at: "Concepts/wish.yaml:5:11"),
      Mistake("strength: much", for: "strength: 1", "yaml.range", at: "Concepts/wish.yaml:5:11"),
      Mistake(
        "subject: they\nphrases:", for: "phrases:", "yaml.choice", at: "Concepts/wish.yaml:6:10"),
      Mistake(
        "immune_to: [jokes]\nphrases:", for: "phrases:", "yaml.choice",
        at: "Concepts/wish.yaml:6:13"),
      Mistake(
        "immune: [past]\nphrases:", for: "phrases:", "yaml.unknown-key",
        at: "Concepts/wish.yaml:6:1"),
      Mistake(
        "- want <fruits>", for: "- want <fruit>", "phrase.pattern", at: "Concepts/wish.yaml:8:7"),
      Mistake(
        "- want .. <fruit> ..", for: "- want <fruit>", "phrase.pattern",
        at: "Concepts/wish.yaml:8:7"),
      Mistake(
        "- (want|) <fruit>", for: "- want <fruit>", "phrase.pattern",
        at: "Concepts/wish.yaml:8:7"),
      Mistake(
        "strength: 0.5, severty", for: "strength: 0.5, severity", "yaml.unknown-key",
        at: "Concepts/wish.yaml:9:43"),
      Mistake(
        "severity: soon", for: "severity: imminent", "yaml.choice", at: "Concepts/wish.yaml:9:53"),
      Mistake(
        "{phrase: want plums, unless_with: [a (b]}",
        for: "{phrase: want plums, strength: 0.5, severity: imminent}", "phrase.pattern",
        at: "Concepts/wish.yaml:9:42"),
    ])
  func concept(_ mistake: Mistake) throws {
    try check(mistake, FruitLexicon.wish) { FruitLexicon.files(concepts: ["wish": $0]) }
  }

  @Test(
    "an error in a cue has a location",
    arguments: [
      Mistake("kue", for: "cue", "yaml.missing", at: "Cues/0.yaml:1:1"),
      Mistake("about: ''", for: "about: A cue.", "yaml.empty-text", at: "Cues/0.yaml:2:8"),
      Mistake("effect: denial", for: "effect: negation", "yaml.choice", at: "Cues/0.yaml:3:9"),
      Mistake("direction: left", for: "direction: before", "yaml.choice", at: "Cues/0.yaml:4:12"),
      Mistake("reach: 21", for: "reach: 2", "yaml.range", at: "Cues/0.yaml:5:8"),
      Mistake("reach: sentense", for: "reach: 2", "yaml.range", at: "Cues/0.yaml:5:8"),
      Mistake("factor: 2", for: "factor: 0.5", "yaml.range", at: "Cues/0.yaml:6:9"),
      Mistake("phrase:", for: "phrases:", "yaml.missing", at: "Cues/0.yaml:1:1"),
      Mistake("en: [(not]", for: "en: [not]", "phrase.pattern", at: "Cues/0.yaml:7:16"),
      Mistake(
        "en: [{phrase: not, strength: 1}]", for: "en: [not]", "yaml.unknown-key",
        at: "Cues/0.yaml:7:30"),
      Mistake(
        "stops_at: {en: [and then]}", for: "stops_at: {en: [but]}", "phrase.words",
        at: "Cues/0.yaml:8:17"),
      Mistake(
        "exceptions: {en: [not (]}", for: "exceptions: {en: [not only]}", "phrase.pattern",
        at: "Cues/0.yaml:9:19"),
      Mistake("exception:", for: "exceptions:", "yaml.unknown-key", at: "Cues/0.yaml:9:1"),
    ])
  func cue(_ mistake: Mistake) throws {
    let cue = FruitLexicon.cue(
      "negation", hears: "not", more: "stops_at: {en: [but]}\nexceptions: {en: [not only]}")
    try check(mistake, cue) { FruitLexicon.files(cues: [$0]) }
  }

  @Test(
    "an error in the groups has a location",
    arguments: [
      Mistake("group:", for: "groups:", "yaml.missing", at: "groups.yaml:1:1"),
      Mistake("fruit: apples #", for: "fruit: [apples", "yaml.type", at: "groups.yaml:2:10"),
      Mistake("[apples, 3,", for: "[apples,", "yaml.type", at: "groups.yaml:2:19"),
      Mistake(
        "groups: {}\nmore: {}\nrest:", for: "groups:", "yaml.unknown-key", at: "groups.yaml:2:1"),
    ])
  func groups(_ mistake: Mistake) throws {
    try check(mistake, FruitLexicon.groups) { FruitLexicon.files(groups: $0) }
  }

  @Test("the invented files are valid")
  func right() throws {
    let cue = FruitLexicon.cue(
      "negation", hears: "not", more: "stops_at: {en: [but]}\nexceptions: {en: [not only]}")
    let lexicon = try ScreeningLexicon(FruitLexicon.files(cues: [cue]))
    #expect(lexicon.concepts.map(\.id) == ["talk", "theirs", "wish"])
    #expect(lexicon.cues.count == 1)
    #expect(lexicon.owners.count == lexicon.finder.ruleCount)
  }
}
