@testable import PromptEvals
import Testing

@Suite("Requests in a column")
struct RequestTextTests {
  @Test("what is written is read again")
  func again() {
    let requests = [
      SentRequest(message: 1, digest: "9f3ac07b21e85d64ffffffffffffffff"),
      SentRequest(message: 12, digest: nil), SentRequest(message: 3, digest: "not a number"),
    ]
    let text = RequestText.write(requests)
    #expect(text.hasPrefix("1:9f3ac07b21e85d64,12:0,3:"))
    #expect(RequestText.read(text) == requests)
    #expect(RequestText.read("")?.isEmpty == true)
  }

  @Test(
    "anything else is none",
    arguments: [
      "1", "1:", ":a", "1:a,", "1:a,,2:b", "a:1", "1:g", "1:a:b", "1:12345678901234567", "é",
    ])
  func other(text: String) {
    #expect(RequestText.read(text) == nil)
  }
}
