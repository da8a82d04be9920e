@testable import CoachSafety
import SafetyRules
import SourceFiles
import Testing

@Suite("Reading the files of reply checks")
struct ReplyCheckFileTests {
  private func problem(_ files: ReplyCheckFiles) -> Diagnostic? {
    do {
      _ = try ReplyChecks(files)
      return nil
    } catch {
      return error.diagnostics.first
    }
  }

  private func problem(with old: String, as new: String) -> Diagnostic? {
    #expect(FruitChecks.diagnosis.contains(old))
    let text = FruitChecks.diagnosis.replacing(old, with: new)
    return problem(FruitChecks.files(checks: ["diagnosis": text]))
  }

  @Test("the test files are valid")
  func right() throws {
    #expect(problem(FruitChecks.files()) == nil)
  }

  @Test(
    "an error has a location",
    arguments: [
      ("check: diagnosis", "check: diagnose", "yaml.choice", 1),
      ("check: diagnosis", "check: prescription", "check.name", 1),
      ("about: Apples.", "abuot: Apples.", "yaml.missing", 1),
      ("applies: always", "applies: sometimes", "yaml.choice", 3),
      ("phrases:", "phrasen:", "yaml.missing", 1),
      ("- you have <fruit>", "- you have <fruits>", "phrase.pattern", 6),
      ("- you have <fruit>", "- (you have <fruit>", "phrase.pattern", 6),
      ("- you have <fruit>", "- (you|)", "phrase.pattern", 6),
      ("- you have <fruit>", "- {phrase: you have, unless_nxt: [a]}", "yaml.unknown-key", 6),
      ("de: Obst nenne ich nicht.", "fr: Rien.", "yaml.missing", 11),
      ("exceptions:", "exception:", "yaml.unknown-key", 10),
      ("en: [I can not say, nobody knows]", "en: nobody knows", "yaml.type", 10),
    ] as [(String, String, String, Int)])
  func mistakes(old: String, new: String, code: String, line: Int) {
    let problem = problem(with: old, as: new)
    #expect(problem?.code == code)
    #expect(problem?.location?.line == line)
    #expect(problem?.location?.file == "Checks/diagnosis.yaml")
  }

  @Test("a check names lists of denials that there are")
  func denials() throws {
    let denying = ["diagnosis": FruitChecks.denying]
    #expect(
      problem(FruitChecks.files(groups: FruitChecks.groupsWithDenials, checks: denying)) == nil)
    let unknown = problem(FruitChecks.files(checks: denying))
    #expect(unknown?.code == "yaml.choice")
    #expect(unknown?.location?.line == 10)
    let wrong = FruitChecks.groupsWithDenials.replacing("(I will|I would)", with: "(I will|I would")
    #expect(problem(FruitChecks.files(groups: wrong, checks: denying))?.code == "phrase.pattern")
  }

  @Test("a check is defined in one file only")
  func twice() {
    var files = FruitChecks.files()
    files.checks.append(files.checks[0])
    #expect(problem(files)?.code == "check.duplicate")
  }

  @Test("the file of groups is validated, too")
  func groups() {
    let cases = [
      ("groups:", "group:", "yaml.missing"), ("stops_at:", "stops:", "yaml.missing"),
      ("{en: [but]}", "{en: [but not]}", "phrase.words"),
      (
        "announcements: {en: [you said, she says]}", "announcements: {en: [<who> said]}",
        "phrase.pattern"
      ),
      ("stops_at: {en: [but]}", "stops_at: {en: [but]}\nmore: 1", "yaml.unknown-key"),
    ]
    for (old, new, code) in cases {
      let text = FruitChecks.groups.replacing(old, with: new)
      let problem = problem(FruitChecks.files(groups: text))
      #expect(problem?.code == code)
      #expect(problem?.location?.file == "reply_groups.yaml")
    }
  }

  @Test("the shipped files are valid, and every check has its file")
  func builtIn() throws {
    let files = try ProductRules.replies.get()
    let checks = try ReplyChecks(files)
    #expect(checks.applying(isDiscovery: true) == Set(ReplyCheck.builtIn))
    #expect(
      checks.applying(isDiscovery: false)
        == Set(ReplyCheck.builtIn).subtracting([.discoveryAdvice]))
    #expect(files.checks.count == ReplyCheck.builtIn.count)
  }

  @Test("fixed texts exist in every language and trigger no check")
  func replacements() {
    for check in ReplyCheck.builtIn {
      let words = ["en", "es", "de"].map { ReplyChecks.builtIn.replacement(for: check, in: $0) }
      #expect(Set(words).count == 3)
      for text in words {
        let reply = ReplyGuard.reply(text, .all(.mark), isDiscovery: true)
        #expect(reply.findings.isEmpty, "\(text)")
        #expect(text.contains("?") == [.methodDetail, .harmEncouragement].contains(check))
      }
    }
  }
}
