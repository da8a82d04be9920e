#if Server
  import Testing

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  extension ServerBench {
    /// Sends a DELETE, which the library's transport does not have, and reads the answer.
    func delete(
      _ path: String, headers: [(name: String, value: String)] = [],
      sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) async throws -> Answer {
      let fields = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
      let text = PlainConnection.exchange(
        port, "DELETE \(path) HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\(fields)\r\n")
      let parts = text.split(separator: "\r\n\r\n", maxSplits: 1)
      var lines = (parts.first ?? "").split(separator: "\r\n")[...]
      let status = lines.popFirst()?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      var answer = Answer(
        status: status ?? 0, headers: [:], text: String(parts.dropFirst().joined()))
      for line in lines {
        let field = line.split(separator: ":", maxSplits: 1)
        guard let name = field.first, let value = field.last else { continue }
        answer.headers[name.lowercased()] = String(value.drop { $0 == " " })
      }
      try await AnswerSchemas.check(answer, to: "DELETE", path, sourceLocation: sourceLocation)
      return answer
    }
  }

  private enum PlainConnection {
    /// Sends bytes, and returns what comes until the end of the connection.
    static func exchange(_ port: Int, _ request: String) -> String {
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
      guard isConnected == 0 else { return "" }
      let bytes = Array(request.utf8)
      _ = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, 0) }
      var answer: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while true {
        let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
        guard count > 0 else { break }
        answer += buffer.prefix(count)
      }
      return String(decoding: answer, as: UTF8.self)
    }
  }
#endif
