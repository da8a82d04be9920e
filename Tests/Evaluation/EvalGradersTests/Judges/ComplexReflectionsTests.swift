import CoachModel
import Documents
@testable import EvalGraders
import EvalTestKit
import LanguageModels
import Testing
import TestKit

@Suite("Counting reflections")
struct ComplexReflectionsTests {
  private static func answer(_ kinds: [String], quote: String = "never said") -> String {
    let found = kinds.map { "{\"quote\": \"\(quote)\", \"reason\": \"r\", \"kind\": \"\($0)\"}" }
    return "{\"reflections\": [\(found.joined(separator: ", "))]}"
  }

  private static func grader(_ more: String = "", models: String = "test:m0") -> String {
    "- {use: complex-reflections, models: \(models)\(more)}"
  }

  @Test(
    "a complex reflection passes, simple ones alone fail, and a message without any is not judged",
    arguments: [
      (["simple", "complex"], Grade.Verdict.pass, 0.5 as Double?), (["complex"], .pass, 1),
      (["simple", "simple"], .fail, 0), ([], .notApplicable, nil),
    ])
  func verdict(kinds: [String], verdict: Grade.Verdict, share: Double?) async throws {
    let jury = try ScriptedJury(Self.grader(), answers: [Self.answer(kinds)])
    let grade = try await jury.grade("You wait for the call.")
    expect(grade.verdict, equals: verdict)
    expect(grade.measured, equals: share)
    let vote = try #require(grade.details["votes"]?.array?.first)
    #expect(vote["complex"]?.integer == kinds.count { $0 == "complex" })
    #expect(vote["simple"]?.integer == kinds.count { $0 == "simple" })
  }

  @Test(
    "the rate of passes can be another share",
    arguments: [
      ("complex-of-all", ["complex"], Grade.Verdict.pass), ("complex-of-all", ["simple"], .fail),
      ("complex-of-all", [], .fail), ("reflecting-of-all", ["simple"], .pass),
      ("reflecting-of-all", [], .fail), ("complex-of-reflecting", [], .notApplicable),
    ])
  func share(share: String, kinds: [String], verdict: Grade.Verdict) async throws {
    let jury = try ScriptedJury(Self.grader(", share: \(share)"), answers: [Self.answer(kinds)])
    try await expect(jury.grade("You wait.").verdict, equals: verdict)
  }

  @Test("the words of a complex reflection are quoted if the message has them")
  func quotes() async throws {
    for (quote, quotes) in [("wait", ["wait"]), ("hope", [])] {
      let jury = try ScriptedJury(
        Self.grader(), answers: [Self.answer(["complex"], quote: quote)])
      try await expect(jury.grade("You wait.").quotes, equals: quotes)
    }
  }

  @Test("of several models the majority counts")
  func jury() async throws {
    let jury = try ScriptedJury(
      Self.grader(models: "[test:m0, test:m1, test:m2]"),
      answers: [Self.answer([]), Self.answer(["complex"]), Self.answer(["simple", "complex"])])
    let grade = try await jury.grade("You wait.")
    #expect(grade.verdict == .pass && grade.measured == 2.0 / 3)
  }

  @Test("a reply with an unknown kind, or with two lists, is an error of the judge")
  func invalid() async throws {
    for reply in [
      Self.answer(["deep"]), "\(Self.answer(["simple"])) \(Self.answer(["complex"]))", "Simple.",
    ] {
      let jury = try ScriptedJury(Self.grader(), answers: [reply])
      try await expect(jury.grade("You wait.").verdict, equals: .error)
    }
  }

  @Test("the judge sees the message and no more of the past than it is to")
  func shown() async throws {
    let jury = try ScriptedJury(Self.grader(", history: 1"), answers: [Self.answer([])])
    let conversation = GraderSamples.conversation(
      "You wait.",
      after: [.init(.user, "First."), .init(.assistant, "Well."), .init(.user, "Last.")])
    _ = try await jury.grades(conversation)
    let text = try #require(jury.asked.first?.last?.text)
    #expect(text.contains("person: Last.") && text.contains("<message>You wait.</message>"))
    #expect(!text.contains("First.") && !text.contains("Well."))
  }
}
