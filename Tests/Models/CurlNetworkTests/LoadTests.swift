import CoachModel
import CurlNetwork
import Foundation
import LanguageModels
import ModelProviders
import Testing
import TestKit
import WireFaults

/// Many simultaneous streams with slow readers: 10,000 with `make soak`, fewer in `make test`.
@Suite("Many streams over few connections", .serialized)
struct LoadTests {
  private static let streams =
    TestCases.asked == nil ? 400 : 10_000
  private static let atOnce = 200
  /// Enough to fill every buffer if the reader does not read.
  private static let words = 400

  /// A reply of many words, one per event.
  private static let reply: [UInt8] = {
    let sample = SampleReply.of(.openAIChat)
    let word = Array(
      (#"data: {"id":"c1","choices":[{"index":0,"delta":{"content":"calm "}}],"padding":""#
        + String(repeating: "x", count: 200) + "\"}\n\n").utf8)
    let events =
      [sample.events[0]] + Array(repeating: word, count: words)
      + Array(sample.events[sample.reason...])
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
    let body = events.flatMap { $0 }
    return Array("\(head)Content-Length: \(body.count)\r\n\r\n".utf8) + body
  }()

  private static func model(_ server: ScriptedServer, _ transport: CurlTransport) -> ProviderModel {
    ProviderModel(
      "m", at: Endpoint(.compatible, baseURL: server.url, timeouts: .never), over: transport)
  }

  private static let request = ModelRequest(messages: [ModelMessage(Message(.user, "Hi"))])

  @Test("nothing is lost, connections are reused, and memory stays constant")
  func slowReaders() async throws {
    let bytes = Self.reply
    let server = try #require(ScriptedServer { _ in [.send(bytes), .keep] })
    defer { server.stop() }
    let model = Self.model(server, CurlTransport(CurlConfiguration(proxy: .none)))
    var memory: [Double] = []
    try await withThrowingTaskGroup(of: Int.self) { group in
      func take() async throws {
        guard let words = try await group.next() else { return }
        #expect(words == Self.words)
      }
      for stream in 0..<Self.streams {
        if stream >= Self.atOnce { try await take() }
        if stream % (Self.streams / 8) == 0 { memory.append(residentMegabytes()) }
        group.addTask {
          var words = 0
          for try await event in model.stream(Self.request) where event.text == "calm " {
            words += 1
            // The reader is slow now and then.
            if words % 100 == 0 { try await Task.sleep(for: .milliseconds(2)) }
          }
          return words
        }
      }
      for _ in 0..<min(Self.atOnce, Self.streams) { try await take() }
    }
    #expect(server.requests.count == Self.streams)
    // A stream may start before the previous one has returned its connection; among many that is rare.
    let most = Self.streams < Self.atOnce * 10 ? Self.streams : Self.atOnce * 3 / 2
    #expect(server.connections < most, "connections are used again")
    // From this point on the maximum number runs, so memory should not grow.
    let growth = (memory.last ?? 0) - memory[5]
    #expect(growth < 32, "resident memory, MB: \(memory)")
    print("resident memory over \(Self.streams) streams, MB:", memory.map { Int($0) })
  }

  @Test("cancelling half of the streams closes half of the sockets")
  func cancellation() async throws {
    let beginning = Array(Self.reply.prefix(2000))
    let server = try #require(ScriptedServer { _ in [.send(beginning), .waitForClose] })
    defer { server.stop() }
    let transport = CurlTransport(CurlConfiguration(proxy: .none))
    let model = Self.model(server, transport)
    let ended = Observed(0)
    let readers = (0..<Self.atOnce).map { _ in
      Task {
        defer { ended.update { $0 += 1 } }
        for try await _ in model.stream(Self.request) {}
      }
    }
    try await server.until { $0.requests.count == Self.atOnce }
    for reader in readers[..<(Self.atOnce / 2)] { reader.cancel() }
    try await server.until { $0.openConnections <= Self.atOnce / 2 }
    try await ended.until { $0 >= Self.atOnce / 2 }
    // When the transport has answered this request, it has processed everything before it.
    let other = try #require(ScriptedServer([.send(Self.reply)]))
    defer { other.stop() }
    for try await _ in Self.model(other, transport).stream(Self.request) {}
    #expect(ended.current == Self.atOnce / 2, "the others go on")
    #expect(server.openConnections == Self.atOnce / 2)
    for reader in readers { reader.cancel() }
    try await server.until { $0.openConnections == 0 }
    for reader in readers {
      let error = await #expect(throws: ModelError.self) { try await reader.value }
      #expect(error?.code == .cancelled)
    }
  }
}

/// The memory that this process currently uses; 0 if the system does not report it.
private func residentMegabytes() -> Double {
  let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
    .split(separator: " ")
  return (fields.flatMap { Double($0[1]) } ?? 0) * 4096 / 1_048_576
}
