@testable import CoachSafety
import JSON
import SafetyRules
import Testing
import TestKit

@Suite("A policy says what happens to a sentence")
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

  @Test("off: nothing is looked for")
  func off() throws {
    let reply = try reply("You have apples.", [:])
    #expect(reply.pieces == [.text("You have apples.")])
  }

  @Test("mark: the sentence passes, and the finding follows it")
  func mark() throws {
    let reply = try reply("One. You have apples. Two.", [.diagnosis: .mark])
    let finding = ReplyFinding(
      check: .diagnosis, action: .mark, sentence: "You have apples.", range: 5..<21,
      evidence: "You have apples")
    #expect(
      reply.pieces == [.text("One. You have apples. "), .finding(finding), .text("Two.")])
  }

  @Test("mark beside a check that takes sentences away: the sentence passes all the same")
  func markHeld() throws {
    let reply = try reply(
      "One. You have apples. Two.", [.diagnosis: .mark, .prescription: .replace])
    #expect(reply.text == "One. You have apples. Two.")
    #expect(reply.findings.map(\.action) == [.mark])
  }

  @Test("replace: fixed words stand in the sentence's place")
  func replace() throws {
    let reply = try reply("One. You have apples.  Two.", [.diagnosis: .replace])
    #expect(reply.text == "One. \(fruit)  Two.")
    #expect(reply.findings.map(\.evidence) == ["You have apples"])
  }

  @Test("block: fixed words end the reply, and nothing comes after them")
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

  @Test("of several actions in a sentence the strongest is taken, and all findings are told")
  func several() throws {
    let text = "You have apples and take plums. More."
    let replaced = try reply(text, [.diagnosis: .mark, .prescription: .replace])
    #expect(replaced.text == "Plums are for others. More.")
    #expect(replaced.findings.map(\.action) == [.mark, .replace])
    let blocked = try reply(text, [.diagnosis: .replace, .prescription: .block])
    #expect(blocked.text == "Plums are for others.")
    #expect(blocked.findings.map(\.action) == [.replace, .block])
  }

  @Test("the same words are said once: the next sentence goes without any")
  func once() throws {
    let reply = try reply(
      "You have apples. You have green pears. You have apples. End.", [.diagnosis: .replace])
    #expect(reply.text == "\(fruit) End.")
    #expect(reply.findings.count == 3)
  }

  @Test("where one check's words were said, another's may stand for it")
  func another() throws {
    let text = "You have apples. You have apples and take plums. Take plums."
    let reply = try reply(text, [.diagnosis: .replace, .prescription: .replace])
    #expect(reply.text == "\(fruit) Plums are for others. ")
  }

  @Test(
    "lines and lists stay whole",
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

  @Test("advice is looked for in discovery only")
  func discovery() throws {
    let text = "You should rest. End."
    try expect(reply(text, [.discoveryAdvice: .replace]).text, equals: text)
    try expect(
      reply(text, [.discoveryAdvice: .replace], isDiscovery: true).text,
      equals: "I would like to listen. End.")
  }

  @Test("a check that does not apply holds nothing back")
  func notApplying() throws {
    var keeper = ReplyGuard(
      policy: GuardrailPolicy([.discoveryAdvice: .replace]), isDiscovery: false, language: "en",
      checks: try FruitChecks.checks())
    #expect(keeper.feed("You sh") == [.text("You sh")])
  }

  @Test(
    "fixed words are in the reply's language, or in English",
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

  @Test("phrases of all languages are looked for, whatever the reply's is")
  func allLanguages() throws {
    try expect(reply("Du hast nur Äpfel.", [.diagnosis: .mark]).checks, equals: [.diagnosis])
  }

  @Test(
    "the standard policy takes away what someone may act on, and marks what is a matter of degree")
  func standard() {
    let actions = ReplyCheck.allCases.map { GuardrailPolicy.standard[$0] }
    #expect(
      actions == [.replace, .replace, .replace, .mark, .mark, .mark, .replace, .block, .replace])
  }

  @Test("a finding is told as data")
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
