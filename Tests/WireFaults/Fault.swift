package import LanguageModels
package import ModelProviders
import TextAnalysis

/// One thing that a server or a network does wrong, or unusually, and what a call must come to then.
package struct Fault: Sendable {
  /// What a call must come to.
  package enum Expected: Sendable {
    /// A whole reply with these words.
    case reply(String)
    /// An error, with the words that had come.
    case failure(
      ModelError.Code, partial: String = "", phase: TimeoutPhase? = nil,
      retryAfter: Duration? = nil)
  }

  /// How the server is reached.
  package enum Scheme: Sendable {
    case http
    /// As if it spoke TLS, which it does not.
    case https
    /// As if it spoke TLS; it never says a word.
    case silentHTTPS
  }

  /// In file names and addresses.
  package var name: String
  /// The description in the generated table of faults.
  package var title: String
  package var wire: WireProtocol
  package var scheme: Scheme
  package var expected: Expected
  /// How many calls are made, one after the other; the last one's outcome counts.
  package var calls: Int
  /// How many requests the server must have seen in the end.
  package var requests: Int
  /// How long the call takes: as long as the limit that the fault is about, and no time where it is about none.
  package private(set) var limit = Duration.zero
  /// The time limits of the calls: generous but for the one that a fault is about.
  package var timeouts = ModelTimeouts(
    connect: .seconds(5), firstToken: .seconds(10), idle: .seconds(10), total: .seconds(20))
  package var script: ScriptedServer.Script

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

  /// Where a server that plays the fault is reached.
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

/// Writes responses byte by byte, so that faults can be done to them.
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

  /// A whole response with a body of known length.
  static func whole(_ status: Int, _ body: String, _ headers: [String]) -> [UInt8] {
    head(status, headers + ["Content-Length: \(body.utf8.count)"]) + Array(body.utf8)
  }
}
