@testable import CoachDomains
import Testing
import TestKit

@Suite("Domain router: one hundred domains")
struct ManyDomainsTests {
  /// A domain with its own words and with words that all domains share.
  private struct Generated {
    var sample: SampleDomain
    var words: [String]
  }

  private static let common = [
    "i", "want", "to", "my", "the", "with", "how", "more", "again", "today", "really", "help",
  ]

  private static func domains(seed: UInt64) -> [Generated] {
    var numbers = SplitMix(seed: seed)
    var used: Set<String> = []
    func word() -> String {
      while true {
        let word = (0..<3).map { _ in
          "\(numbers.pick(Array("bdfgklmnprtvz")))\(numbers.pick(Array("aiou")))"
        }.joined()
        if used.insert(word).inserted { return word }
      }
    }
    return (0..<100).map { number in
      let words = (0..<20).map { _ in word() }
      let examples = (0..<15).map { _ in text(words, &numbers) }
      return Generated(
        sample: SampleDomain(
          "domain-\(number)", keywords: Array(words.prefix(3)), hints: Array(words[3..<8]),
          examples: examples),
        words: words)
    }
  }

  /// A message with three words of a domain and four shared ones.
  private static func text(_ words: [String], _ numbers: inout SplitMix) -> String {
    var said = (0..<3).map { _ in numbers.pick(words) }
    for _ in 0..<4 { said.insert(numbers.pick(common), at: numbers.below(said.count + 1)) }
    return said.joined(separator: " ")
  }

  @Test("messages that occur in no file are assigned to their domain")
  func decisions() {
    let domains = Self.domains(seed: 99)
    let router = SampleDomain.router(domains.map(\.sample))
    #expect(router.model.classes.count == 102)
    var numbers = SplitMix(seed: 5)
    var right = 0
    for domain in domains {
      for _ in 0..<3 {
        let decision = router.decide(Self.text(domain.words, &numbers))
        #expect((0...1.000_001).contains(decision.confidence))
        if decision.domain == domain.sample.id { right += 1 }
      }
      let keyword = router.decide(domain.words.prefix(3).joined(separator: " "))
      #expect(keyword.domain == domain.sample.id && !keyword.isUnsure)
    }
    #expect(right >= 285, "\(right) of 300")
    // A message without words of any domain leads to a question.
    #expect(router.decide("zxqv").needsClarification)
    #expect(router.decide("tell me a joke").outcome == RoutingOutcome.Kind.none)
  }

  @Test("a conversation keeps and switches its domain among many")
  func conversation() {
    let domains = Self.domains(seed: 3)
    let router = SampleDomain.router(domains.map(\.sample))
    for (first, second) in zip(domains, domains.reversed()).prefix(20) {
      let (home, other) = (first.sample.id, second.sample.id)
      #expect(router.decide("yes", current: home).domain == home)
      let change = second.words.prefix(3).joined(separator: " ")
      #expect(router.decide(change, current: home).domain == other)
    }
  }
}
