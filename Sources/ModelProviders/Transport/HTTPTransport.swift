import LanguageModels

/// Sends requests over HTTP. The seam between the providers, which are pure, and the network.
///
/// A backend that has a client of its own implements this requirement and ``HTTPBody``'s and passes
/// it in; `Documentation/transports.md` shows one and says what it must keep.
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
  ///
  /// Throws ``TransportError/Kind/deadline`` when none have come by `deadline`, even if the server
  /// holds the connection open. Every read has a deadline of its own: what is being waited for (a
  /// first word, a next one, the end) is known to the caller alone.
  func next(before deadline: ContinuousClock.Instant) async throws(TransportError) -> [UInt8]?

  /// The reader has all that it wants, and hardly anything is left.
  ///
  /// A transport may read the rest by itself, so that the connection can be used again, but neither much
  /// nor for long. By default nothing happens, and letting go of the body closes the connection.
  func discardRest()
}

extension HTTPBody {
  /// Nothing: letting go of the body closes the connection.
  public func discardRest() {}
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
  /// How long a connection may take to come about.
  public var connectTimeout: Duration
  /// By when the response's head must be there.
  public var deadline: ContinuousClock.Instant

  /// Creates a request; without a deadline, ten minutes from now.
  public init(
    method: String, url: String, headers: [(name: String, value: String)] = [],
    body: [UInt8] = [], connectTimeout: Duration = .seconds(5),
    deadline: ContinuousClock.Instant = .now + .seconds(600)
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.connectTimeout = connectTimeout
    self.deadline = deadline
  }
}

extension HTTPRequest: CustomStringConvertible, CustomReflectable {
  /// Method and address; never the headers or the body.
  public var description: String { "\(method) \(url.prefixThroughHost)" }
  /// Nothing: dumping a request shows no header either.
  public var customMirror: Mirror { Mirror(self, children: []) }
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
    /// No connection came about within the time for it.
    case connectTimeout
    /// What was waited for did not come before the deadline.
    case deadline
    /// The connection broke after it stood.
    case broken
    /// The caller stopped it.
    case cancelled
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
