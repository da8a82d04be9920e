import CoachModel
@testable import CoachSafety
import SafetyRules
import SourceFiles
import Testing
import TestKit
@testable import TextAnalysis

@Suite("Reading the files of persona rules")
struct PersonaRuleFileTests {
  private static let groups = """
    groups:
      who: [people, them]
    negations: {en: [never]}
    double_negations: {en: [never without]}
    negations_behind: {en: [nobody]}
    contrasts: {en: [but]}
    alternatives: {en: [or]}
    """

  private static func rule(_ name: String, _ change: (String) -> String = { $0 }) -> SourceFile {
    let text = """
      rule: \(name)
      about: For a test.
      verdict: revise
      phrases:
        en:
          - juggles <who>
          - {phrase: eats <who>, verdict: reject, fields: [tone], certain: "yes"}
      exceptions:
        en: [in a circus]
      explanation: {en: No., es: No., de: Nein.}
      """
    return SourceFile(path: "Rules/persona_\(name).yaml", text: change(text))
  }

  private static let folder = ProjectFolder.path + "/SafetyRules"

  /// The files of the product.
  private static func product() throws -> PersonaRuleFiles {
    try PersonaRuleFiles(folder: "\(folder)/Personas")
  }

  private static func rules(
    groups: String = groups, checks: SourceFile? = nil, _ change: (String) -> String = { $0 }
  ) throws -> PersonaRules {
    let files = PersonaRule.askedOfModel.map { name in
      rule(name.rawValue) { name == .harm ? change($0) : $0 }
    }
    return PersonaRules(
      try PersonaRuleBook(
        PersonaRuleFiles(
          groups: SourceFile(path: "groups.yaml", text: groups),
          checks: try checks ?? product().checks, rules: files),
        vocabulary: PhraseVocabulary()))
  }

  @Test("the files of this version are valid")
  func builtIn() throws {
    let vocabulary = try ScreeningFiles(folder: "\(Self.folder)/Screening").vocabulary
    let book = try PersonaRuleBook(Self.product(), vocabulary: PhraseVocabulary(vocabulary))
    #expect(book.base64 == compiledPersonaRules)
    let rules = PersonaRules(book)
    #expect(PersonaRules.builtIn.problem == nil)
    for rule in PersonaRule.allCases where rule != .form {
      let words = ["en", "es", "de"].map { rules.explanation(of: rule, language: $0) }
      #expect(Set(words).count == 3, "\(rule)")
      // Two sentences at most, courteous, for somebody who may have had good intentions.
      #expect(words.allSatisfy { (60...420).contains($0.count) && !$0.contains("!") }, "\(rule)")
    }
    for (check, entry) in rules.book.checks {
      let words = ["en", "es", "de"].map { entry.explanation.text(in: $0) }
      #expect(Set(words).count == 3 && words.allSatisfy { $0.count > 40 }, "\(check)")
      #expect(entry.verdict > .approve && entry.graveVerdict >= entry.verdict, "\(check)")
    }
  }

  @Test("a small set of rules works as written")
  func small() throws {
    let rules = try Self.rules()
    func review(_ tone: String, _ method: String) -> [PersonaFinding] {
      rules.review(
        Persona(name: "Marlow", tone: tone, methodology: method, personality: "Calm and kind."),
        language: "en"
      ).findings.filter { $0.rule == .harm }
    }
    let calm = "Asks and waits for an answer."
    #expect(review("Juggles people.", calm).map(\.verdict) == [.revise])
    #expect(review("Eats them slowly.", calm).map(\.verdict) == [.reject])
    // Only in its fields; not next to an exception, unless it is certain; not after a negation.
    #expect(review("Calm and kind.", "Eats them slowly, one by one.").isEmpty)
    #expect(review("Juggles people in a circus.", calm).isEmpty)
    #expect(review("Juggles people but in a circus.", calm).count == 1)
    #expect(review("Eats them in a circus.", calm).count == 1)
    #expect(review("Never eats them.", calm).isEmpty)
  }

  @Test(
    "an invalid rule is rejected at its location",
    arguments: [
      ("rule: harm", "rule: hurt", "yaml.choice", 1),
      ("rule: harm", "rule: secrecy", "persona.rule", 1),
      ("verdict: revise", "verdict: approve", "persona.verdict", 3),
      ("verdict: revise", "verdict: maybe", "yaml.choice", 3),
      ("verdict: reject", "verdict: approve", "persona.verdict", 7),
      ("<who>\n", "<whom>\n", "phrase.pattern", 6), ("juggles <who>", "(a|b", "phrase.pattern", 6),
      ("fields: [tone]", "fields: [voice]", "yaml.choice", 7),
      ("certain: \"yes\"", "certain: sure", "yaml.choice", 7),
      ("certain: \"yes\"", "sure: \"yes\"", "yaml.unknown-key", 7),
      ("about: For a test.\n", "", "yaml.missing", 1),
      ("exceptions:", "exeptions:", "yaml.unknown-key", 8),
      ("  en: [in a circus]", "  fr: [au cirque]", "phrase.language", 9),
      (", de: Nein.", "", "yaml.missing", 10), ("No., es", "\" \", es", "yaml.empty-text", 10),
    ])
  func broken(part: String, with: String, code: String, line: Int) throws {
    let error = #expect(throws: SourceError.self) {
      try Self.rules { $0.replacing(part, with: with, maxReplacements: 1) }
    }
    let found = try #require(error?.diagnostics.first)
    #expect(found.code == code && found.location?.line == line, "\(found)")
    #expect(found.location?.file == "Rules/persona_harm.yaml")
  }

  @Test("a rule without a file, or with two, is rejected")
  func files() throws {
    let groups = SourceFile(path: "groups.yaml", text: Self.groups)
    let checks = try Self.product().checks
    func codes(_ rules: [PersonaRule]) -> [String]? {
      let files = PersonaRuleFiles(
        groups: groups, checks: checks,
        rules: rules.map { Self.rule($0.rawValue) })
      let error = #expect(throws: SourceError.self) {
        try PersonaRuleBook(files, vocabulary: PhraseVocabulary())
      }
      return error?.diagnostics.map(\.code)
    }
    #expect(codes(Array(PersonaRule.askedOfModel.dropLast())) == ["persona.missing-rule"])
    #expect(codes(PersonaRule.askedOfModel + [.harm]) == ["persona.duplicate"])
  }

  @Test("invalid groups and checks are rejected")
  func others() throws {
    func code(_ work: () throws -> PersonaRules) -> String? {
      let error = #expect(throws: SourceError.self) { try work() }
      return error?.diagnostics.first?.code
    }
    let missing = Self.groups.replacing("contrasts", with: "contrast")
    #expect(code { try Self.rules(groups: missing) } == "yaml.missing")
    let builtIn = String(decoding: try Self.product().checks.bytes, as: UTF8.self)
    func checks(_ part: String, _ with: String) -> String? {
      let text = builtIn.replacing(part, with: with, maxReplacements: 1)
      #expect(text != builtIn)
      return code {
        try Self.rules(checks: SourceFile(path: "checks.yaml", text: text))
      }
    }
    #expect(checks("check: too_long", "check: too_wide") == "yaml.choice")
    #expect(checks("check: too_long", "check: too_short") == "persona.duplicate")
    #expect(checks("verdict: revise", "verdict: approve") == "persona.verdict")
    #expect(
      checks(
        "  - {check: account_name, rule: contact_details, verdict: revise, explanation: *contact}\n",
        "")
        == "persona.missing-check")
  }
}
