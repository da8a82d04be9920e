import CoachModel
import Documents
import LanguageModels
import ModelLayers
import ModelProviders
import ModelTestKit
import SourceFiles
import Synchronization
import Testing
import TestKit

@Suite("Recordings replay the same events")
struct RecordingTests {
  private let header = RecordingHeader(
    provider: "local", model: "m.gguf", weights: "sha256:ab", parameters: ["seed": 1],
    recorded: "2026-03-31")

  private func request(_ text: String, label: String? = nil) -> ModelRequest {
    ModelRequest(messages: [ModelMessage(Message(.user, text))], label: label)
  }

  /// Records calls and returns the file's bytes with the original events.
  private func record(_ turns: [ScriptedModel.Turn], _ requests: [ModelRequest]) async throws
    -> (bytes: [UInt8], events: [[ModelEvent]])
  {
    let kept = Mutex<[RecordedReply]>([])
    let model = ScriptedModel(turns).with(
      RecordingLayer { reply in kept.withLock { $0.append(reply) } })
    var events: [[ModelEvent]] = []
    for request in requests { events.append(await outcome(model.stream(request)).events) }
    let lines = Recording.lines(header: header, replies: kept.withLock { $0 })
    return (Array(lines.joined(separator: "\n").utf8), events)
  }

  @Test("events, identity and label survive the file")
  func roundTrip() async throws {
    let requests = [request("a", label: "first"), request("b")]
    let (bytes, events) = try await record(
      [.reply(["Hi", " 😀\n\"q\""]), .reply([])], requests)
    let recording = try Recording(parsing: bytes, path: "r.jsonl")
    let replay = ReplayModel(recording, path: "r.jsonl")
    #expect(replay.identity.description == "local:m.gguf (recorded 2026-03-31)")
    for (request, expected) in zip(requests, events) {
      await expect(outcome(replay.stream(request)).events, equals: expected)
    }
    #expect(recording.replies[requests[0].digest.hexadecimal]?.label == "first")
  }

  @Test("a recording names the server, and one from before it did is of the usual one")
  func server() throws {
    let identity = ModelIdentity(provider: "vllm", model: "m", address: "http://gpu/v1")
    let header = RecordingHeader(identity, parameters: [:], recorded: "2026-03-31")
    func replayed(_ header: String) throws -> ModelIdentity {
      ReplayModel(try Recording(parsing: Array(header.utf8), path: "r.jsonl"), path: "r.jsonl")
        .identity
    }
    #expect(
      try replayed(header.text)
        == ModelIdentity(
          provider: "vllm", model: "m", address: "http://gpu/v1", recorded: "2026-03-31"))
    let earlier =
      #"{"coachkit_recording":1,"provider":"vllm","model":"m","parameters":{},"recorded":"2026-03-31"}"#
    #expect(try replayed(earlier).address == nil)
  }

  @Test("a request that was not recorded is an error, however small the difference")
  func strict() async throws {
    let (bytes, _) = try await record([.reply(["x"])], [request("a")])
    let replay = ReplayModel(try Recording(parsing: bytes, path: "r.jsonl"), path: "r.jsonl")
    var other = request("a")
    other.parameters.temperature = 0.1
    for missing in [request("a "), other] {
      let error = await outcome(replay.stream(missing)).error
      #expect(error?.code == .notRecorded)
      #expect(error?.isRetryable == false)
    }
  }

  @Test("a failed reply is not recorded")
  func failures() async throws {
    let failure = ModelError(.truncated, "cut", advice: "again")
    let (bytes, _) = try await record([.failure(failure, after: ["half"])], [request("a")])
    try expectEmpty(Recording(parsing: bytes, path: "r").replies)
  }

  @Test(
    "an invalid file is reported with its line",
    arguments: [
      ("", "r.jsonl:1"), ("{}", "r.jsonl:1"), ("nonsense", "r.jsonl:1"),
    ])
  func broken(text: String, place: String) {
    let error = #expect(throws: ModelError.self) {
      try Recording(parsing: Array(text.utf8), path: "r.jsonl")
    }
    #expect(error?.message.contains(place) ?? false)
  }
}

@Suite("Identity of requests, models and secrets")
struct ModelRequestTests {
  @Test("the digest depends on messages and parameters, not on the label")
  func digest() {
    let message = ModelMessage(Message(.user, "a"))
    let plain = ModelRequest(messages: [message])
    #expect(ModelRequest(messages: [message], label: "x").digest == plain.digest)
    #expect(
      ModelRequest(messages: [message], parameters: ModelParameters(seed: 1)).digest
        != plain.digest)
    #expect(
      ModelRequest(messages: [ModelMessage(Message(.system, "a"))]).digest != plain.digest)
  }

  @Test("parameters are merged")
  func overriding() {
    let base = ModelParameters(maximumTokens: 5, temperature: 1, stop: ["a"])
    let over = base.overridden(by: ModelParameters(temperature: 0))
    #expect(over == ModelParameters(maximumTokens: 5, temperature: 0, stop: ["a"]))
  }

  @Test(
    "references",
    arguments: [
      ("openai:gpt", "openai", "gpt"), ("local", "local", ""), ("replay:a/b:c", "replay", "a/b:c"),
    ])
  func references(text: String, provider: String, model: String) {
    #expect(ModelReference(text) == ModelReference(provider: provider, model: model))
    #expect(ModelReference(":x") == nil)
  }

  @Test("a secret is never printed")
  func secret() {
    let secret = Secret("sk-planted")
    #expect(!"\(String(describing: secret))\(String(reflecting: secret))".contains("planted"))
    var dumped = ""
    dump(secret, to: &dumped)
    #expect(!dumped.contains("planted"))
    #expect(Secret("") == nil && Secret(" \n") == nil && Secret("a\r\nb") == nil)
    #expect(Secret(" key\n") == Secret("key"))
    let request = TransportRequest(
      method: "POST", url: "http://me:planted@host:1/x", headers: [("authorization", "planted")])
    var shown = "\(request)"
    dump(request, to: &shown)
    #expect(shown.hasPrefix("POST http://host:1") && !shown.contains("planted"))
  }

  @Test("a small model is recognised by its name")
  func smallModels() {
    let note = ModelIdentity.smallModelNote(for: "local:SmolLM2-135M-Instruct.gguf (recorded x)")
    #expect(note?.contains("135 million") ?? false)
    for name in ["gpt-6-luna", "llama-3-8B", "m", "gpt-4.1-mini", "Qwen2.5-7B-Instruct-1M"] {
      #expect(ModelIdentity.smallModelNote(for: name) == nil)
    }
  }

  @Test("a price needs counts")
  func price() {
    let price = TokenPrice(input: 1, output: 5)
    #expect(price.cost(of: TokenUsage(input: 1_000_000, output: 200_000)) == 2)
    #expect(price.cost(of: TokenUsage(input: 10)) == nil)
  }
}
