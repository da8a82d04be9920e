/// Sends requests over HTTP. The seam between the providers, which are pure, and the network.
///
/// A backend that has a client of its own implements these two requirements and passes it in.
public protocol HTTPTransport: Sendable {
  /// Sends a request and returns when the response's head is there; the body is read from it.
  func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse
}

/// The bytes of a response, as they arrive.
///
/// Reading slowly slows the sender down; letting go of the body before its end closes the
/// connection.
public protocol HTTPBody: AnyObject, Sendable {
  /// The next bytes, or nil at the end.
  func next() async throws(TransportError) -> [UInt8]?
}

/// A request.
public struct HTTPRequest: Sendable {
  /// `GET` or `POST`.
  public var method: String
  /// The whole address.
  public var url: String
  /// Names and values. May hold secrets, so they are never printed.
  public var headers: [(name: String, value: String)]
  /// What is sent.
  public var body: [UInt8]
  /// How long to wait.
  public var timeouts: HTTPTimeouts

  /// Creates a request.
  public init(
    method: String, url: String, headers: [(name: String, value: String)] = [],
    body: [UInt8] = [], timeouts: HTTPTimeouts = HTTPTimeouts()
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeouts = timeouts
  }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
  /// Method and address; never the headers or the body.
  public var description: String { "\(method) \(url.prefixThroughHost)" }
  /// Nothing: dumping a request shows no header either.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// How long to wait in each phase of a request.
public struct HTTPTimeouts: Sendable, Hashable {
  /// Until the connection stands.
  public var connect: Duration
  /// From the start until the first byte of the body.
  public var firstByte: Duration
  /// Between two reads of bytes after that.
  public var idle: Duration
  /// In all.
  public var total: Duration

  /// Creates timeouts; the defaults leave room for a model that thinks before it speaks.
  public init(
    connect: Duration = .seconds(5), firstByte: Duration = .seconds(120),
    idle: Duration = .seconds(60), total: Duration = .seconds(600)
  ) {
    self.connect = connect
    self.firstByte = firstByte
    self.idle = idle
    self.total = total
  }
}

/// A response whose body is still to be read.
public struct HTTPResponse: Sendable {
  /// The status code.
  public var status: Int
  /// The last value of each header, by lower-case name.
  public var headers: [String: String]
  /// The body.
  public var body: any HTTPBody

  /// Creates a response.
  public init(status: Int, headers: [String: String], body: any HTTPBody) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// Why bytes could not be sent or received.
public struct TransportError: Error, Sendable, Hashable {
  /// What kind of failure it is.
  public enum Kind: Sendable, Hashable {
    /// No connection came about: name, address, refusal.
    case connect
    /// The server's certificate or the TLS handshake is not acceptable.
    case security
    /// A phase took too long.
    case timeout(Phase)
    /// The connection broke after it stood.
    case broken
    /// The caller stopped it.
    case cancelled
  }

  /// The phases that are timed.
  public enum Phase: String, Sendable, Hashable {
    /// Until the connection stands.
    case connect
    /// Until the first byte of the body.
    case firstByte = "first byte"
    /// Between two reads.
    case idle
    /// In all.
    case total
  }

  /// What kind of failure it is.
  public var kind: Kind
  /// What the transport says about it.
  public var message: String

  /// Creates an error.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}
