@testable import coachkit
@testable import CommandLineSupport
import Testing

@Suite("A status line says whole things")
struct StatusLineTests {
  private let parts = [
    StatusLine.Part("10 of 20 samples", rank: 0), StatusLine.Part("5 calls/s", rank: 2),
    StatusLine.Part("about 4 s left", rank: 1),
  ]

  @Test(
    "what is least missed goes first, and nothing is cut",
    arguments: [
      (80, "10 of 20 samples, 5 calls/s, about 4 s left"),
      (43, "10 of 20 samples, 5 calls/s, about 4 s left"),
      (42, "10 of 20 samples, about 4 s left"), (31, "10 of 20 samples"), (5, "10 of 20 samples"),
    ])
  func fitting(width: Int, text: String) {
    #expect(StatusLine.text(parts, width: width) == text)
  }
}
