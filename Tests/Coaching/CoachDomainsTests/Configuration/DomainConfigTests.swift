@testable import CoachDomains
import CoachModel
import SourceFiles
import Testing
import TestKit

@Suite("Reading a domain file")
struct DomainConfigTests {
  private static let examples = (1...15).map { "    - example \($0)" }.joined(separator: "\n")

  private static let valid = """
    id: sleep
    name: Sleep
    description: d
    tone: t
    methodology: m
    personality: p
    prompt_section: |
      One.
      Two.
    routing:
      keywords: [sleep]
      examples:
    \(examples)
    guardrails: [g]
    style: {direct_exploratory: 0, brief_detailed: 0, action_reflective: 1, challenging_supportive: -1}
    starters: [s]
    """

  private func read(_ text: String) throws -> DomainConfig {
    try DomainConfig(SourceFile(path: "D/sleep.yaml", text: text))
  }

  /// What is said first when a part of the valid file is replaced, with its place: `4:7`.
  private func mistake(_ good: String, _ bad: String) -> (
    diagnostic: Diagnostic?, place: String?
  ) {
    let parts = Self.valid.split(separator: good, maxSplits: 1, omittingEmptySubsequences: false)
    #expect(parts.count == 2, "'\(good)' is not there")
    let error = #expect(throws: SourceError.self, "\(bad)") {
      try read(parts.joined(separator: bad))
    }
    let diagnostic = error?.diagnostics.first
    #expect(diagnostic?.message.isEmpty == false)
    #expect(diagnostic?.location?.file == "D/sleep.yaml")
    return (diagnostic, diagnostic?.location.map { "\($0.line):\($0.column)" })
  }

  @Test("a new file defines a new domain")
  func valid() throws {
    let domain = try read(Self.valid)
    #expect(domain.promptSection == "One.\nTwo.")
    #expect(domain.style.actionReflective == 1)
    #expect(domain.style.challengingSupportive == -1)
    #expect(domain.routing.hints.isEmpty && domain.routing.negatives.isEmpty)
    #expect(domain.routing.examples.count == DomainConfig.minimumExamples)
    #expect(domain.guardrails == ["g"] && domain.starters == ["s"])
  }

  @Test("every property of a domain is read from its file")
  func whole() throws {
    let sample = SampleDomain.garden
    let file = SourceFile(path: "D/garden.yaml", text: sample.yaml)
    try expect(DomainConfig(file), equals: sample.config)
  }

  private static let textKeys = [
    ("name", "Sleep", 2), ("description", "d", 3), ("tone", "t", 4), ("methodology", "m", 5),
    ("personality", "p", 6),
  ]

  @Test("a missing or misspelt property is named", arguments: textKeys)
  func missingText(key: String, value: String, line: Int) {
    let line = "\n\(key): \(value)\n"
    let missing = mistake(line, "\n")
    #expect(missing.diagnostic?.code == "yaml.missing" && missing.place == "1:1")
    #expect(missing.diagnostic?.message == "'\(key)' is missing")
    #expect(missing.diagnostic?.hint == "add it")
    let misspelt = "\(key.dropLast())"
    let found = mistake(line, "\n\(misspelt): \(value)\n")
    #expect(found.diagnostic?.code == "yaml.missing" && found.place == "1:1")
    #expect(found.diagnostic?.hint == "is '\(misspelt)' meant to be '\(key)'?")
  }

  @Test("a property of the wrong type is located", arguments: textKeys)
  func wrongText(key: String, value: String, line: Int) {
    for (bad, kind, hint) in [
      ("[t]", "a list", nil), ("{a: b}", "a mapping", nil), ("3", "a number", "put it in quotes"),
      ("0.5", "a number", "put it in quotes"), ("true", "true or false", "put it in quotes"),
    ] {
      let found = mistake("\n\(key): \(value)\n", "\n\(key): \(bad)\n")
      #expect(found.diagnostic?.code == "yaml.type")
      #expect(found.diagnostic?.message == "'\(key)' must be a text, not \(kind)")
      #expect(found.place == "\(line):\(key.count + 3)", "\(bad)")
      #expect(found.diagnostic?.hint == hint, "\(bad)")
    }
    for empty in ["''", "\" \""] {
      let found = mistake("\n\(key): \(value)\n", "\n\(key): \(empty)\n")
      #expect(found.diagnostic?.code == "yaml.empty-text")
      #expect(found.place == "\(line):\(key.count + 3)")
    }
    let null = mistake("\n\(key): \(value)\n", "\n\(key):\n")
    #expect(null.diagnostic?.code == "yaml.missing")
    #expect(null.diagnostic?.message == "'\(key)' has no value")
    #expect(null.diagnostic?.location?.line == line)
  }

  @Test(
    "every other error has a code, a line, a column and, where possible, a hint",
    arguments: [
      ("id: sleep", "id: slep", "domain.id", "1:5", "name the file 'slep.yaml', or change the id"),
      ("id: sleep\n", "", "yaml.missing", "1:1", "add it"),
      ("id: sleep", "id: [sleep]", "yaml.type", "1:5", nil),
      ("id: sleep", "idd: sleep", "yaml.missing", "1:1", "is 'idd' meant to be 'id'?"),
      ("  One.\n  Two.\n", "", "yaml.empty-text", "7:17", nil),
      (
        "prompt_section: |", "prompt-section: |", "yaml.missing", "1:1",
        "is 'prompt-section' meant to be 'prompt_section'?"
      ),
      ("prompt_section: |\n  One.\n  Two.", "prompt_section: [One]", "yaml.type", "7:17", nil),
      ("routing:", "routes:", "yaml.missing", "1:1", "add it"),
      ("routing:", "routin:", "yaml.missing", "1:1", "is 'routin' meant to be 'routing'?"),
      ("  keywords: [sleep]\n", "", "yaml.missing", "11:3", "add it"),
      (
        "keywords: [sleep]", "keyword: [sleep]", "yaml.missing", "11:3",
        "is 'keyword' meant to be 'keywords'?"
      ),
      ("keywords: [sleep]", "keywords: sleep", "yaml.type", "11:13", nil),
      ("keywords: [sleep]", "keywords: [sleep, 8]", "yaml.type", "11:21", "put it in quotes"),
      ("keywords: [sleep]", "keywords: [sleep, '']", "yaml.empty-text", "11:21", nil),
      ("keywords: [sleep]", "keywords: [sleep]\n  hints: bed", "yaml.type", "12:10", nil),
      (
        "keywords: [sleep]", "keywords:\n    - sleep [bed, night", "domain.phrase", "12:7",
        "write one word or phrase per item: a line that starts with '- ', or [one, another]"
      ),
      (
        "keywords: [sleep]", "keywords: [sleep]\n  hints: ['bed, night']", "domain.phrase", "12:11",
        "write one word or phrase per item: a line that starts with '- ', or [one, another]"
      ),
      ("keywords: [sleep]", "keywords: [sleep]\n  hints: [bed, [x]]", "yaml.type", "12:16", nil),
      (
        "keywords: [sleep]", "keywords: [sleep]\n  hint: [bed]", "yaml.unknown-key", "12:3",
        "did you mean 'hints'?"
      ),
      (
        "keywords: [sleep]", "keywords: [sleep]\n  negative: [bed]", "yaml.unknown-key", "12:3",
        "did you mean 'negatives'?"
      ),
      ("keywords: [sleep]", "keywords: [sleep]\n  negatives: {a: b}", "yaml.type", "12:14", nil),
      (
        "  examples:", "  exampels:", "yaml.missing", "11:3",
        "is 'exampels' meant to be 'examples'?"
      ),
      ("    - example 7\n", "", "domain.examples", "13:5", "add messages as people write them"),
      ("- example 7\n", "- 7\n", "yaml.type", "19:7", "put it in quotes"),
      ("- example 7\n", "-\n", "yaml.type", "19:6", "put it in quotes"),
      ("guardrails: [g]", "guardrails: g", "yaml.type", "28:13", nil),
      ("guardrails: [g]", "guardrails: [g, 1]", "yaml.type", "28:17", "put it in quotes"),
      (
        "guardrails: [g]", "guardrail: [g]", "yaml.missing", "1:1",
        "is 'guardrail' meant to be 'guardrails'?"
      ),
      ("style: {", "styles: {", "yaml.missing", "1:1", "is 'styles' meant to be 'style'?"),
      (
        "style: {direct_exploratory: 0,", "style: {direct_explorative: 0,", "yaml.missing", "29:8",
        "is 'direct_explorative' meant to be 'direct_exploratory'?"
      ),
      ("brief_detailed: 0, ", "", "yaml.missing", "29:8", "add it"),
      ("brief_detailed: 0,", "brief_detailed: 3,", "yaml.range", "29:48", nil),
      ("brief_detailed: 0,", "brief_detailed: -1.01,", "yaml.range", "29:48", nil),
      ("brief_detailed: 0,", "brief_detailed: '0',", "yaml.range", "29:48", nil),
      ("brief_detailed: 0,", "brief_detailed: .nan,", "yaml.range", "29:48", nil),
      ("action_reflective: 1", "action_reflective: much", "yaml.range", "29:70", nil),
      ("direct_exploratory: 0", "direct_exploratory: [0]", "yaml.range", "29:29", nil),
      (
        "supportive: -1}", "supportive: -1, loud: 1}", "yaml.unknown-key", "29:101",
        "known: action_reflective, brief_detailed, challenging_supportive, direct_exploratory"
      ),
      (
        "starters: [s]", "starters: []\nstater: x", "yaml.unknown-key", "31:1",
        "did you mean 'starters'?"
      ),
      (
        "starters: [s]", "starter: [s]", "yaml.missing", "1:1",
        "is 'starter' meant to be 'starters'?"
      ),
      (
        "starters: [s]", "starters: [s]\nname: Sleep", "yaml.duplicate-key", "31:1",
        "it was first set on line 2; keep one of them"
      ),
      (
        "starters: [s]", "starters: [s", "yaml.syntax", "31:1",
        "close the bracket, or put a comma between the values"
      ),
      (
        "description: d", "description: d: e", "yaml.syntax", "3:15",
        "a text with ': ' in it needs quotes; otherwise check the indentation"
      ),
    ] as [(String, String, String, String, String?)])
  func mistakes(good: String, bad: String, code: String, place: String, hint: String?) {
    let found = mistake(good, bad)
    #expect(found.diagnostic?.code == code)
    #expect(found.place == place)
    #expect(found.diagnostic?.hint == hint)
  }

  @Test(
    "the error of a file that is not a mapping says what it is",
    arguments: [
      ("", "yaml.empty"), ("# nothing\n", "yaml.empty"), ("- a", "yaml.type"),
      ("text", "yaml.type"),
      ("---\n", "yaml.type"),
    ])
  func noMapping(text: String, code: String) {
    let error = #expect(throws: SourceError.self) { try read(text) }
    #expect(error?.diagnostics.map(\.code) == [code])
    #expect((error?.diagnostics.first?.location?.line ?? 0) >= 1)
  }

  @Test("a domain cannot have the ID of an outcome", arguments: RoutingOutcome.Kind.allCases)
  func reserved(kind: RoutingOutcome.Kind) {
    let text = Self.valid.split(separator: "sleep", maxSplits: 1).joined(separator: kind.rawValue)
    let error = #expect(throws: SourceError.self) {
      try DomainConfig(SourceFile(path: "D/\(kind.rawValue).yaml", text: text))
    }
    let diagnostic = error?.diagnostics.first
    #expect(diagnostic?.code == "domain.reserved")
    #expect(diagnostic?.location.map { "\($0)" } == "D/\(kind.rawValue).yaml:1:1")
    #expect(
      diagnostic?.hint
        == "name the file _\(kind.rawValue).yaml, with id, name, description and routing only")
  }
}
