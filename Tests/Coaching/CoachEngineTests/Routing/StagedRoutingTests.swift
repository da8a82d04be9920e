import CoachDomains
import CoachEngine
import CoachModel
import LanguageModels
import Synchronization
import Testing
import TestKit
import TestTiming

@Suite("Routing in stages")
struct StagedRoutingTests {
  private struct FixedRouting: DomainRouting {
    var decision: RoutingDecision

    func decide(
      _ message: String?, history: [Message], current: String?, preferred: [String],
      among domains: [DomainConfig]
    ) async -> RoutingDecision { decision }
  }

  /// The calls of the stages, in order.
  private final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    var asked: [String] { lines.withLock { $0 } }
    func note(_ line: String) { lines.withLock { $0.append(line) } }
  }

  private struct NotingStage: RoutingStage {
    var name: String
    var decision: RoutingDecision?
    var log: Log

    func decide(
      _ message: String, history: [Message], among domains: [DomainConfig]
    ) async -> RoutingDecision? {
      log.note("\(name): \(message), \(history.count), \(domains.count)")
      return decision
    }
  }

  private struct HangingStage: RoutingStage {
    var log: Log

    func decide(
      _ message: String, history: [Message], among domains: [DomainConfig]
    ) async -> RoutingDecision? {
      try? await untilCancelled()
      log.note("given up")
      return nil
    }
  }

  private let unsure = RoutingDecision(
    domain: "life", confidence: 0.4, runnerUp: "career", needsClarification: true, reason: "local")
  private let sure = RoutingDecision(domain: "career", confidence: 0.9, reason: "stage")

  private func decide(
    _ routing: StagedRouting, _ message: String? = "a b", current: String? = nil
  ) async throws -> RoutingDecision {
    await routing.decide(
      message, history: [Message(.user, "x")], current: current, preferred: [],
      among: try Workspace.domains())
  }

  private func routing(
    _ local: RoutingDecision, _ answers: [RoutingDecision?], _ log: Log
  ) -> StagedRouting {
    StagedRouting(
      FixedRouting(decision: local),
      then: answers.enumerated().map { NotingStage(name: "\($0)", decision: $1, log: log) },
      clock: SimulatedTime().clock)
  }

  @Test("a confident local decision is final, and no stage is called")
  func local() async throws {
    let log = Log()
    let decision = RoutingDecision(domain: "fitness", confidence: 0.8, reason: "local")
    try await expect(decide(routing(decision, [sure], log)), equals: decision)
    #expect(log.asked.isEmpty)
  }

  @Test("for an uncertain decision, the stages are called in order until one is confident")
  func order() async throws {
    let log = Log()
    let other = RoutingDecision(domain: "mindset", confidence: 1, reason: "never asked")
    try await expect(decide(routing(unsure, [nil, sure, other], log)), equals: sure)
    let count = try Workspace.domains().count
    #expect(log.asked == ["0: a b, 1, \(count)", "1: a b, 1, \(count)"])
  }

  @Test("a local decision that keeps the domain without a question is uncertain, too")
  func staying() async throws {
    let log = Log()
    let staying = RoutingDecision(
      domain: "life", confidence: 0.4, isUnsure: true, reason: "local")
    try await expect(decide(routing(staying, [sure], log)), equals: sure)
    #expect(log.asked.count == 1)
  }

  @Test("if no stage is confident, the local decision stands")
  func nobody() async throws {
    for answers in [[], [nil], [nil, nil]] as [[RoutingDecision?]] {
      let log = Log()
      try await expect(decide(routing(unsure, answers, log)), equals: unsure)
      #expect(log.asked.count == answers.count)
    }
  }

  @Test("without a message, no stage is called")
  func opening() async throws {
    let log = Log()
    try await expect(decide(routing(unsure, [sure], log), nil), equals: unsure)
    #expect(log.asked.isEmpty)
  }

  @Test("a slow stage is abandoned, with all stages after it")
  func slow() throws {
    let log = Log()
    let time = SimulatedTime()
    let routing = StagedRouting(
      FixedRouting(decision: unsure),
      then: [HangingStage(log: log), NotingStage(name: "late", decision: sure, log: log)],
      clock: time.clock)
    let decision = time.run { try? await decide(routing) }
    #expect(decision == unsure)
    #expect(time.elapsed == routing.timeout)
    #expect(log.asked == ["given up"])
  }

  @Test("an off-topic message does not change the conversation's domain")
  func outcomes() async throws {
    for outcome in RoutingOutcome.Kind.allCases {
      let found = RoutingDecision(domain: nil, outcome: outcome, confidence: 0.9, reason: "stage")
      let log = Log()
      let staying = try await decide(routing(unsure, [found], log), current: "fitness")
      #expect(staying.domain == "fitness" && staying.outcome == outcome)
      #expect(!staying.needsClarification && !staying.isUnsure)
      // A conversation without a domain gets the most likely one.
      try await expect(decide(routing(unsure, [found], log)).domain, equals: "life")
    }
  }
}
