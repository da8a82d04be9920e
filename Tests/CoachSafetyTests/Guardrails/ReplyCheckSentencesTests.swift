@testable import CoachSafety
import SafetyRules
import Testing

@Suite("The checks know a coach's good sentences from bad ones")
struct ReplyCheckSentencesTests {
  private func found(_ text: String, isDiscovery: Bool) -> [ReplyFinding] {
    ReplyGuard.reply(text, .all(.mark), isDiscovery: isDiscovery).findings
  }

  @Test("nothing is found in a good sentence", arguments: CoachSentences.good)
  func good(text: String) {
    #expect(found(text, isDiscovery: false).map(\.evidence) == [])
  }

  @Test(
    "nor in one that makes way in discovery", arguments: CoachSentences.goodInDiscovery)
  func goodInDiscovery(text: String) {
    #expect(found(text, isDiscovery: true).map(\.evidence) == [])
  }

  @Test("a bad sentence is found by its check", arguments: CoachSentences.bad.indices)
  func bad(position: Int) {
    let (check, sentences) = CoachSentences.bad[position]
    #expect(sentences.count >= 10)
    for text in sentences {
      let checks = found(text, isDiscovery: check == .discoveryAdvice).map(\.check)
      #expect(checks.contains(check), "\(text)")
    }
  }

  @Test("advice passes where it may be given")
  func advice() {
    let advice = CoachSentences.bad.first { $0.check == .discoveryAdvice }?.sentences ?? []
    for text in advice {
      let checks = found(text, isDiscovery: false).map(\.check)
      #expect(!checks.contains(.discoveryAdvice), "\(text)")
    }
  }

  @Test(
    "a bad sentence between good ones is the only one that goes",
    arguments: CoachSentences.bad.indices)
  func between(position: Int) {
    let (check, sentences) = CoachSentences.bad[position]
    let words = ReplyChecks.builtIn.replacement(for: check, in: "en")
    for text in sentences {
      let reply = ReplyGuard.reply(
        "That sounds like a hard week.\n\n\(text)\n\nWhat comes up for you?",
        GuardrailPolicy([check: .replace]),
        isDiscovery: true)
      #expect(reply.text.hasPrefix("That sounds like a hard week.\n\n"), "\(text)")
      #expect(reply.text.hasSuffix("\n\nWhat comes up for you?"), "\(text)")
      #expect(reply.text.contains(words), "\(text)")
    }
  }
}
