import CoachModel
import CurlNetwork
import Documents
import Foundation
import LanguageModels
import ModelLayers
import ModelProviders
import Synchronization
import Testing
import TestKit

/// Recordings of the model on this machine; `make interoperate` starts it.
@Suite(
  "A recording of a real model replays the same events", .serialized,
  .enabled(
    if: ProcessInfo.processInfo.environment["COACHKIT_LOCAL_URL"] != nil,
    "COACHKIT_LOCAL_URL is not set: run 'make interoperate'"))
struct LocalModelRecordingTests {
  private static func model(_ wire: WireProtocol) async throws -> ProviderModel {
    var profile = EndpointProfile.llamaCpp
    profile.wire = EndpointProfile.vendor(of: wire).wire
    let url = ProcessInfo.processInfo.environment["COACHKIT_LOCAL_URL"] ?? ""
    let endpoint = Endpoint(profile, baseURL: url)
    let transport = CurlTransport()
    var listing = endpoint
    listing.profile.wire = Wires.openAIChat()
    let name = try await listing.models(over: transport).first?.name ?? "local"
    return ProviderModel(name, at: endpoint, over: transport, knowing: .empty)
  }

  private static let requests = (1...3).map { (number: Int) in
    ModelRequest(
      messages: [
        ModelMessage(Message(.system, "You are a coach. Answer in one sentence.")),
        ModelMessage(Message(.user, "What is question number \(number) about?")),
      ], parameters: ModelParameters(maximumTokens: 16, temperature: 0.7, seed: number),
      label: "question \(number)")
  }

  @Test(
    "in each protocol that the server supports",
    arguments: [WireProtocol.openAIChat, .openAIResponses, .anthropic])
  func events(wire: WireProtocol) async throws {
    let kept = Mutex<[RecordedReply]>([])
    var stack = ModelStack.usual
    stack.recording = RecordingLayer { reply in kept.withLock { $0.append(reply) } }
    let model = stack.model(try await Self.model(wire))
    var live: [[ModelEvent]] = []
    for request in Self.requests { live.append(try await Self.read(model.stream(request))) }
    let header = RecordingHeader(model.identity, parameters: [:], recorded: "2026-11-21")
    let text = Recording.lines(header: header, replies: kept.withLock { $0 }).joined(
      separator: "\n")
    let replay = ReplayModel(
      try Recording(parsing: Array(text.utf8), path: "r.jsonl"), path: "r.jsonl")
    for (request, events) in zip(Self.requests, live) {
      #expect(events.count > 5)
      try await expect(Self.read(replay.stream(request)), equals: events)
    }
  }

  @Test("a value that fits its schema, enforced by the server")
  func value() async throws {
    struct Pair: Decodable, Sendable {
      var first: String
      var second: Int
    }
    let schema = try JSONSchema([
      "type": "object",
      "properties": [
        "first": ["type": "string", "maxLength": 20], "second": ["type": "integer"],
      ],
      "required": ["first", "second"], "additionalProperties": false,
    ])
    let reply = try await Self.model(.openAIChat).value(
      Pair.self,
      for: ModelRequest(
        messages: [ModelMessage(Message(.user, "Give me a word and a number."))],
        parameters: ModelParameters(maximumTokens: 120, temperature: 0, seed: 1)),
      schema: schema)
    #expect(reply.form == .native && reply.replies.count <= 2)
    #expect(reply.usage.input ?? 0 > 0 && reply.usage.output ?? 0 > 0)
  }

  private static func read(_ stream: ModelStream) async throws(ModelError) -> [ModelEvent] {
    var events: [ModelEvent] = []
    var iterator = stream.makeAsyncIterator()
    while let event = try await iterator.next() { events.append(event) }
    return events
  }
}
