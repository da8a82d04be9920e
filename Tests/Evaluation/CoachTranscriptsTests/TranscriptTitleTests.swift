import CoachModel
@testable import CoachTranscripts
@testable import PromptEvals
import Testing

@Suite("Titles made from messages")
struct TranscriptTitleTests {
  @Test(
    "a title never ends within an address or a number",
    arguments: [
      (
        "Could you maybe call me back today on the number 07911 123456 please",
        "Could you maybe call me back today on the number…"
      ),
      (
        "My name is Laura Bennett, mail laura@x.org, call +44 20 7946 0958 now",
        "My name is Laura Bennett, mail laura@x.org, call…"
      ),
      (
        "What they wrote to me last week is at www.acme.com/letters/2026/laura-bennett",
        "What they wrote to me last week is at…"
      ),
      (
        "Could you maybe call me back today on the number 07700 900001 please",
        "Could you maybe call me back today on the number…"
      ),
      ("https://acme.com/" + String(repeating: "a", count: 80), nil),
    ] as [(String, String?)])
  func complete(text: String, title: String?) {
    #expect(Transcript.title(of: [Message(.user, text)]) == title)
  }
}
