#if Postgres
  import Dispatch
  import Foundation
  import Synchronization
  import Testing
  import TestKit

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// A relay between a store and its server, which loses statements or their replies.
  ///
  /// All connections go through. The first statement that contains the text of a trap is caught, and nothing happens on
  /// its connection until the test releases it.
  final class InterceptingProxy: Sendable {
    /// What becomes of a statement that is caught, and of its connection.
    enum Kind: Sendable {
      /// The statement never reaches the server; the connection ends.
      case beforeServer
      /// The statement takes effect, and its reply never reaches the store; the connection ends.
      case beforeReply
      /// The store loses its connection at once, and the statement reaches the server when it is released.
      case delayed
      /// The statement reaches the server when it is released, and everything goes on.
      case held
    }

    /// A trap for one statement.
    final class Trap: Sendable {
      fileprivate let kind: Kind
      fileprivate let text: [UInt8]
      private let isCaught = Observed(false)
      private let isOver = Observed(false)
      private let mayGo = DispatchSemaphore(value: 0)

      fileprivate init(_ kind: Kind, _ text: String) {
        self.kind = kind
        self.text = Array(text.utf8)
      }

      /// Waits until a statement is caught.
      func untilCaught() async throws { try await isCaught.until { $0 } }

      /// Lets the statement or its connection meet its fate, and waits until it has.
      func release() async throws {
        mayGo.signal()
        try await isOver.until { $0 }
      }

      fileprivate func holdUntilReleased() {
        isCaught.update { $0 = true }
        mayGo.wait()
      }

      fileprivate func end() { isOver.update { $0 = true } }
    }

    let port: Int
    private let listener: Int32
    private let server: [String: String]
    private let requests = Atomic(0)
    private let isMute = Atomic(false)
    private let traps = Mutex<[Trap]>([])

    init() throws {
      server = try TestDatabase.parameters()
      (listener, port) = try Self.listen()
      let listener = listener
      Thread.detachNewThread { [weak self] in
        while true {
          let client = accept(listener, nil, nil)
          guard client >= 0, let proxy = self else { return }
          Thread.detachNewThread { proxy.relay(client) }
        }
      }
    }

    deinit {
      shutdown(listener, Int32(SHUT_RDWR))
      Foundation.close(listener)
    }

    /// What a store must change in its connection string. Encrypted statements could not be recognised.
    var parameters: [String: String] {
      ["host": "127.0.0.1", "port": "\(port)", "sslmode": "disable", "gssencmode": "disable"]
    }

    /// The number of requests so far, each of which a client has sent at once and waited for.
    var requestCount: Int { requests.load(ordering: .acquiring) }

    /// Leaves new connections without an answer, or answers again.
    func mute(_ isMute: Bool) {
      self.isMute.store(isMute, ordering: .releasing)
    }

    /// Refuses new connections from now on.
    func close() {
      shutdown(listener, Int32(SHUT_RDWR))
    }

    /// Catches the next statement that contains this text; of several traps for one, the first one does.
    func set(_ kind: Kind, for text: String) -> Trap {
      let trap = Trap(kind, text)
      traps.withLock { $0.append(trap) }
      return trap
    }

    // MARK: The thread of a connection

    private func relay(_ client: Int32) {
      defer { Foundation.close(client) }
      if isMute.load(ordering: .acquiring) {
        while Self.read(client) != nil {}
        return
      }
      guard let server = connect() else { return }
      defer { Foundation.close(server) }
      var sockets = [client, server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      while poll(&sockets, 2, -1) > 0 {
        if sockets[1].revents != 0 {
          guard let bytes = Self.read(server), Self.write(bytes, to: client) else { return }
        }
        if sockets[0].revents != 0 {
          guard let bytes = Self.read(client) else { return }
          requests.add(1, ordering: .acquiringAndReleasing)
          if let trap = takeTrap(for: bytes) {
            guard spring(trap, bytes, client, server) else { return }
          } else {
            guard Self.write(bytes, to: server) else { return }
          }
        }
      }
    }

    /// Returns whether the connection goes on.
    private func spring(_ trap: Trap, _ bytes: [UInt8], _ client: Int32, _ server: Int32) -> Bool {
      defer { trap.end() }
      if trap.kind == .beforeReply {
        _ = Self.write(bytes, to: server)
        // The server replies when the change is permanent.
        _ = Self.read(server)
      }
      if trap.kind == .delayed { shutdown(client, Int32(SHUT_RDWR)) }
      trap.holdUntilReleased()
      switch trap.kind {
      case .beforeServer, .beforeReply: return false
      case .delayed:
        _ = Self.write(bytes, to: server)
        _ = Self.read(server)
        return false
      case .held: return Self.write(bytes, to: server)
      }
    }

    private func takeTrap(for bytes: [UInt8]) -> Trap? {
      traps.withLock { traps in
        let index = traps.firstIndex { bytes.firstRange(of: $0.text) != nil }
        return index.map { traps.remove(at: $0) }
      }
    }

    // MARK: Sockets

    #if canImport(Darwin)
      private static let stream = SOCK_STREAM
    #else
      private static let stream = Int32(SOCK_STREAM.rawValue)
    #endif

    private static func loopback(port: Int) -> sockaddr_in {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = UInt16(port).bigEndian
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      return address
    }

    private static func listen() throws -> (socket: Int32, port: Int) {
      let listener = socket(AF_INET, stream, 0)
      var address = loopback(port: 0)
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isListening = withUnsafeMutablePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          bind(listener, address, size) == 0 && Foundation.listen(listener, 64) == 0
            && getsockname(listener, address, &size) == 0
        }
      }
      try #require(isListening)
      return (listener, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// Connects to the server by its address on loopback.
    private func connect() -> Int32? {
      guard let port = server["port"].flatMap({ Int($0) }) else { return nil }
      let descriptor = socket(AF_INET, Self.stream, 0)
      var address = Self.loopback(port: port)
      let size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let result = withUnsafePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Foundation.connect(descriptor, $0, size)
        }
      }
      if result != 0 { Foundation.close(descriptor) }
      return result == 0 ? descriptor : nil
    }

    private static func read(_ socket: Int32) -> [UInt8]? {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = recv(socket, &buffer, buffer.count, 0)
      return count > 0 ? Array(buffer.prefix(count)) : nil
    }

    private static func write(_ bytes: [UInt8], to socket: Int32) -> Bool {
      var sent = 0
      while sent < bytes.count {
        let count = bytes.withUnsafeBytes {
          send(socket, $0.baseAddress.map { $0 + sent }, bytes.count - sent, noSignal)
        }
        guard count > 0 else { return false }
        sent += count
      }
      return true
    }

    #if canImport(Darwin)
      private static let noSignal: Int32 = 0
    #else
      private static let noSignal = Int32(MSG_NOSIGNAL)
    #endif
  }
#endif
