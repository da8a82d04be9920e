import CoachModel
import Testing

@Suite("The shared vocabulary")
struct VocabularyTests {
  @Test(
    "roles in the words of all formats",
    arguments: [
      ("model", Role.assistant), ("coach", .assistant), ("person", .user), ("developer", .system),
    ])
  func roles(word: String, role: Role) {
    #expect(Role(word: word) == role)
    #expect(Role(word: "tool") == nil)
  }

  @Test("an unknown count stays unknown in a sum")
  func usage() {
    let known = TokenUsage(input: 3, cachedInput: 1, output: 2)
    #expect(known + .zero == known)
    #expect((known + TokenUsage(input: 4)).input == 7)
    #expect((known + TokenUsage(input: 4)).output == nil)
  }

  @Test("a tag's name is capitals, digits and underscores", arguments: ["", "a", "A-B", "1A", "Ä"])
  func tagNames(name: String) {
    #expect(ReplyTagDeclaration(name: name, form: .inline) == nil)
    #expect(ReplyTagDeclaration(name: "A_1", form: .inline) != nil)
  }

  @Test("the coach's positions")
  func positions() {
    let transcript = Transcript(
      id: "t", title: "t", kind: .coaching, origin: "written", quality: .good, domain: "life",
      language: "en", person: "new",
      messages: [Message(.user, "a"), Message(.assistant, "b"), Message(.user, "c")])
    #expect(transcript.coachPositions == [1])
  }
}
