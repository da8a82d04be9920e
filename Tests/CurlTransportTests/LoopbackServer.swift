#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import Synchronization

/// A server on loopback that does to each connection what a script says: real sockets, no framework.
///
/// One thread a connection; it lives until the process ends or its listener is closed.
final class LoopbackServer: Sendable {
  /// What to do with a connection after its request has come.
  enum Step: Sendable {
    /// Sends bytes.
    case send(String)
    /// Sends so many kilobytes of `x`.
    case flood(kilobytes: Int)
    /// Waits, in milliseconds.
    case wait(Int)
    /// Waits until the client has closed.
    case waitForClose
  }

  private struct State {
    var requests: [String] = []
    var connections = 0
    var closedByClient = 0
    var sentBytes = 0
  }

  let port: Int
  private let listener: Int32
  private let script: [Step]
  private let state = Mutex(State())

  /// The requests that came, as they came.
  var requests: [String] { state.withLock { $0.requests } }
  /// How often the client closed a connection while the script waited for it.
  var closedByClient: Int { state.withLock { $0.closedByClient } }
  /// How many connections there were.
  var connections: Int { state.withLock { $0.connections } }
  /// How many bytes were taken by the sockets.
  var sentBytes: Int { state.withLock { $0.sentBytes } }

  var url: String { "http://127.0.0.1:\(port)" }

  init?(_ script: [Step]) {
    self.script = script
    signal(SIGPIPE, SIG_IGN)
    #if canImport(Glibc)
      listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      listener = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isReady = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 64) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    port = Int(UInt16(bigEndian: address.sin_port))
    guard isReady else { return nil }
    inThread { [self] in acceptAll() }
  }

  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private func acceptAll() {
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { return }
      state.withLock { $0.connections += 1 }
      inThread { [self] in serve(connection) }
    }
  }

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    var request = ""
    var buffer = [UInt8](repeating: 0, count: 65536)
    while !request.isComplete {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      request += String(decoding: buffer[..<count], as: UTF8.self)
    }
    state.withLock { $0.requests.append(request) }
    for step in script {
      switch step {
      case .send(let text):
        guard put(Array(text.utf8), connection) else { return }
      case .flood(let kilobytes):
        let block = [UInt8](repeating: 0x78, count: 1024)
        for _ in 0..<kilobytes { guard put(block, connection) else { return } }
      case .wait(let milliseconds): usleep(UInt32(milliseconds) * 1000)
      case .waitForClose:
        while recv(connection, &buffer, buffer.count, 0) > 0 {}
        state.withLock { $0.closedByClient += 1 }
      }
    }
  }

  private func put(_ bytes: [UInt8], _ connection: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { send(connection, $0.baseAddress, $0.count, 0) }
      guard count > 0 else { return false }
      sent += count
      state.withLock { $0.sentBytes += count }
    }
    return true
  }

  private func inThread(_ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Body(body)).toOpaque()
    #if canImport(Glibc)
      var thread = pthread_t()
      pthread_create(&thread, nil, { LoopbackServer.run($0) }, box)
      pthread_detach(thread)
    #else
      var thread: pthread_t?
      pthread_create(&thread, nil, { LoopbackServer.run($0) }, box)
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

extension String {
  /// Whether a request's head and the body it announces are there.
  fileprivate var isComplete: Bool {
    guard let split = utf8.firstRange(of: Array("\r\n\r\n".utf8)) else { return false }
    let head = self[..<split.lowerBound].lowercased()
    let length =
      head.split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
      .flatMap { Int($0.drop { !$0.isNumber }) } ?? 0
    return utf8.distance(from: split.upperBound, to: utf8.endIndex) >= length
  }
}
