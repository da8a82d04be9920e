import Documents
import EvalGraders
import EvalTestKit
import Testing
import TestKit

@Suite("Graders of acquaintance with the person")
struct AcquaintanceTests {
  @Test(
    "words of the session that a message needs are counted",
    arguments: [
      // 'cello' stands in the conversation; 'choir' belongs to a session that is not needed.
      ("He promised walnut planks for the cello.", 3.0, ["promised", "walnut", "planks"]),
      ("A choir of walnut?", 1, ["walnut"]), ("What did he say?", 0, []),
    ])
  func remembers(text: String, count: Double, words: [String]) async throws {
    let grade = try await GraderSamples.grade(
      "- remembers", try HistorySamples.conversation(text))
    #expect(grade.measured == count)
    #expect(grade.details["words"] == .array(words.map { .string($0) }))
    #expect(grade.isPass == (count >= 3))
    let lenient = try await GraderSamples.grade(
      "- {use: remembers, at_least: 1}", try HistorySamples.conversation(text))
    #expect(lenient.isPass == (count >= 1))
  }

  @Test("only messages that need a session are judged, and only of people with a history")
  func remembersApplies() async throws {
    let weather = try HistorySamples.conversation("Lovely weather.", number: 3)
    try await expectEmpty(GraderSamples.grades("- remembers", weather))
    let stranger = GraderSamples.conversation("Walnut planks.")
    try await expectEmpty(GraderSamples.grades("- remembers", stranger))
    try await expectEmpty(GraderSamples.grades("- manner", stranger))
  }

  @Test("the manner is compared in the dimensions in which the person leans to a side")
  func manner() async throws {
    let brief = try HistorySamples.conversation("What did Ruben bring?")
    let fits = try await GraderSamples.grade("- manner", brief)
    #expect(fits.isPass && fits.degree == 1)
    let long = try HistorySamples.conversation(
      Array(repeating: "He came back and said it again.", count: 15).joined(separator: " "))
    let against = try await GraderSamples.grade("- manner", long)
    #expect(!against.isPass && against.degree == 0)
    expect(against.reason ?? "", contains: "brief_detailed")
    let between = try HistorySamples.conversation(
      Array(repeating: "He came back and said it again.", count: 6).joined(separator: " "))
    let neither = try await GraderSamples.grade("- manner", between)
    #expect(neither.isPass && neither.degree == 0.5)
  }
}
