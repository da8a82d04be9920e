#if Server
  import CoachKit
  @testable import CoachServer
  import Dispatch
  import TestKit
  import Testing

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  @Suite("Versions of HTTP, and how connections end")
  struct VersionTests {
    /// What a client read.
    private struct Exchange: Sendable {
      var text = ""
      /// Whether the server closed the connection.
      var isClosed = false

      var head: String {
        text.firstRange(of: "\r\n\r\n").map { String(text[..<$0.lowerBound]) }?.lowercased() ?? ""
      }
      var body: String {
        text.firstRange(of: "\r\n\r\n").map { String(text[$0.upperBound...]) } ?? ""
      }
    }

    /// Sends bytes on a connection of its own, and reads until the server closes it or enough has come.
    private static func exchange(
      _ port: Int, _ request: String,
      until isEnough: @escaping @Sendable (String) -> Bool = { _ in false }
    ) async -> Exchange {
      // The tasks of the server need the threads of tasks.
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          continuation.resume(returning: receive(port, Array(request.utf8), isEnough))
        }
      }
    }

    private static func receive(
      _ port: Int, _ request: [UInt8], _ isEnough: (String) -> Bool
    ) -> Exchange {
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
      var exchange = Exchange()
      guard isConnected == 0 else { return exchange }
      _ = request.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, 0) }
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65536)
      while !isEnough(exchange.text) {
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else {
          exchange.isClosed = count == 0
          break
        }
        bytes += buffer[..<count]
        exchange.text = String(decoding: bytes, as: UTF8.self)
      }
      return exchange
    }

    private static func get(_ path: String, _ version: String, _ more: String...) -> String {
      (["GET \(path) HTTP/\(version)", "host: 127.0.0.1"] + more + ["", ""])
        .joined(separator: "\r\n")
    }

    private static func turn(_ version: String, _ more: String..., id: String = "r-1") -> String {
      let body = ServerBench.turn(id: id).text()
      let lines =
        [
          "POST /v1/turns HTTP/\(version)", "host: 127.0.0.1", "content-type: application/json",
          "content-length: \(body.utf8.count)",
        ] + more
      return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
    }

    @Test(
      "a stream in HTTP/1.0 has no chunks and ends with the connection, also for keep-alive",
      arguments: [
        [], ["connection: close"], ["connection: keep-alive"], ["Connection: Keep-Alive"],
        ["te: chunked"],
      ])
    func stream(more: [String]) async throws {
      try await ServerBench.run { server in
        let request = Self.turn("1.0").replacing(
          "\r\n\r\n", with: (more.map { "\r\n\($0)" } + ["\r\n\r\n"]).joined())
        let got = await Self.exchange(server.port, request)
        #expect(got.isClosed && got.head.hasPrefix("http/1.0 200"))
        #expect(!got.head.contains("transfer-encoding"), "\(got.head)")
        #expect(got.head.contains("\r\nconnection: close"))
        // The body is the events and nothing else.
        let answer = ServerBench.Answer(status: 200, headers: [:], text: got.body)
        #expect(got.body.hasPrefix("id: 1\ndata: {") && got.body.hasSuffix("}\n\n"))
        #expect(answer.events.last?.data["event"] == "done", "\(got.body)")
      }
    }

    @Test("a response with a length in HTTP/1.0 has it, and the connection is closed")
    func length() async throws {
      try await ServerBench.run { server in
        for (path, status) in [("/healthz", "200"), ("/nowhere", "404"), ("/v1/domains", "200")] {
          let got = await Self.exchange(server.port, Self.get(path, "1.0"))
          #expect(got.isClosed && got.head.hasPrefix("http/1.0 \(status)"), "\(path)")
          #expect(got.head.contains("\r\ncontent-length: \(got.body.utf8.count)"), "\(path)")
          #expect(!got.head.contains("transfer-encoding"), "\(path)")
          #expect(got.head.contains("\r\nconnection: close"), "\(path)")
        }
        let head = Self.get("/healthz", "1.0").replacing("GET", with: "HEAD")
        let got = await Self.exchange(server.port, head)
        #expect(got.isClosed && got.head.hasPrefix("http/1.0 200") && got.body.isEmpty)
      }
    }

    @Test("a client of HTTP/1.0 gets no interim response")
    func expectation() async throws {
      try await ServerBench.run { server in
        let expecting = "expect: 100-continue"
        let old = await Self.exchange(server.port, Self.turn("1.0", expecting))
        #expect(old.head.hasPrefix("http/1.0 200") && old.isClosed)
        let new = await Self.exchange(
          server.port, Self.turn("1.1", expecting, "connection: close", id: "r-2"))
        #expect(new.head.hasPrefix("http/1.1 100") && new.isClosed)
        #expect(new.body.contains("HTTP/1.1 200"))
      }
    }

    @Test("a stream in HTTP/1.1 has chunks, and the connection stays for the next request")
    func chunks() async throws {
      try await ServerBench.run { server in
        let requests = Self.turn("1.1") + Self.get("/healthz", "1.1")
        let got = await Self.exchange(server.port, requests) { $0.contains(#"{"status":"ok"}"#) }
        #expect(!got.isClosed && got.head.hasPrefix("http/1.1 200"))
        #expect(got.head.contains("transfer-encoding: chunked"))
        #expect(!got.head.contains("\r\nconnection: close"))
      }
    }

    @Test(
      "a request in HTTP/1.1 that wants its connection closed gets that, in any spelling",
      arguments: ["connection: close", "Connection: Close", "connection: te, close"])
    func closing(field: String) async throws {
      try await ServerBench.run { server in
        let light = await Self.exchange(server.port, Self.get("/healthz", "1.1", field))
        #expect(light.isClosed && light.head.contains("\r\nconnection: close"))
        let stream = await Self.exchange(server.port, Self.turn("1.1", field))
        #expect(stream.isClosed && stream.head.contains("transfer-encoding: chunked"))
        #expect(stream.body.hasSuffix("0\r\n\r\n"))
      }
    }
  }
#endif
