@testable import CoachSafety
import SafetyRules
import Testing
import TestKit

@Suite("Sentences without an end are checked in parts")
struct ReplyGuardLongSentenceTests {
  private func words(_ count: Int) -> String {
    Array(repeating: "and so on", count: count).joined(separator: " ") + " "
  }

  private func reply(_ text: String, _ action: GuardrailAction) throws -> GuardedReply {
    ReplyGuard.reply(
      text, GuardrailPolicy([.diagnosis: action]), checks: try FruitChecks.checks())
  }

  @Test("a phrase is found once, at any position")
  func everywhere() throws {
    for before in 0..<160 {
      let text = words(before) + "you have apples " + words(160 - before)
      let reply = try reply(text, .mark)
      #expect(reply.text == text)
      #expect(reply.findings.map(\.evidence) == ["you have apples"], "\(before)")
    }
  }

  @Test("text is not held forever")
  func released() throws {
    var keeper = ReplyGuard(
      policy: GuardrailPolicy([.diagnosis: .replace]), isDiscovery: false, language: "en",
      checks: try FruitChecks.checks())
    let text = words(400)
    var out = ""
    var longest = 0
    for (position, scalar) in text.unicodeScalars.enumerated() {
      for case .text(let more) in keeper.feed(String(scalar)) { out += more }
      longest = max(longest, position + 1 - out.utf8.count)
    }
    #expect(longest < 2 * SentenceSegmenter.window)
    for case .text(let more) in keeper.finish() { out += more }
    #expect(out == text)
  }

  @Test("shown text stays, and the fixed text replaces the rest of the sentence")
  func replaced() throws {
    let text = words(100) + "you have apples " + words(100) + "so. End."
    let reply = try reply(text, .replace)
    #expect(reply.text.hasPrefix("and so on and so on"))
    #expect(reply.text.hasSuffix(" … Fruit is not for me to name. End."))
    #expect(!reply.text.contains("apples"))
    #expect(reply.text.utf8.count < 1_200)
  }

  @Test("a block in the middle of a sentence ends the reply there")
  func blocked() throws {
    let reply = try reply(words(100) + "you have apples " + words(100), .block)
    #expect(reply.text.hasSuffix(" … Fruit is not for me to name."))
    #expect(reply.pieces.last == .blocked)
  }

  @Test("an exception counts within reach of its phrase")
  func exceptions() throws {
    try expectEmpty(
      reply(words(80) + "I can't say that you have apples " + words(80), .mark).findings)
    try expectEmpty(reply("I can't say " + words(15) + "that you have apples.", .mark).findings)
  }

  @Test("a quotation continues across parts")
  func quotations() throws {
    let text =
      "You said: \"" + words(120) + "you have apples " + words(100) + "\" and you have apples."
    let reply = try reply(text, .mark)
    #expect(reply.findings.count == 1)
    #expect(reply.findings.first?.sentence.hasSuffix("and you have apples.") == true)
  }

  @Test("the parts do not depend on how the reply is split")
  func splits() throws {
    let text = words(70) + "you have apples " + words(130) + "Ende. You have apples."
    for action in [GuardrailAction.mark, .replace, .block] {
      let whole = try reply(text, action)
      let policy = GuardrailPolicy([.diagnosis: action])
      let checks = try FruitChecks.checks()
      let scalars = text.unicodeScalars
      for length in [1, 7, 64, 599, 600, 601] {
        var parts: [String] = []
        var rest = scalars[...]
        while !rest.isEmpty {
          parts.append(String(rest.prefix(length)))
          rest = rest.dropFirst(length)
        }
        #expect(ReplyGuard.reply(parts, policy, checks: checks) == whole)
      }
    }
  }
}
