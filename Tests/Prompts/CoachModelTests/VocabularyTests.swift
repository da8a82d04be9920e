import CoachModel
import Testing

@Suite("Shared model types")
struct VocabularyTests {
  @Test(
    "role names match those of all formats",
    arguments: [
      ("model", Role.assistant), ("coach", .assistant), ("person", .user), ("developer", .system),
    ])
  func roles(word: String, role: Role) {
    #expect(Role(word: word) == role)
    #expect(Role(word: "tool") == nil)
  }

  @Test("the sum of an unknown count and a known one is unknown")
  func usage() {
    let known = TokenUsage(input: 3, cachedInput: 1, output: 2)
    #expect(known + .zero == known)
    #expect((known + TokenUsage(input: 4)).input == 7)
    #expect((known + TokenUsage(input: 4)).output == nil)
  }

  @Test(
    "a tag name consists of capitals, digits and underscores",
    arguments: ["", "a", "A-B", "1A", "Ä"])
  func tagNames(name: String) {
    #expect(ReplyTagDeclaration(name: name, form: .inline) == nil)
    #expect(ReplyTagDeclaration(name: "A_1", form: .inline) != nil)
  }

  @Test("the positions of the coach's messages")
  func positions() {
    let transcript = Transcript(
      id: "t", title: "t", kind: .coaching, origin: "written", quality: .good, domain: "life",
      language: "en", person: "new",
      messages: [Message(.user, "a"), Message(.assistant, "b"), Message(.user, "c")])
    #expect(transcript.coachPositions == [1])
  }
}
