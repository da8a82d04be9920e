@testable import coachkit
@testable import CommandLineSupport
import Testing

@Suite("Shortening a status line")
struct StatusLineTests {
  private let parts = [
    StatusLine.Part("10 of 20 samples", rank: 0), StatusLine.Part("5 calls/s", rank: 2),
    StatusLine.Part("about 4 s left", rank: 1),
  ]

  @Test(
    "the least important part is dropped first, and nothing is cut",
    arguments: [
      (80, "10 of 20 samples, 5 calls/s, about 4 s left"),
      (43, "10 of 20 samples, 5 calls/s, about 4 s left"),
      (42, "10 of 20 samples, about 4 s left"), (31, "10 of 20 samples"), (5, "10 of 20 samples"),
    ])
  func fitting(width: Int, text: String) {
    #expect(StatusLine.text(parts, width: width) == text)
  }
}
