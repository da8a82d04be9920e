package import LanguageModels
package import ModelProviders
import TextAnalysis

/// A fault or an unusual behaviour of a server or network, and the expected outcome of a call.
package struct Fault: Sendable {
  /// The expected outcome of a call.
  package enum Expected: Sendable {
    /// A complete reply with this text.
    case reply(String)
    /// An error, with the received text.
    case failure(
      ModelError.Code, partial: String = "", phase: TimeoutPhase? = nil,
      retryAfter: Duration? = nil)
  }

  /// The way in which the client connects.
  package enum Scheme: Sendable {
    case http
    /// The client uses TLS, which the server does not support.
    case https
    /// The client uses TLS; the server never responds.
    case silentHTTPS
  }

  /// The name in file names and URLs.
  package var name: String
  /// The description in the generated table of faults.
  package var title: String
  package var wire: WireProtocol
  package var scheme: Scheme
  package var expected: Expected
  /// The number of sequential calls; the last one's outcome counts.
  package var calls: Int
  /// The number of requests that the server must have received in the end.
  package var requests: Int
  /// The duration of the call: the time limit that the fault is about, and zero if it is about none.
  package private(set) var limit = Duration.zero
  /// The time limits of the calls: generous except for the one that a fault is about.
  package var timeouts = ModelTimeouts(
    connect: .seconds(5), firstToken: .seconds(10), idle: .seconds(10), total: .seconds(20))
  package var script: ScriptedServer.Script
  /// The body of the only answer, for faults that are in its contents alone.
  package var body: [UInt8] = []

  package init(
    _ name: String, _ title: String, _ wire: WireProtocol, scheme: Scheme = .http,
    expected: Expected, calls: Int = 1, requests: Int = 1,
    script: @escaping ScriptedServer.Script
  ) {
    self.name = name
    self.title = title
    self.wire = wire
    self.scheme = scheme
    self.expected = expected
    self.calls = calls
    self.requests = requests
    self.script = script
  }

  /// The address of a server that plays the fault.
  package func address(of server: ScriptedServer) -> ServedAddress {
    switch scheme {
    case .http: .http(server)
    case .https: .https(server)
    case .silentHTTPS: .silentHTTPS(server)
    }
  }

  /// All faults of a protocol, in the order of the table.
  package static func all(of wire: WireProtocol) -> [Fault] {
    let reply = SampleReply.of(wire)
    return cuts(reply) + pauses(reply) + problems(reply) + contents(reply) + connections(reply)
      + habits(reply)
  }

  /// The fault with a short limit for one phase, which is reached unless `isReached` is false.
  func within(
    _ milliseconds: Int, _ phase: WritableKeyPath<ModelTimeouts, Duration>, isReached: Bool = true
  ) -> Fault {
    var fault = self
    fault.timeouts[keyPath: phase] = .milliseconds(milliseconds)
    if isReached { fault.limit = .milliseconds(milliseconds) }
    return fault
  }
}

/// Writes responses byte by byte, so that faults can be inserted.
enum Response {
  /// A head; without framing the body ends with the connection.
  static func head(_ status: Int = 200, _ headers: [String]) -> [UInt8] {
    Array((["HTTP/1.1 \(status) X"] + headers + ["", ""]).joined(separator: "\r\n").utf8)
  }

  /// The head of a streamed reply, in chunks.
  static func stream(_ reply: SampleReply, _ headers: [String] = []) -> [UInt8] {
    head(200, ["Content-Type: \(reply.contentType)", "Transfer-Encoding: chunked"] + headers)
  }

  /// One chunk; an empty one ends the body.
  static func chunk(_ bytes: [UInt8]) -> [UInt8] {
    Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
  }

  static func chunks(_ events: some Sequence<[UInt8]>) -> [UInt8] { events.flatMap(chunk) }

  static let end = chunk([])

  /// A complete response with a body of known length.
  static func complete(_ status: Int, _ body: String, _ headers: [String]) -> [UInt8] {
    head(status, headers + ["Content-Length: \(body.utf8.count)"]) + Array(body.utf8)
  }
}
