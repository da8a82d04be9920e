import CoachModel
import Documents
import EvalGraders
import EvalTestKit
import Testing

@Suite("Plain wording and varied openings")
struct PlainWordingTests {
  private static let history = [
    Message(.user, "The buzzer rang in bay three and I stayed in the linen cupboard."),
    Message(.assistant, "And then?"),
    Message(.user, "My mother kept the letters in a biscuit tin."),
    Message(.assistant, "What was in them?"),
    Message(.user, "A refusal. I read it to her twice."),
  ]

  private func grade(_ yaml: String, _ text: String, language: String = "en") async throws -> Grade
  {
    try await GraderSamples.grade(
      yaml,
      GraderSamples.conversation(text, after: Self.history, language: language))
  }

  @Test("words of earlier messages are call-backs, those of the last one are not")
  func callBacks() async throws {
    let near = try await grade("- {use: plain, call_backs: 0}", "You read her a refusal, twice.")
    #expect(near.verdict == .pass && near.details["call_backs"] == [])
    let far = try await grade(
      "- {use: plain, call_backs: 2}",
      "The buzzer, the cupboard and the tin, and you stood there.")
    #expect(far.verdict == .fail)
    #expect(far.reason?.contains("buzzer, cupboard, tin") == true)
    #expect(far.details["call_backs"] == ["buzzer", "cupboard", "tin"])
    try await #expect(
      grade("- {use: plain, call_backs: 3}", "The buzzer, the cupboard and the tin.").verdict
        == .pass)
  }

  @Test("sentences are measured in words, also in languages without word lists")
  func sentences() async throws {
    let text = "One two three. One two three four five."
    try await #expect(grade("- {use: plain, sentence_words: 5}", text).verdict == .pass)
    let long = try await grade("- {use: plain, sentence_words: 4}", text)
    #expect(long.verdict == .fail && long.reason == "a sentence has 5 words")
    try await #expect(
      grade("- {use: plain, sentence_words: 4}", text, language: "nl").verdict == .fail)
  }

  @Test("before the person has said two things, there is nothing to call back")
  func early() async throws {
    let conversation = GraderSamples.conversation(
      "The buzzer rang.", after: [Message(.user, "The buzzer rang.")])
    try await #expect(
      GraderSamples.grade("- {use: plain, call_backs: 0}", conversation).verdict == .pass)
  }

  @Test("a message may not begin like one of the last")
  func openings() async throws {
    let history = [
      Message(.assistant, "So you waited. Why?"), Message(.user, "Mm."),
      Message(.assistant, "That is new. What now?"), Message(.user, "Mm."),
    ]
    func grade(_ yaml: String, _ text: String) async throws -> Grade? {
      try await GraderSamples.grades(
        yaml, GraderSamples.conversation(text, after: history)
      ).first
    }
    let same = try await grade("- varied-openings", "so YOU stayed.")
    #expect(same?.verdict == .fail && same?.reason == "begins with 'so you', as a message before")
    try await #expect(grade("- varied-openings", "So they stayed.")?.verdict == .pass)
    try await #expect(
      grade("- {use: varied-openings, words: 1}", "So they stayed.")?.verdict == .fail)
    try await #expect(
      grade("- {use: varied-openings, last: 1}", "So you stayed.")?.verdict == .pass)
    let first = GraderSamples.conversation("So you.", after: [Message(.user, "Mm.")])
    try await #expect(GraderSamples.grades("- varied-openings", first).isEmpty)
  }

  @Test("an opening is compared as the person read it, without tags")
  func taggedOpenings() async throws {
    let history = [
      Message(.assistant, "[PATTERN: You wait] until they ask."), Message(.user, "Mm."),
    ]
    let conversation = GraderSamples.conversation(
      "You wait again.", after: history, contract: try GraderSamples.contract("coaching"))
    let grade = try await GraderSamples.grades("- varied-openings", conversation).first
    #expect(grade?.verdict == .fail)
  }
}
