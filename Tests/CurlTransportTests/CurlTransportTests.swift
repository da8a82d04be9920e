import CurlTransport
import LanguageModels
import Testing
import WireFaults

/// The head of a streamed answer whose end is the end of the connection.
private let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nX-A: b \r\n\r\n"

@Suite("libcurl streams, waits, gives up and lets go", .timeLimit(.minutes(1)))
struct CurlTransportTests {
  private func request(_ server: ScriptedServer, within time: Duration = .seconds(60))
    -> HTTPRequest
  {
    HTTPRequest(
      method: "POST", url: "\(server.url)/v1/x", headers: [("x-test", "1")],
      body: Array("{\"a\":1}".utf8), deadline: .now + time)
  }

  private func text(_ body: any HTTPBody, within time: Duration = .seconds(60))
    async throws(TransportError) -> String
  {
    var bytes: [UInt8] = []
    while let more = try await body.next(before: .now + time) { bytes += more }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("head, headers and body arrive, and the request is what was asked")
  func plain() async throws {
    let server = try #require(ScriptedServer([.send(head + "one "), .wait(30), .send("two")]))
    defer { server.stop() }
    let response = try await CurlTransport().send(request(server))
    #expect(response.status == 200)
    #expect(response.headers["x-a"] == "b")
    #expect(try await text(response.body) == "one two")
    let sent = try #require(server.requests.first)
    #expect(sent.head.hasPrefix("POST /v1/x HTTP/1.1\r\n"))
    #expect(sent.body == Array("{\"a\":1}".utf8))
    #expect(sent.head.contains("x-test: 1"))
    #expect(!sent.head.lowercased().contains("expect:"))
  }

  @Test("bytes come as they are sent, not at the end")
  func streaming() async throws {
    let server = try #require(ScriptedServer([.send(head + "first"), .waitForClose]))
    defer { server.stop() }
    let response = try await CurlTransport().send(request(server))
    #expect(try await response.body.next(before: .now + .seconds(60)) == Array("first".utf8))
  }

  @Test("a refused connection says so")
  func refused() async throws {
    let server = try #require(ScriptedServer([]))
    server.stop()
    let error = await #expect(throws: TransportError.self) {
      try await CurlTransport().send(request(server))
    }
    #expect(error?.kind == .connect)
  }

  @Test(
    "an address that is none says so", arguments: ["", "nonsense://x", "http://", "file:///etc"])
  func badAddress(url: String) async {
    let error = await #expect(throws: TransportError.self) {
      try await CurlTransport().send(HTTPRequest(method: "GET", url: url))
    }
    #expect(error?.kind == .connect)
  }

  @Test("head and body have their deadlines, and a reader may shorten them")
  func deadlines() async throws {
    let silent = try #require(ScriptedServer([.waitForClose]))
    let stalled = try #require(ScriptedServer([.send(head + "x"), .waitForClose]))
    defer {
      silent.stop()
      stalled.stop()
    }
    let transport = CurlTransport()
    let first = await #expect(throws: TransportError.self) {
      try await transport.send(request(silent, within: .milliseconds(150)))
    }
    #expect(first?.kind == .deadline)
    let response = try await transport.send(request(stalled))
    let idle = await #expect(throws: TransportError.self) {
      try await text(response.body, within: .milliseconds(150))
    }
    #expect(idle?.kind == .deadline)
    #expect(await eventually { stalled.closedByClient == 1 && silent.closedByClient == 1 })
  }

  @Test("a deadline that moves on does not strike")
  func movingDeadline() async throws {
    let drip = Array(repeating: [ServerStep.wait(100), .send("x")], count: 6)
    let server = try #require(ScriptedServer([.send(head)] + drip.flatMap { $0 }))
    defer { server.stop() }
    let response = try await CurlTransport().send(request(server))
    #expect(try await text(response.body, within: .milliseconds(400)) == "xxxxxx")
  }

  @Test("a connection that breaks off in a counted body is broken, not ended")
  func broken() async throws {
    let server = try #require(
      ScriptedServer([.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")]))
    defer { server.stop() }
    let response = try await CurlTransport().send(request(server))
    let error = await #expect(throws: TransportError.self) { try await text(response.body) }
    #expect(error?.kind == .broken)
  }

  @Test("letting go of the body closes the connection")
  func lettingGo() async throws {
    let server = try #require(ScriptedServer([.send(head + "x"), .waitForClose]))
    defer { server.stop() }
    let transport = CurlTransport()
    do {
      let response = try await transport.send(request(server))
      _ = try await response.body.next(before: .now + .seconds(60))
    }
    #expect(await eventually { server.closedByClient == 1 })
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
        while try await response.body.next(before: .now + .seconds(60)) != nil {}
        return nil
      } catch {
        return error
      }
    }
    #expect(await eventually { server.requests.count == 1 })
    reader.cancel()
    #expect(await reader.value?.kind == .cancelled)
    #expect(await eventually { server.closedByClient == 1 })
  }

  @Test("a slow reader slows the sender down, and nothing is lost")
  func backPressure() async throws {
    let total = 64 << 10
    let server = try #require(ScriptedServer([.send(head), .flood(kilobytes: total)]))
    defer { server.stop() }
    let response = try await CurlTransport().send(request(server))
    try await Task.sleep(for: .milliseconds(400))
    // What is under way is our buffer and the kernel's: a small part of the whole.
    #expect(server.sentBytes < 32 << 20)
    var received = 0
    while let more = try await response.body.next(before: .now + .seconds(60)) {
      received += more.count
    }
    #expect(received == total << 10)
  }

  @Test("many streams at once on one thread")
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
