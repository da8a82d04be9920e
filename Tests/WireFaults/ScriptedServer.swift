#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a server does to a connection once a request has come.
package enum ServerStep: Sendable {
  /// Sends bytes.
  case send([UInt8])
  /// Sends so many kilobytes of `x`.
  case flood(kilobytes: Int)
  /// Sends bytes one at a time, so many microseconds apart.
  case drip([UInt8], microseconds: Int)
  /// Sends bytes again and again, so many milliseconds apart, until the client closes.
  case forever([UInt8], milliseconds: Int)
  /// Waits, in milliseconds.
  case wait(Int)
  /// Waits until the client has closed.
  case waitForClose
  /// Breaks the connection off, so that the client gets a reset.
  case reset
  /// Keeps the connection for another request; without this it is closed after the last step.
  case keep

  /// Sends a text.
  package static func send(_ text: String) -> ServerStep { .send(Array(text.utf8)) }
}

/// A request as it came.
package struct ServedRequest: Sendable {
  /// The first line and the headers.
  package var head: String
  /// The rest.
  package var body: [UInt8]
  /// How many requests there were on its connection before it.
  package var earlierOnConnection: Int

  /// What is asked for.
  package var path: String {
    head.split(separator: " ").dropFirst().first.map(String.init) ?? ""
  }
}

/// A server on loopback that does to each connection what a script says: real sockets, no framework.
///
/// One thread a connection, which lives until the script ends.
package final class ScriptedServer: Sendable {
  package typealias Script = @Sendable (ServedRequest) -> [ServerStep]

  private struct State {
    var requests: [ServedRequest] = []
    var openConnections = 0
    var connections = 0
    var closedByClient = 0
    var sentBytes = 0
  }

  package let port: Int
  private let listener: Int32
  private let script: Script
  private let state = Guarded(State())

  /// The requests that came, as they came.
  package var requests: [ServedRequest] { state.withLock { $0.requests } }
  /// How often the client closed a connection while the script still used it.
  package var closedByClient: Int { state.withLock { $0.closedByClient } }
  /// How many connections there were.
  package var connections: Int { state.withLock { $0.connections } }
  /// How many of them stand.
  package var openConnections: Int { state.withLock { $0.openConnections } }
  /// How many bytes were taken by the sockets.
  package var sentBytes: Int { state.withLock { $0.sentBytes } }

  package var url: String { "http://127.0.0.1:\(port)" }

  /// Creates a server that treats every connection alike.
  package convenience init?(_ steps: [ServerStep]) {
    self.init { _ in steps }
  }

  /// Creates a server on a port, or on a free one; nil when there is none.
  package init?(port: Int = 0, _ script: @escaping Script) {
    self.script = script
    signal(SIGPIPE, SIG_IGN)
    #if canImport(Glibc)
      listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      listener = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isReady = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 1024) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    self.port = Int(UInt16(bigEndian: address.sin_port))
    guard isReady else { return nil }
    inThread { [self] in acceptAll() }
  }

  /// Takes no further connections.
  package func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private func acceptAll() {
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { return }
      var one: Int32 = 1
      setsockopt(
        connection, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
      state.withLock {
        $0.connections += 1
        $0.openConnections += 1
      }
      inThread { [self] in
        serve(connection)
        close(connection)
        state.withLock { $0.openConnections -= 1 }
      }
    }
  }

  private func serve(_ connection: Int32) {
    var received: [UInt8] = []
    var served = 0
    while let request = read(connection, &received, served) {
      state.withLock { $0.requests.append(request) }
      served += 1
      guard play(script(request), connection) else { return }
    }
  }

  /// The next request; nil when the client closes before it is whole.
  private func read(_ connection: Int32, _ received: inout [UInt8], _ earlier: Int)
    -> ServedRequest?
  {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      // A client that wants TLS gets an answer that is none, as from any plain server.
      if received.first == 0x16 {
        return ServedRequest(head: "TLS /tls", body: [], earlierOnConnection: earlier)
      }
      if let end = received.firstRange(of: Array("\r\n\r\n".utf8)) {
        let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
        let length =
          head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
          .flatMap { Int($0.drop { !$0.isNumber }) } ?? 0
        let total = end.upperBound + length
        if received.count >= total {
          let body = Array(received[end.upperBound..<total])
          received.removeFirst(total)
          return ServedRequest(head: head, body: body, earlierOnConnection: earlier)
        }
      }
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      received += buffer[..<count]
    }
  }

  /// Whether the connection is kept for another request.
  private func play(_ steps: [ServerStep], _ connection: Int32) -> Bool {
    for step in steps {
      switch step {
      case .send(let bytes): guard put(bytes, connection) else { return false }
      case .flood(let kilobytes):
        let block = [UInt8](repeating: 0x78, count: 1024)
        for _ in 0..<kilobytes { guard put(block, connection) else { return false } }
      case .drip(let bytes, let microseconds):
        for byte in bytes {
          guard put([byte], connection) else { return false }
          usleep(UInt32(microseconds))
        }
      case .forever(let bytes, let milliseconds):
        while put(bytes, connection) { usleep(UInt32(milliseconds) * 1000) }
        return false
      case .wait(let milliseconds): usleep(UInt32(milliseconds) * 1000)
      case .waitForClose:
        var buffer = [UInt8](repeating: 0, count: 4096)
        while recv(connection, &buffer, buffer.count, 0) > 0 {}
        state.withLock { $0.closedByClient += 1 }
        return false
      case .reset:
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
          connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
        return false
      case .keep: return true
      }
    }
    return false
  }

  private func put(_ bytes: [UInt8], _ connection: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { send(connection, $0.baseAddress, $0.count, 0) }
      guard count > 0 else {
        state.withLock { $0.closedByClient += 1 }
        return false
      }
      sent += count
      state.withLock { $0.sentBytes += count }
    }
    return true
  }

  private func inThread(_ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Body(body)).toOpaque()
    #if canImport(Glibc)
      var thread = pthread_t()
      pthread_create(&thread, nil, { ScriptedServer.run($0) }, box)
      pthread_detach(thread)
    #else
      var thread: pthread_t?
      pthread_create(&thread, nil, { ScriptedServer.run($0) }, box)
      if let thread { pthread_detach(thread) }
    #endif
  }

  private final class Body {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }

  private static func run(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let box else { return nil }
    Unmanaged<Body>.fromOpaque(box).takeRetainedValue().run()
    return nil
  }
}
