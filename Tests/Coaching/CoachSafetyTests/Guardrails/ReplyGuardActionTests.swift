@testable import CoachSafety
import Documents
import SafetyRules
import Testing
import TestKit

@Suite("Actions of a guardrail policy")
struct ReplyGuardActionTests {
  private let fruit = "Fruit is not for me to name."

  private func reply(
    _ text: String, _ actions: [ReplyCheck: GuardrailAction], isDiscovery: Bool = false,
    language: String = "en"
  ) throws -> GuardedReply {
    ReplyGuard.reply(
      text, GuardrailPolicy(actions), isDiscovery: isDiscovery, language: language,
      checks: try FruitChecks.checks())
  }

  @Test("off: the check does not run")
  func off() throws {
    let reply = try reply("You have apples.", [:])
    #expect(reply.pieces == [.text("You have apples.")])
  }

  @Test("mark: the sentence is shown, followed by the finding")
  func mark() throws {
    let reply = try reply("One. You have apples. Two.", [.diagnosis: .mark])
    let finding = ReplyFinding(
      check: .diagnosis, action: .mark, sentence: "You have apples.", range: 5..<21,
      evidence: "You have apples")
    #expect(
      reply.pieces == [.text("One. You have apples. "), .finding(finding), .text("Two.")])
  }

  @Test("mark next to a removing check: the marked sentence is shown")
  func markHeld() throws {
    let reply = try reply(
      "One. You have apples. Two.", [.diagnosis: .mark, .prescription: .replace])
    #expect(reply.text == "One. You have apples. Two.")
    #expect(reply.findings.map(\.action) == [.mark])
  }

  @Test("replace: a fixed text replaces the sentence")
  func replace() throws {
    let reply = try reply("One. You have apples.  Two.", [.diagnosis: .replace])
    #expect(reply.text == "One. \(fruit)  Two.")
    #expect(reply.findings.map(\.evidence) == ["You have apples"])
  }

  @Test("block: a fixed text ends the reply")
  func block() throws {
    let reply = try reply("One. You have apples. Two.\nThree.", [.diagnosis: .block])
    #expect(reply.text == "One. \(fruit)")
    #expect(reply.checks == [.diagnosis])
    #expect(reply.pieces.last == .blocked)
    var keeper = ReplyGuard(
      policy: GuardrailPolicy([.diagnosis: .block]), isDiscovery: false, language: "en",
      checks: try FruitChecks.checks())
    _ = keeper.feed("You have apples. T")
    #expect(keeper.isBlocked)
    #expect(keeper.feed("wo. Three.") == [])
    #expect(keeper.finish() == [])
  }

  @Test("the strictest of several actions applies, and all findings are reported")
  func several() throws {
    let text = "You have apples and take plums. More."
    let replaced = try reply(text, [.diagnosis: .mark, .prescription: .replace])
    #expect(replaced.text == "Plums are for others. More.")
    #expect(replaced.findings.map(\.action) == [.mark, .replace])
    let blocked = try reply(text, [.diagnosis: .replace, .prescription: .block])
    #expect(blocked.text == "Plums are for others.")
    #expect(blocked.findings.map(\.action) == [.replace, .block])
  }

  @Test("the same fixed text is shown once; further sentences are removed without it")
  func once() throws {
    let reply = try reply(
      "You have apples. You have green pears. You have apples. End.", [.diagnosis: .replace])
    #expect(reply.text == "\(fruit) End.")
    #expect(reply.findings.count == 3)
  }

  @Test("the fixed text of one check can be followed by that of another")
  func another() throws {
    let text = "You have apples. You have apples and take plums. Take plums."
    let reply = try reply(text, [.diagnosis: .replace, .prescription: .replace])
    #expect(reply.text == "\(fruit) Plums are for others. ")
  }

  @Test(
    "lines and lists are kept complete",
    arguments: [
      ("- You have apples.\n- You have apples.\n- End.", "- Fruit is not for me to name.\n- End."),
      (
        "1. You have apples. So.\n2. You have apples. So.\n3. End.",
        "1. Fruit is not for me to name. So.\n3. End."
      ),
      ("You have apples.\n\nYou have apples.\n\nEnd.", "Fruit is not for me to name.\n\nEnd."),
      (
        "One.\nYou have apples. You have apples.\nEnd.", "One.\nFruit is not for me to name. \nEnd."
      ),
      ("One.\r\nYou have apples.\r\nEnd.\r\n", "One.\r\nFruit is not for me to name.\r\nEnd.\r\n"),
      ("  You have apples.\nEnd.", "  Fruit is not for me to name.\nEnd."),
      ("**You have apples. So.** End.", "**Fruit is not for me to name. So.** End."),
      ("**So. You have apples.** End.", "**So. Fruit is not for me to name.** End."),
      ("**You have apples.** End.", "Fruit is not for me to name. End."),
      ("## You have apples\nEnd.", "Fruit is not for me to name.\nEnd."),
    ] as [(String, String)])
  func lines(text: String, expected: String) throws {
    try expect(reply(text, [.diagnosis: .replace]).text, equals: expected)
  }

  @Test("advice is checked in discovery only")
  func discovery() throws {
    let text = "You should rest. End."
    try expect(reply(text, [.discoveryAdvice: .replace]).text, equals: text)
    try expect(
      reply(text, [.discoveryAdvice: .replace], isDiscovery: true).text,
      equals: "I would like to listen. End.")
  }

  @Test("a check that does not apply holds no text back")
  func notApplying() throws {
    var keeper = ReplyGuard(
      policy: GuardrailPolicy([.discoveryAdvice: .replace]), isDiscovery: false, language: "en",
      checks: try FruitChecks.checks())
    #expect(keeper.feed("You sh") == [.text("You sh")])
  }

  @Test(
    "fixed texts are in the reply's language, or in English",
    arguments: [
      ("es", "No hablo de fruta."), ("es-MX", "No hablo de fruta."),
      ("de_AT", "Obst nenne ich nicht."),
      ("en-GB", "Fruit is not for me to name."), ("fr", "Fruit is not for me to name."),
      ("", "Fruit is not for me to name."),
    ])
  func languages(language: String, words: String) throws {
    try expect(
      reply("You have apples.", [.diagnosis: .replace], language: language).text, equals: words)
  }

  @Test("phrases of all languages are matched, regardless of the reply's language")
  func allLanguages() throws {
    try expect(reply("Du hast nur Äpfel.", [.diagnosis: .mark]).checks, equals: [.diagnosis])
  }

  @Test(
    "the standard policy removes what someone could act on, and marks gradual problems")
  func standard() {
    for check in ReplyCheck.builtIn {
      let action: GuardrailAction =
        switch check {
        case .harmEncouragement, .methodDetail: .block
        case .discoveryAdvice: .mark
        default: .replace
        }
      #expect(GuardrailPolicy.standard[check] == action)
      #expect(GuardrailPolicy.standard.inCrisis[check] == (action == .mark ? .mark : .block))
    }
  }

  @Test("a finding can be written as JSON")
  func json() throws {
    let finding = try #require(
      try reply("One. You **have** apples.", [.diagnosis: .mark]).findings.first)
    #expect(
      finding.json == [
        "check": "diagnosis", "action": "mark", "sentence": "You **have** apples.", "start": 5,
        "end": 25, "evidence": "You have apples",
      ])
  }
}
