import CoachModel
import EvalGraders
import EvalTestKit
import SourceFiles
import Testing

@Suite("Forbidden phrases that are allowed at times")
struct AllowedPhrasesTests {
  private func verdict(_ yaml: String, _ text: String, after person: String = "Mm.") async throws
    -> Grade
  {
    try await GraderSamples.grade(
      yaml, GraderSamples.conversation(text, after: [Message(.user, person)]))
  }

  @Test("a word of the person's own may be echoed, in any of its forms that the phrase covers")
  func said() async throws {
    let rule = "- {use: forbidden, words: [diagnos*, burnout], unless_said: true}"
    try await #expect(verdict(rule, "That diagnosis scared you.").verdict == .fail)
    try await #expect(
      verdict(rule, "That diagnosis scared you.", after: "I was diagnosed in May.").verdict == .pass
    )
    let other = try await verdict(rule, "Is it burnout?", after: "I was diagnosed in May.")
    #expect(other.verdict == .fail && other.reason == "says 'burnout'")
  }

  @Test("clinical words are forbidden unless the person has brought them in")
  func clinical() async throws {
    try await #expect(verdict("- forbidden.clinical", "Your depression is back.").verdict == .fail)
    try await #expect(
      verdict(
        "- forbidden.clinical", "Your depression is back, you say.", after: "my depression is back"
      ).verdict == .pass)
  }

  @Test("a number of phrases may be allowed")
  func atMost() async throws {
    try await #expect(verdict("- praise", "That took courage.").verdict == .pass)
    let much = try await verdict("- praise", "That took courage. What a beautiful, powerful step.")
    #expect(much.verdict == .fail && much.reason == "says 'courage', 'beautiful', 'powerful'")
  }

  @Test("a phrase is harmless within a longer one, and still found elsewhere")
  func except() async throws {
    try await #expect(
      verdict("- no-advice", "There's nothing you need to prepare.").verdict == .pass)
    let both = try await verdict(
      "- no-advice", "There's Nothing You Need To prepare. You need to rest.")
    #expect(both.verdict == .fail && both.reason == "says 'you need to'")
  }

  @Test("'alone' does not go with them")
  func alone() {
    #expect(
      GraderSamples.problem("- {use: forbidden, words: [great], alone: true, at_most: 1}")?.message
        .contains("'alone' does not go with") == true)
  }

  @Test(
    "phrases, dashes and marks of machines",
    arguments: [
      ("machine-prose", "It sounds like you miss him.", false),
      ("machine-prose", "It's not the job, it's the silence.", false),
      ("machine-prose", "You miss him.", true),
      ("no-dashes", "You stayed — again.", false), ("no-dashes", "You stayed - again.", false),
      ("no-dashes", "A well-known 9–5 job.", true), ("no-exclamation", "Well done!", false),
      ("no-exclamation", "You wrote \"stop!\" twice.", true),
    ])
  func machine(grader: String, text: String, passes: Bool) async throws {
    try await #expect(
      (verdict("- \(grader)", text).verdict == .pass) == passes, "\(grader): \(text)")
  }
}
