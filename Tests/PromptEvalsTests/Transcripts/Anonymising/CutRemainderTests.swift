@testable import EvalStatistics
@testable import PromptEvals
import Testing
@testable import Transcripts

@Suite("What is left of a number or an address that was cut")
struct CutRemainderTests {
  @Test(
    "what is found before an ellipsis",
    arguments: [
      ("call me on 07911…", "phone: 07911"), ("call me on 079 …", "phone: 079"),
      ("reach me at +44 20…", "phone: +44 20"), ("reach me at (020) 794...", "phone: (020) 794"),
      ("reach me at 98765 4…", "phone: 98765 4"), ("it is 4111 1111…", "phone: 4111 1111"),
      ("it is DE89 3704 0044…", "phone: DE89 3704 0044"), ("call +44 (0)2…", "phone: +44 (0)2"),
      ("write to laura@…", "e-mail: laura@"), ("laura.bennett@hosp…", "e-mail: laura.bennett@hosp"),
      ("laura@acme.c...", "e-mail: laura@acme.c"),
    ])
  func finds(text: String, expected: String) {
    let found = CutRemainder.find(in: text).map {
      "\($0.kind.rawValue): \(TextTokens(text).text($0.range))"
    }
    #expect(found == expected)
  }

  @Test(
    "what was not cut, is no number, or a stand-in",
    arguments: [
      "call me on 07911", "I left in 2019…", "from 2019-2020…", "the 3rd…", "at 10:30…",
      "I earn $12 345…", "I have 10 000…", "on 04.05…", "on 2024-03-12…", "I am 41…",
      "he paid 1,234,567…", "night shift 2…", "someone1@exam…", "call 07700 90…", "meet @ …",
      "so…", "…", "", "...", "well.",
    ])
  func ignores(text: String) {
    #expect(CutRemainder.find(in: text) == nil)
  }

  @Test("no text of numbers and signs is cut outside of it", arguments: 0..<300 as Range<UInt64>)
  func ranges(seed: UInt64) {
    let pieces = ["@", ".", "+", "(", ")", "-", " ", "07", "4", "1984", "DE89", "a", "é", "…", ","]
    var random = SeededRandom(seed: seed)
    let text = (0..<12).map { _ in pieces.randomElement(using: &random) ?? "" }.joined() + "…"
    guard let found = CutRemainder.find(in: text) else { return }
    #expect(!found.range.isEmpty && found.range.upperBound < text.utf8.count)
    #expect(String(validating: Array(text.utf8)[found.range], as: UTF8.self) != nil)
  }
}
