@testable import CoachSafety
import SafetyRules
import Testing

@Suite("Reply checks on good and bad sentences")
struct ReplyCheckSentencesTests {
  private func found(_ text: String, isDiscovery: Bool) -> [ReplyFinding] {
    ReplyGuard.reply(text, .all(.mark), isDiscovery: isDiscovery).findings
  }

  private static let phrases = Result { try ReplyChecks(ProductRules.replies.get()) }

  @Test("no phrase finds a good sentence", arguments: CoachSentences.good)
  func good(text: String) throws {
    let reply = ReplyGuard.reply(text, .all(.mark), checks: try Self.phrases.get())
    #expect(reply.findings.map(\.evidence) == [])
  }

  /// The trained part decides about these, so that a sentence may change sides with every fit.
  @Test("the trained part finds at most one good sentence in fifty")
  func trained() {
    let wrong = CoachSentences.good.filter { !found($0, isDiscovery: false).isEmpty }
    #expect(wrong.count * 50 <= CoachSentences.good.count, "\(wrong)")
  }

  @Test(
    "a good sentence of discovery has no findings", arguments: CoachSentences.goodInDiscovery)
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

  @Test("advice is accepted where it is allowed")
  func advice() {
    let advice = CoachSentences.bad.first { $0.check == .discoveryAdvice }?.sentences ?? []
    for text in advice {
      let checks = found(text, isDiscovery: false).map(\.check)
      #expect(!checks.contains(.discoveryAdvice), "\(text)")
    }
  }

  @Test(
    "of a bad sentence between good ones, only the bad one is removed",
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
