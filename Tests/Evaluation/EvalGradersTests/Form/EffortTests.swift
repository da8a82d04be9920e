@testable import EvalGraders
import EvalTestKit
@testable import PromptEvals
import Testing
import TestKit

@Suite("Graders of effort")
struct EffortTests {
  private func talk(_ effort: CoachMessageEffort?) -> GradedConversation {
    GraderSamples.conversation("Mm?", effort: effort)
  }

  @Test("latency checks both limits, and is inconclusive without a measurement")
  func latency() async throws {
    let yaml = "- {use: latency, first_seconds: 1, seconds: 5}"
    let measured = CoachMessageEffort(timeToFirstToken: 0.5, seconds: 4)
    let grade = try await GraderSamples.grade(yaml, talk(measured))
    #expect(grade.isPass)
    #expect(grade.measured == 4)
    for effort in [
      CoachMessageEffort(timeToFirstToken: 1.5, seconds: 4),
      CoachMessageEffort(timeToFirstToken: 0.5, seconds: 6),
    ] {
      try await expect(GraderSamples.grade(yaml, talk(effort)).verdict, equals: .fail)
    }
    for effort in [nil, CoachMessageEffort(), CoachMessageEffort(timeToFirstToken: 0.5)] {
      try await expect(GraderSamples.grade(yaml, talk(effort)).verdict, equals: .inconclusive)
    }
  }

  @Test("cost is summed per message or over all messages")
  func cost() async throws {
    let price = CoachMessageEffort(dollars: 0.02)
    var both = talk(price)
    both.messages.append(
      CoachMessage(number: 5, events: [], history: [], effort: CoachMessageEffort(dollars: 0.04)))
    let each = try await GraderSamples.grades("- {use: cost, dollars: 0.03}", both)
    #expect(each.map(\.verdict) == [.pass, .fail])
    let all = try await GraderSamples.grades(
      "- {use: cost, dollars: 0.05, per: conversation}", both)
    #expect(all.map(\.verdict) == [.fail])
    #expect(all.first?.message == nil)
    #expect(abs((all.first?.measured ?? 0) - 0.06) < 1e-12)
    both.messages[1].effort = nil
    let unknown = try await GraderSamples.grades(
      "- {use: cost, dollars: 1, per: conversation}", both)
    #expect(unknown.map(\.verdict) == [.inconclusive])
  }
}
