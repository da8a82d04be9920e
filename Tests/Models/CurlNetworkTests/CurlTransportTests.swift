@testable import CurlNetwork
import LanguageModels
import ModelProviders
import Testing
import TestKit
import WireFaults

/// The head of a streamed response that ends with the connection.
private let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nX-A: b \r\n\r\n"

@Suite("The libcurl transport: streaming, time limits and cancellation")
struct CurlTransportTests {
  private func request(_ server: ScriptedServer) -> TransportRequest { request(server.url) }

  private func request(_ url: String) -> TransportRequest {
    TransportRequest(
      method: "POST", url: "\(url)/v1/x", headers: [("x-test", "1")], body: Array("{\"a\":1}".utf8)
    ).untimed
  }

  private func text(_ body: any HTTPBody) async throws(TransportError) -> String {
    var bytes: [UInt8] = []
    while let more = try await body.next(before: .never) { bytes += more }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("head, headers and body arrive, and the request is sent as given")
  func plain() async throws {
    let server = try #require(ScriptedServer([.send(head + "one "), .wait(30), .send("two")]))
    defer { server.stop() }
    let response = try await CurlTransport().send(request(server))
    #expect(response.status == 200)
    #expect(response.headers["x-a"] == "b")
    try await expect(text(response.body), equals: "one two")
    let sent = try #require(server.requests.first)
    #expect(sent.head.hasPrefix("POST /v1/x HTTP/1.1\r\n"))
    #expect(sent.body == Array("{\"a\":1}".utf8))
    #expect(sent.head.contains("x-test: 1"))
    #expect(!sent.head.lowercased().contains("expect:"))
  }

  @Test("bytes arrive as they are sent, not at the end")
  func streaming() async throws {
    let server = try #require(ScriptedServer([.send(head + "first"), .waitForClose]))
    defer { server.stop() }
    let response = try await CurlTransport().send(request(server))
    try await expect(response.body.next(before: .never), equals: Array("first".utf8))
  }

  @Test("a header above libcurl's limit is reported as that")
  func hugeHeader() async throws {
    let header = "x-a: " + String(repeating: "a", count: 200_000)
    let server = try #require(ScriptedServer([.send("HTTP/1.1 200 OK\r\n\(header)\r\n\r\n")]))
    defer { server.stop() }
    let error = await #expect(throws: TransportError.self) {
      _ = try await CurlTransport().send(request(server))
    }
    #expect(error?.message.contains("header of the reply is above 100 KB") ?? false, "\(error)")
  }

  @Test("a refused connection is reported")
  func refused() async throws {
    let port = try #require(ClosedPort())
    let error = await #expect(throws: TransportError.self) {
      try await CurlTransport().send(request(port.url))
    }
    #expect(error?.kind == .connect)
  }

  @Test(
    "an invalid address is reported", arguments: ["", "nonsense://x", "http://", "file:///etc"])
  func badAddress(url: String) async {
    let error = await #expect(throws: TransportError.self) {
      try await CurlTransport().send(TransportRequest(method: "GET", url: url))
    }
    #expect(error?.kind == .connect)
  }

  @Test("head and body have deadlines, and a reader may shorten them")
  func deadlines() async throws {
    let silent = try #require(ScriptedServer([.waitForClose]))
    let stalled = try #require(ScriptedServer([.send(head + "x"), .waitForClose]))
    defer {
      silent.stop()
      stalled.stop()
    }
    let transport = CurlTransport()
    var brief = request(silent)
    brief.deadline = .now + .milliseconds(150)
    let first = await #expect(throws: TransportError.self) { try await transport.send(brief) }
    #expect(first?.kind == .deadline)
    let response = try await transport.send(request(stalled))
    try await expect(response.body.next(before: .never), equals: Array("x".utf8))
    let idle = await #expect(throws: TransportError.self) {
      try await response.body.next(before: .now + .milliseconds(150))
    }
    #expect(idle?.kind == .deadline)
    try await stalled.until { $0.closedByClient == 1 }
    // On a slow machine the first call may end before its request is sent.
    try await silent.until { $0.closedByClient == $0.requests.count && $0.openConnections == 0 }
  }

  @Test("a deadline that was moved does not fire")
  func movingDeadline() async throws {
    let server = try #require(
      ScriptedServer([
        .send(head), .wait(20), .send("x"), .waitForReader(bytes: 1, milliseconds: 0), .send("y"),
      ]))
    defer { server.stop() }
    let transport = CurlTransport()
    // On a slow machine the first byte may arrive too late; then more time is allowed.
    for milliseconds in sequence(first: 100, next: { $0 * 2 }) {
      server.clientRead(0)
      let response = try await transport.send(request(server))
      let deadline = ContinuousClock.now + .milliseconds(milliseconds)
      guard let first = try? await response.body.next(before: deadline) else { continue }
      #expect(first == Array("x".utf8))
      let rest = Task { try await text(response.body) }
      try await Task.sleep(until: deadline, clock: .continuous)
      server.clientRead(1)
      try await expect(rest.value, equals: "y")
      return
    }
  }

  @Test("a connection that breaks off in a counted body is an error, not an end")
  func broken() async throws {
    let server = try #require(
      ScriptedServer([.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")]))
    defer { server.stop() }
    let response = try await CurlTransport().send(request(server))
    let error = await #expect(throws: TransportError.self) { try await text(response.body) }
    #expect(error?.kind == .broken)
  }

  @Test("dropping the body closes the connection")
  func droppingBody() async throws {
    let server = try #require(ScriptedServer([.send(head + "x"), .waitForClose]))
    defer { server.stop() }
    let transport = CurlTransport()
    do {
      let response = try await transport.send(request(server))
      _ = try await response.body.next(before: .never)
    }
    try await server.until { $0.closedByClient == 1 }
  }

  @Test("cancelling the reader closes the connection")
  func cancelling() async throws {
    let server = try #require(ScriptedServer([.send(head + "x"), .waitForClose]))
    defer { server.stop() }
    let transport = CurlTransport()
    let request = request(server)
    let reader = Task { () -> TransportError? in
      do throws(TransportError) {
        let response = try await transport.send(request)
        while try await response.body.next(before: .never) != nil {}
        return nil
      } catch {
        return error
      }
    }
    try await server.until { $0.requests.count == 1 }
    reader.cancel()
    await expect(reader.value?.kind, equals: .cancelled)
    try await server.until { $0.closedByClient == 1 }
  }

  @Test("a slow reader slows the sender down, and nothing is lost")
  func backPressure() async throws {
    let total = 64 << 10
    let server = try #require(ScriptedServer([.send(head), .flood(kilobytes: total)]))
    defer { server.stop() }
    let transport = CurlTransport()
    let response = try await transport.send(request(server))
    try await server.until { $0.isBlocked }
    // The transport continues with other requests, and would with this one.
    let other = try #require(ScriptedServer([.send(head + "x")]))
    defer { other.stop() }
    var sent = -1
    while sent != server.sentBytes {
      sent = server.sentBytes
      for _ in 0..<50 { _ = try await text(transport.send(request(other)).body) }
    }
    // Only the transport's and the kernel's buffers are filled: a small part of the reply.
    #expect(sent < 32 << 20)
    var received = 0
    while let more = try await response.body.next(before: .never) {
      received += more.count
    }
    #expect(received == total << 10)
  }

  @Test("many simultaneous streams on one thread")
  func many() async throws {
    let server = try #require(ScriptedServer([.send(head + "a"), .wait(20), .send("b")]))
    defer { server.stop() }
    let transport = CurlTransport()
    let request = request(server)
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<50 {
        group.addTask {
          let response = try await transport.send(request)
          return try await self.text(response.body)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(texts == Array(repeating: "ab", count: 50))
  }

}
