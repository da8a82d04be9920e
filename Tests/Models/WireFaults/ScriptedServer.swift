package import TestKit
import TextAnalysis

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An action of a server on a connection after a request.
package enum ServerStep: Sendable {
  /// Sends these bytes at once.
  case send([UInt8])
  /// Sends this number of kilobytes of `x`.
  case flood(kilobytes: Int)
  /// Sends bytes one at a time, at this interval in microseconds.
  case drip([UInt8], microseconds: Int)
  /// Sends bytes repeatedly, at this interval in milliseconds, until the client closes.
  case forever([UInt8], milliseconds: Int)
  /// Waits for this number of milliseconds.
  case wait(Int)
  /// Waits until the client has read this number of bytes of the body, if it reports that
  /// (``ScriptedServer/clientRead(_:)``); otherwise for this number of milliseconds.
  case waitForReader(bytes: Int, milliseconds: Int)
  /// Waits until the client has closed.
  case waitForClose
  /// Breaks the connection, so that the client gets a reset.
  case reset
  /// Keeps the connection for another request; without this it is closed after the last step.
  case keep

  /// Sends a text as UTF-8.
  package static func send(_ text: String) -> ServerStep { .send(Array(text.utf8)) }
}

/// A request as the server received it.
package struct ServedRequest: Sendable {
  /// The first line and the headers.
  package var head: String
  /// The bytes after the headers.
  package var body: [UInt8]
  /// The number of earlier requests on its connection.
  package var earlierOnConnection: Int

  /// The path of the request.
  package var path: String {
    head.split(separator: " ").dropFirst().first.map(String.init) ?? ""
  }
}

/// A server on loopback that runs a script on each connection, over real sockets and without a framework.
///
/// Each connection has a thread, which lives until the script ends.
package final class ScriptedServer: Sendable {
  package typealias Script = @Sendable (ServedRequest) -> [ServerStep]

  /// The events so far.
  package struct Progress: Sendable {
    /// The received requests, in order.
    package fileprivate(set) var requests: [ServedRequest] = []
    /// The number of open connections.
    package fileprivate(set) var openConnections = 0
    /// The number of connections so far.
    package fileprivate(set) var connections = 0
    /// The number of times that the client closed a connection while the script still used it.
    package fileprivate(set) var closedByClient = 0
    /// The number of bytes that the sockets accepted.
    package fileprivate(set) var sentBytes = 0
    /// The pause of a script that repeats itself until the client closes.
    package var repeatsAfter: Duration? { repeatingScripts.last }
    /// The number of connections that wait for their first request, or have a script that will still send or close
    /// without an action of the client.
    fileprivate var busy = 0
    /// The pauses of the repeating scripts. A script may notice that its client has closed after the next connection's
    /// script has started.
    fileprivate var repeatingScripts: [Duration] = []
    /// The number of threads that are blocked on a full socket.
    fileprivate var blocked = 0
    fileprivate var readByClient: Int?

    /// Whether a script waits for space in a full socket.
    package var isBlocked: Bool { blocked > 0 }

    /// Whether the server will send nothing more after this number of requests, unless the client acts.
    package func isSilent(afterRequests count: Int) -> Bool {
      requests.count >= count && busy == 0
    }
  }

  package let port: Int
  private let listener: Int32
  private let script: Script
  private let progress = Observed(Progress())

  /// The received requests, in order.
  package var requests: [ServedRequest] { progress.current.requests }
  /// The number of times that the client closed a connection while the script still used it.
  package var closedByClient: Int { progress.current.closedByClient }
  /// The number of connections so far.
  package var connections: Int { progress.current.connections }
  /// The number of open connections.
  package var openConnections: Int { progress.current.openConnections }
  /// The number of bytes that the sockets accepted.
  package var sentBytes: Int { progress.current.sentBytes }
  /// The events so far.
  package var current: Progress { progress.current }

  /// Waits until a condition is met, however long that takes.
  package func until(
    _ condition: @escaping @Sendable (Progress) -> Bool
  ) async throws(NeverHappened) {
    try await progress.until(condition)
  }

  /// Whether nothing is in transit to or from a client, and no connection waits to be accepted.
  var hasNothingUnderWay: Bool {
    var entry = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    let hasPendingConnection = poll(&entry, 1, 0) > 0 && entry.revents == Int16(POLLIN)
    return !hasPendingConnection && KernelQueues.areEmpty(port: port)
  }

  /// The client has read this number of further bytes of a body. The server waits for a client that reports this.
  package func clientRead(_ count: Int) {
    progress.update { $0.readByClient = ($0.readByClient ?? 0) + count }
  }

  package var url: String { "http://127.0.0.1:\(port)" }

  /// Creates a server that runs the same steps on every connection.
  package convenience init?(_ steps: [ServerStep]) {
    self.init { _ in steps }
  }

  /// Creates a server on a port, or on a free one; nil if there is none.
  package init?(port: Int = 0, _ script: @escaping Script) {
    signal(SIGPIPE, SIG_IGN)
    guard let socket = BoundSocket(port: port) else { return nil }
    guard listen(socket.descriptor, 1024) == 0 else {
      close(socket.descriptor)
      return nil
    }
    self.script = script
    listener = socket.descriptor
    self.port = socket.port
    inThread { [self] in acceptAll() }
  }

  /// Accepts no further connections.
  package func stop() {
    // The accepting thread closes it; otherwise its descriptor could belong to another socket while that thread still
    // waits.
    shutdown(listener, Int32(SHUT_RDWR))
  }

  private func acceptAll() {
    defer { close(listener) }
    var entry = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    while true {
      // A connection is busy before it is accepted: at no moment is it neither pending nor busy.
      while poll(&entry, 1, -1) < 0 {}
      progress.update { $0.busy += 1 }
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else {
        progress.update { $0.busy -= 1 }
        return
      }
      var one: Int32 = 1
      setsockopt(
        connection, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
      progress.update {
        $0.connections += 1
        $0.openConnections += 1
      }
      inThread { [self] in
        let isBusy = serve(connection)
        close(connection)
        progress.update {
          $0.openConnections -= 1
          if isBusy { $0.busy -= 1 }
        }
      }
    }
  }

  /// Whether the server itself closes the connection.
  private func serve(_ connection: Int32) -> Bool {
    var received: [UInt8] = []
    var served = 0
    while let request = read(connection, &received, served) {
      progress.update {
        $0.requests.append(request)
        if served > 0 { $0.busy += 1 }
      }
      served += 1
      switch play(script(request), connection) {
      case .keeps: progress.update { $0.busy -= 1 }
      case .closes: return true
      case .leftByClient: return false
      }
    }
    return served == 0
  }

  /// The next request; nil if the client closes before it is complete.
  private func read(_ connection: Int32, _ received: inout [UInt8], _ earlier: Int)
    -> ServedRequest?
  {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      // A client that wants TLS gets an invalid answer, as from any plain server.
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

  /// The state of a connection after a script.
  private enum Ending {
    case keeps, closes, leftByClient
  }

  private func play(_ steps: [ServerStep], _ connection: Int32) -> Ending {
    for step in steps {
      switch step {
      case .send(let bytes): guard put(bytes, connection) else { return .closes }
      case .flood(let kilobytes):
        let block = [UInt8](repeating: 0x78, count: 1024)
        for _ in 0..<kilobytes { guard put(block, connection) else { return .closes } }
      case .drip(let bytes, let microseconds):
        for byte in bytes {
          guard put([byte], connection) else { return .closes }
          usleep(UInt32(microseconds))
        }
      case .forever(let bytes, let milliseconds):
        progress.update { $0.repeatingScripts.append(.milliseconds(milliseconds)) }
        // A client that reports its reads counts the pauses itself.
        let pause = current.readByClient == nil ? UInt32(milliseconds) * 1000 : 1000
        while put(bytes, connection) { usleep(pause) }
        progress.update { _ = $0.repeatingScripts.popLast() }
        return .closes
      case .wait(let milliseconds): usleep(UInt32(milliseconds) * 1000)
      case .waitForReader(let bytes, let milliseconds):
        waitForReader(of: bytes, milliseconds, connection)
      case .waitForClose:
        progress.update { $0.busy -= 1 }
        var buffer = [UInt8](repeating: 0, count: 4096)
        while recv(connection, &buffer, buffer.count, 0) > 0 {}
        progress.update { $0.closedByClient += 1 }
        return .leftByClient
      case .reset:
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
          connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
        return .closes
      case .keep: return .keeps
      }
    }
    return .closes
  }

  private func waitForReader(of bytes: Int, _ milliseconds: Int, _ connection: Int32) {
    guard current.readByClient != nil else {
      usleep(UInt32(milliseconds) * 1000)
      return
    }
    var byte: UInt8 = 0
    let isLeft = { recv(connection, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) == 0 }
    while let read = current.readByClient, read < bytes, !isLeft() { usleep(1000) }
  }

  private func put(_ bytes: [UInt8], _ connection: Int32) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { bytes in
        let count = send(connection, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT))
        guard count < 0, errno == EAGAIN else { return count }
        progress.update { $0.blocked += 1 }
        defer { progress.update { $0.blocked -= 1 } }
        return send(connection, bytes.baseAddress, bytes.count, 0)
      }
      guard count > 0 else {
        progress.update { $0.closedByClient += 1 }
        return false
      }
      sent += count
      progress.update { $0.sentBytes += count }
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
