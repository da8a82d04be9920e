@testable import CoachSafety
import Testing

@Suite("The screen's cache of recent readings")
struct RecentReadingsTests {
  private let screen = CrisisScreen.builtIn

  @Test("canonically equivalent texts with different bytes are separate entries")
  func bytes() throws {
    // Swift treats the kelvin sign as the letter K, and the screen's vocabulary does not.
    let odd = "I want to \u{212A}ill myself"
    let plain = "I want to Kill myself"
    #expect(odd == plain)
    _ = screen.assess(odd, history: [])
    #expect(screen.assess(plain, history: []) != nil)
    let apart = "ma\u{301}s que nada quiero morir"
    let together = "m\u{E1}s que nada quiero morir"
    for text in [apart, together] {
      let evidence = try #require(screen.assess(text, history: [])?.evidence)
      #expect(String(decoding: Array(text.utf8)[evidence.range], as: UTF8.self) == evidence.text)
    }
  }

  @Test("a repeated message gets the same reading")
  func again() throws {
    let text = "😂 Ça va… everyone would be better off without me"
    let first = screen.examine(text, history: [])
    #expect(screen.examine(text, history: []) == first)
    #expect(!first.signs.isEmpty && first.signs.allSatisfy { !$0.evidence.text.isEmpty })
  }
}
