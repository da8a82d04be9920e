@testable import CoachSafety
import SafetyRules
import Testing
import TestKit

@Suite("A guard's output does not depend on how a reply is split")
struct ReplyGuardSplittingTests {
  static let replies = [
    "It makes sense that you feel low. You have depression. What would help tonight?",
    "Ünïcödé first 🌊 🧑‍👩‍👧. You’re being **pathetic**! ¿Tienes depresión? Sí. Tienes depresión.",
    "- You have ADHD. It explains a lot.\n- You have OCD.\n- Rest.\n\nThat's all.",
    "You said: \"I have depression. I should stop taking the pills.\" That is a lot to carry. Stop taking the pills.",
    "One.\r\n\r\nYou have bipolar disorder.\r\n\r\nTwo.\r\n",
    "Dr. Smith, e.g. 0.5 mg… Take 50mg of sertraline tonight. Then rest.",
    "I promise I won't tell anyone. This stays between us. Tell me more",
    "A lethal dose is the first one. And then the second. And a third.",
    "As a therapist, I see this a lot. I'm a real person, just like you.",
    "**You have depression. It is clear.** _You should rest._ `Try to sleep.`",
    "你好。我在。You have PTSD。还有吗？\n\n\nNo.",
    "Just get over it. You should call her\n\n1. Try to sleep\n2. You have anxiety disorder, you said, but you have OCD",
    "\"You have depression\", you said. \"You have depression\", I say. You have depression",
    "",
  ]

  private static func splits(_ text: String) -> [[String]] {
    let scalars = text.unicodeScalars
    var all = scalars.indices.dropFirst().map { index in
      [String(scalars[..<index]), String(scalars[index...])]
    }
    all.append(scalars.map(String.init))
    return all
  }

  @Test("text and findings are the same for every split", arguments: replies)
  func same(text: String) {
    let whole = ReplyGuard.reply(text, isDiscovery: true)
    for parts in Self.splits(text) {
      #expect(ReplyGuard.reply(parts, isDiscovery: true) == whole, "\(parts)")
    }
  }

  @Test("this also holds if sentences are shown before they are checked", arguments: replies)
  func samePassing(text: String) throws {
    let checks = try FruitChecks.checks()
    let fruit = text.replacing("epression", with: "epression, you have apples")
    let whole = ReplyGuard.reply(fruit, .all(.mark), checks: checks)
    for parts in Self.splits(fruit) {
      #expect(ReplyGuard.reply(parts, .all(.mark), checks: checks) == whole, "\(parts)")
    }
  }

  @Test("if nothing is removed, the text is streamed byte for byte", arguments: replies)
  func unchanged(text: String) {
    for policy in [GuardrailPolicy.off, .all(.mark)] {
      #expect(ReplyGuard.reply(text, policy, isDiscovery: true).text == text)
    }
  }

  @Test("a finding contains the range of its sentence", arguments: replies)
  func places(text: String) {
    let bytes = Array(text.utf8)
    for finding in ReplyGuard.reply(text, .all(.mark), isDiscovery: true).findings {
      #expect(String(decoding: bytes[finding.range], as: UTF8.self) == finding.sentence)
      #expect(!finding.evidence.isEmpty)
    }
  }

  @Test("the findings do not depend on the action", arguments: replies)
  func actions(text: String) {
    let marked = ReplyGuard.reply(text, .all(.mark), isDiscovery: true)
    let replaced = ReplyGuard.reply(text, .all(.replace), isDiscovery: true)
    #expect(marked.findings.map(\.range) == replaced.findings.map(\.range))
    #expect(marked.checks == replaced.checks)
  }

  @Test("if nothing can be removed, every character is streamed at once")
  func atOnce() {
    var keeper = ReplyGuard(policy: .all(.mark), isDiscovery: true, language: "en")
    for character in "You have depression" {
      #expect(keeper.feed(String(character)) == [.text(String(character))])
    }
    let rest = keeper.finish()
    #expect(rest.count == 1)
    guard case .finding(let finding)? = rest.first else {
      Issue.record("no finding at the end")
      return
    }
    #expect(finding.sentence == "You have depression")
  }

  @Test("if text can be removed, a sentence waits until it ends, and not longer")
  func held() {
    var keeper = ReplyGuard(policy: .standard, isDiscovery: false, language: "en")
    #expect(keeper.feed("It is late. ") == [])
    #expect(keeper.feed("R") == [.text("It is late. ")])
    #expect(keeper.feed("est.\n") == [.text("Rest.\n")])
    #expect(keeper.feed("Stay") == [])
    #expect(keeper.finish() == [.text("Stay")])
  }

  @Test("for random texts, splits do not matter and marking removes nothing")
  func anyText() throws {
    let checks = try FruitChecks.checks()
    var random = SplitMix(seed: 5)
    let parts = [
      "You have apples", "you said", "\"", "“", "”", "'", "**", "_", "`", ". ", "? ", "! ", "\n",
      "\r\n", "- ", "1. ",
      "。", " ", "…", "é", "👩‍👧", "\u{301}", "\u{200B}", "0.5mg", "Dr. ", ":", "—", "I can't say",
      "but", ";", "\0",
    ]
    for _ in 0..<300 {
      let text = (0..<Int.random(in: 1...20, using: &random)).map { _ in
        parts.randomElement(using: &random) ?? ""
      }.joined()
      let scalars = text.unicodeScalars.map(String.init)
      for action in [GuardrailAction.mark, .replace, .block] {
        let policy = GuardrailPolicy([.diagnosis: action, .prescription: .mark])
        let whole = ReplyGuard.reply(text, policy, checks: checks)
        #expect(ReplyGuard.reply(scalars, policy, checks: checks) == whole, "\(scalars)")
        if action == .mark || whole.findings.isEmpty {
          #expect(Array(whole.text.utf8) == Array(text.utf8))
        }
      }
    }
  }
}
