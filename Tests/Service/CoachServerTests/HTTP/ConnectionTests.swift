#if Server
  import CoachKit
  @testable import CoachServer
  import TestKit
  import Testing

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  @Suite("Connections that fail")
  struct ConnectionTests {
    /// Sends a request and resets the connection, before or while the response is written.
    private static func reset(_ port: Int, _ body: JSONValue) {
      #if canImport(Darwin)
        let stream = SOCK_STREAM
      #else
        let stream = Int32(SOCK_STREAM.rawValue)
      #endif
      let descriptor = socket(AF_INET, stream, 0)
      defer { close(descriptor) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(UInt16(port).bigEndian)
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      let size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isConnected = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
      }
      guard isConnected == 0 else { return }
      let text = body.text()
      let request = Array(
        """
        POST /v1/turns HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n\
        content-length: \(text.utf8.count)\r\n\r\n\(text)
        """.utf8)
      _ = request.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, 0) }
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(
        descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }

    @Test("a client that resets its connection leaves its place to others")
    func reset() async throws {
      try await ServerBench.run(replies: Array(repeating: "Hello.", count: 200)) {
        $0.limits.turns = 1
      } _: { server in
        for number in 1...50 { Self.reset(server.port, ServerBench.turn(id: "gone-\(number)")) }
        var number = 0
        var answer = try await server.send("POST", "/v1/turns", ServerBench.turn(id: "r"))
        try await until {
          guard answer.status == 503 else { return true }
          number += 1
          answer = try await server.send("POST", "/v1/turns", ServerBench.turn(id: "r-\(number)"))
          return answer.status != 503
        }
        #expect(answer.status == 200)
      }
    }

    @Test("what would take too long is refused")
    func tooMuch() async throws {
      try await ServerBench.run { server in
        let change: JSONValue = ["do": "add", "category": "values", "text": "quiet"]
        let many = try await server.send(
          "POST", "/v1/profile/apply",
          [
            "record": PersonRecord(id: "p-1", salt: "s").json,
            "changes": .array(Array(repeating: change, count: 101)),
          ])
        #expect(many.status == 400 && many.code == "json.count")
        let long = String(repeating: "a ", count: TurnRequest.maximumMessageLength)
        for path in ["/v1/screen", "/v1/route"] {
          let answer = try await server.send("POST", path, ["message": .string(long)])
          #expect(answer.status == 400 && answer.code == "too_long", "\(path)")
        }
      }
    }

    @Test("a person's token speaks for that person, byte by byte, and deletes no counts")
    func boundTokens() throws {
      var call = RequestCall(
        id: "1", caller: Caller(name: "t", scope: .client, person: "caf\u{e9}"), path: [:],
        query: [:], body: [])
      try call.requirePermission(toSpeakFor: "caf\u{e9}")
      #expect(throws: Problem.self) { try call.requirePermission(toSpeakFor: "cafe\u{301}") }
      call.caller.person = nil
      try call.requirePermission(toSpeakFor: "anybody")
    }
  }
#endif
