import Documents
import SourceFiles
import Testing
import TestKit
@testable import TextAnalysis

@Suite("Reading phrases from files")
struct PhraseReaderTests {
  private let reader: PhraseReader

  init() throws {
    reader = PhraseReader(
      groups: ["fruit": ["apples", "green pears"]], vocabulary: try FruitVocabulary.read())
  }

  /// Reads phrases that may have a strength.
  private func rules(_ text: String) throws -> [(
    rule: PhraseRule, pattern: PhrasePattern, extra: Double?
  )] {
    let node = try DocumentNode.parse(SourceFile(path: "phrases.yaml", text: text))
    return try reader.rules(node, "'phrases'") { (map: inout MappingReader?) throws(SourceError) in
      try map?.optional("strength")?.number("'strength'", in: 0...3)
    }
  }

  private static let valid = """
    en:
      - eat <fruit>
      - {phrase: "eat: nothing", strength: 0.5}
      - phrase: want to (eat|have) pears
        unless_next: [Píe, tomorrow, I'm]
        unless_before: ["no"]
        unless_with: [a dream, (red|green) cake]
    es: [quiero peras]
    de: []

    """

  @Test("a phrase is a text, or a mapping with conditions")
  func reads() throws {
    let rules = try rules(Self.valid)
    #expect(rules.map(\.rule.language) == ["en", "en", "en", "es"])
    #expect(
      rules.map(\.rule.phrase) == [
        "eat <fruit>", "eat: nothing", "want to (eat|have) pears", "quiero peras",
      ])
    #expect(rules.map(\.extra) == [nil, 0.5, nil, nil])
    #expect(rules[0].pattern.parts == [.choices(["eat"]), .choices(["apples", "green pears"])])
    // Adjacent words are folded; words elsewhere are a pattern of their own.
    #expect(rules[2].rule.unlessNext == ["pie", "tomorrow", "im"])
    #expect(rules[2].rule.unlessBefore == ["no"])
    #expect(rules[2].rule.unlessWith == ["a dream", "(red|green) cake"])
    #expect(rules[0].rule.unlessNext.isEmpty && rules[0].rule.unlessWith.isEmpty)
  }

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

  static let mistakes = [
    Mistake("eat (<fruit>", for: "eat <fruit>", "phrase.pattern", at: "2:5"),
    Mistake("eat <fruits>", for: "eat <fruit>", "phrase.pattern", at: "2:5"),
    Mistake("eat <fruit> ..", for: "eat <fruit>", "phrase.pattern", at: "2:5"),
    Mistake("eat ..12 <fruit>", for: "eat <fruit>", "phrase.pattern", at: "2:5"),
    Mistake("(eat|) (<fruit>|)", for: "eat <fruit>", "phrase.pattern", at: "2:5"),
    Mistake("(eat|) (drink|)", for: "eat <fruit>", "phrase.pattern", at: "2:5"),
    Mistake("(eat|…)", for: "eat <fruit>", "phrase.pattern", at: "2:5"),
    Mistake("3", for: "eat <fruit>", "yaml.type", at: "2:5"),
    Mistake("'  '", for: "eat <fruit>", "yaml.empty-text", at: "2:5"),
    Mistake("(eat|have pears", for: "(eat|have) pears", "phrase.pattern", at: "4:13"),
    Mistake("phrases: want", for: "phrase: want", "yaml.missing", at: "4:5"),
    Mistake("unless_nxt:", for: "unless_next:", "yaml.unknown-key", at: "5:5"),
    Mistake("[Píe, or tomorrow,", for: "[Píe, tomorrow,", "phrase.words", at: "5:24"),
    Mistake("unless_before: ['']", for: "unless_before: [\"no\"]", "yaml.empty-text", at: "6:21"),
    Mistake("unless_before: ['!']", for: "unless_before: [\"no\"]", "phrase.words", at: "6:21"),
    Mistake("unless_before: no", for: "unless_before: [\"no\"]", "yaml.type", at: "6:20"),
    Mistake("unless_with: a dream #", for: "unless_with: [", "yaml.type", at: "7:18"),
    Mistake(
      "[a dream, (red|green cake]", for: "[a dream, (red|green) cake]", "phrase.pattern",
      at: "7:28"),
    Mistake("strength: 5", for: "strength: 0.5", "yaml.range", at: "3:40"),
    Mistake("strnegth: 0.5", for: "strength: 0.5", "yaml.unknown-key", at: "3:30"),
    Mistake("fr: [quiero", for: "es: [quiero", "phrase.language", at: "8:1"),
    Mistake("es: quiero #", for: "es: [quiero", "yaml.type", at: "8:5"),
  ]

  @Test("every error has a location and a fix", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws {
    #expect(Self.valid.contains(mistake.good))
    let text = Self.valid.replacing(mistake.good, with: mistake.bad, maxReplacements: 1)
    let error = #expect(throws: SourceError.self) { try rules(text) }
    let diagnostic = try #require(error?.diagnostics.first)
    #expect(diagnostic.code == mistake.code)
    #expect(diagnostic.location?.description == "phrases.yaml:\(mistake.place)")
    // The message for a value of the wrong kind says what it should be.
    let saysHow = diagnostic.hint?.isEmpty == false || diagnostic.code.hasPrefix("yaml.")
    #expect(saysHow)
  }

  @Test("if a file requires two words, no choice may leave only one")
  func minimumWords() throws {
    func read(_ phrase: String) throws {
      let node = try DocumentNode.parse(SourceFile(path: "phrases.yaml", text: "en: [\(phrase)]"))
      _ = try reader.rules(node, "'phrases'", minimumWords: 2) {
        (_: inout MappingReader?) throws(SourceError) in
      }
    }
    // A single word without choices is allowed.
    for phrase in ["eat <fruit>", "(eat|have) pears", "(eat|) (red|) pears now", "pears"] {
      try read(phrase)
    }
    for phrase in ["(eat|) pears", "(eat|just|) pears (now|)", "<fruit> (|now)"] {
      let error = #expect(throws: SourceError.self) { try read(phrase) }
      #expect(error?.diagnostics.first?.code == "phrase.pattern")
      #expect(error?.diagnostics.first?.location?.description == "phrases.yaml:1:6")
      #expect(error?.diagnostics.first?.hint?.isEmpty == false)
    }
  }

  @Test("phrases are grouped by language")
  func shape() {
    for text in ["- eat", "eat", "3"] {
      let error = #expect(throws: SourceError.self) { try rules(text) }
      #expect(error?.diagnostics.first?.code == "yaml.type")
    }
  }

  @Test("single words are folded like messages")
  func words() throws {
    let node = try DocumentNode.parse(SourceFile(path: "w.yaml", text: "[ÁBC, \"don't\", ß]"))
    try expect(reader.words(node, "'words'"), equals: ["abc", "dont", "ss"])
    try expectEmpty(reader.words(nil, "'words'"))
  }
}
