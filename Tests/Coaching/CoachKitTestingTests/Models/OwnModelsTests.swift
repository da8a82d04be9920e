import CoachKitTesting
import CurlNetwork
import Documents
import LanguageModels
import ModelLayers
import ModelProviders
import Synchronization
import Testing
import TestKit
import WireFaults

@Suite("Conformance of all included models, alone and behind every layer")
struct OwnModelsTests {
  /// Servers on loopback that reply, fail, break off and stall in one protocol.
  private struct Servers {
    let replying: ScriptedServer
    let failing: ScriptedServer
    let breaking: ScriptedServer
    let stalling: ScriptedServer

    init?(_ wire: WireProtocol) {
      let sample = SampleReply.of(wire)
      let head =
        "HTTP/1.1 200 OK\r\nContent-Type: \(sample.contentType)\r\nConnection: close\r\n\r\n"
      let started = Array(head.utf8) + sample.events[...sample.firstContent].flatMap { $0 }
      let refusal =
        "HTTP/1.1 503 Busy\r\nContent-Type: application/json\r\nContent-Length: 16\r\n\r\n"
      guard let replying = ScriptedServer([.send(Array(head.utf8) + sample.bytes)]),
        let failing = ScriptedServer([.send(refusal + #"{"error":"busy"}"#)]),
        // A reset would discard what the client has not read yet.
        let breaking = ScriptedServer([.send(started)]),
        let stalling = ScriptedServer([.send(started), .waitForClose])
      else { return nil }
      self.replying = replying
      self.failing = failing
      self.breaking = breaking
      self.stalling = stalling
    }

    func stop() {
      for server in [replying, failing, breaking, stalling] { server.stop() }
    }
  }

  private static let transport = CurlTransport(CurlConfiguration(proxy: .none))

  private static func model(_ wire: WireProtocol, at server: ScriptedServer) -> ProviderModel {
    let profile = EndpointProfile.vendor(of: wire)
    let endpoint = Endpoint(
      profile, baseURL: server.url, key: Secret("planted-key"), timeouts: .never)
    return ProviderModel("m", at: endpoint, over: transport, knowing: .empty)
  }

  private static func findings(
    _ wire: WireProtocol, in wrap: @escaping @Sendable (any LanguageModel) -> any LanguageModel,
    countsRequests: Bool = true
  ) async throws -> [ConformanceFinding] {
    let servers = try #require(Servers(wire))
    defer { servers.stop() }
    var kit = ModelConformance { wrap(model(wire, at: servers.replying)) }
    kit.timeLimit = ModelTimeouts.never.total
    kit.failing = { wrap(model(wire, at: servers.failing)) }
    kit.breaking = { wrap(model(wire, at: servers.breaking)) }
    kit.stalling = { wrap(model(wire, at: servers.stalling)) }
    if countsRequests { kit.requestCount = { servers.replying.requests.count } }
    return await kit.findings()
  }

  @Test("the five protocols, over real sockets", arguments: WireProtocol.included)
  func protocols(wire: WireProtocol) async throws {
    try await expect(Self.findings(wire, in: { $0 }), equals: [])
  }

  /// A layer, or several, around a model.
  struct Stack: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var wrap: @Sendable (any LanguageModel) -> any LanguageModel

    init(_ name: String, _ wrap: @escaping @Sendable (any LanguageModel) -> any LanguageModel) {
      testDescription = name
      self.wrap = wrap
    }

    static func layer(_ name: String, _ layer: any ModelMiddleware) -> Stack {
      Stack(name) { LayeredModel(base: $0, layer: layer) }
    }
  }

  private static let quick = Retry(
    RetryPolicy(attempts: 2, firstWait: .milliseconds(1), maximumWait: .milliseconds(2)))

  private static var full: ModelStack {
    var stack = ModelStack.usual
    stack.retry = quick
    stack.budget = RunBudget(BudgetLimits(tokens: 1_000_000))
    stack.limits = { _, _ in RateLimit(requestsPerMinute: 10_000, tokensPerMinute: 10_000_000) }
    stack.recording = RecordingLayer { _ in }
    return stack
  }

  static let stacks: [Stack] = [
    .layer("retry", quick), .layer("fallback", Fallback(to: [])),
    .layer("attempts", AttemptLimit(2)), .layer("breaker", CircuitBreaker()),
    .layer("limits", RateLimit(requestsPerMinute: 1000, tokensPerMinute: 1_000_000)),
    .layer("budget", RunBudget(BudgetLimits(tokens: 1_000_000))),
    .layer("recording", RecordingLayer { _ in }), .layer("telemetry", Telemetry()),
    .layer("attempt tracing", AttemptTracing()),
    Stack("keys") { model in
      KeyRotation([Secret("planted-key")].compactMap { $0 }) { _ in model } ?? model
    },
    Stack("the usual stack") { ModelStack.usual.model($0) },
    Stack("all layers") { full.model($0) },
    Stack("all layers with a fallback") { full.model($0, fallingBackOn: [$0]) },
  ]

  @Test("every layer and stack", arguments: stacks)
  func layered(stack: Stack) async throws {
    try await expect(Self.findings(.openAIChat, in: stack.wrap), equals: [])
  }

  @Test("the cache, with one call per question")
  func cache() async throws {
    let cache = ResponseCache()
    let findings = try await Self.findings(
      .anthropic, in: { LayeredModel(base: $0, layer: cache) }, countsRequests: false)
    // The failing, breaking and stalling models share a name with the good one, so their answers are cached.
    #expect(findings.allSatisfy { !$0.rule.contains("in order") && !$0.rule.contains("reader") })
  }

  @Test("scripts and recordings")
  func scripts() async throws {
    let failure = ModelError(.overloaded, "busy", advice: "wait")
    let replies = Array(repeating: ScriptedModel.Turn.reply(["Hello", " there"]), count: 8)
    var kit = ModelConformance { ScriptedModel(replies) }
    kit.failing = { ScriptedModel([.failure(failure, after: [])]) }
    kit.breaking = { ScriptedModel([.failure(failure, after: ["Hel", "lo"])]) }
    await expect(kit.findings(), equals: [])

    let kept = Mutex<[RecordedReply]>([])
    let recorded = ScriptedModel(replies).with(
      RecordingLayer { reply in kept.withLock { $0.append(reply) } })
    _ = try await recorded.stream(ModelConformance.greeting).reply()
    let header = RecordingHeader(
      provider: "p", model: "m", parameters: [:], recorded: "2026-11-21")
    let lines = Recording.lines(header: header, replies: kept.withLock { $0 })
    let recording = try Recording(
      parsing: Array(lines.joined(separator: "\n").utf8), path: "r.jsonl")
    var replay = ModelConformance { ReplayModel(recording, path: "r.jsonl") }
    let empty = try Recording(parsing: Array(header.text.utf8), path: "e.jsonl")
    replay.failing = { ReplayModel(empty, path: "e.jsonl") }
    await expect(replay.findings(), equals: [])
  }
}
