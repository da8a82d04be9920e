import LanguageModels

/// Sends HTTP requests: the boundary between the providers' code, which is pure, and the network.
///
/// A backend with an HTTP client of its own implements this protocol and ``HTTPBody`` and passes its transport to
/// ``ProviderModel``. `Documentation/transports.md` contains an example and the rules that a transport must keep.
public protocol HTTPTransport: Sendable {
  /// Sends a request and returns when the response's head has arrived, whatever its status. The body is read from the
  /// response.
  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse
}

/// The body of a response, read as it arrives.
///
/// Reading slowly applies backpressure to the sender. Releasing the body before its end closes the connection.
public protocol HTTPBody: AnyObject, Sendable {
  /// Returns the next bytes, or nil at the end of the body.
  ///
  /// Throws ``TransportError/Kind/deadline`` if none have arrived by `deadline`, even if the server holds the
  /// connection open. Every read has its own deadline, because only the caller knows what it waits for (the first
  /// token, the next one, the end).
  func next(before deadline: ContinuousClock.Instant) async throws(TransportError) -> [UInt8]?

  /// Called when the reader needs nothing more and little of the body is left.
  ///
  /// A transport may read the rest itself, so that the connection can be reused, but neither much nor for long. By
  /// default this does nothing, and releasing the body closes the connection.
  func discardRest()
}

extension HTTPBody {
  /// Does nothing: releasing the body closes the connection.
  public func discardRest() {}
}

/// An HTTP request with its body and time limits.
public struct TransportRequest: Sendable {
  /// The method: `GET` or `POST`.
  public var method: String
  /// The complete URL, with the query.
  public var url: String
  /// The header fields. They may contain secrets and are never printed.
  public var headers: [(name: String, value: String)]
  /// The bytes to send.
  public var body: [UInt8]
  /// The time limit for establishing a connection.
  public var connectTimeout: Duration
  /// When the response's head must have arrived.
  public var deadline: ContinuousClock.Instant

  /// Creates a request. By default the connection has 5 seconds and the response's head 10 minutes.
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

extension TransportRequest: CustomStringConvertible, CustomReflectable {
  /// Method, scheme and host; never the path, the headers or the body.
  public var description: String { "\(method) \(url.prefixThroughHost)" }
  /// An empty mirror, so that `dump` does not reveal headers.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A response whose body has not been read yet.
public struct TransportResponse: Sendable {
  /// The HTTP status code, such as 200.
  public var status: Int
  /// The last value of each header, by lowercase name.
  public var headers: [String: String]
  /// The body, to be read once.
  public var body: any HTTPBody

  /// Creates a response. Header names must be in lower case.
  public init(status: Int, headers: [String: String], body: any HTTPBody) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// The reason why bytes could not be sent or received.
public struct TransportError: Error, Sendable, Hashable {
  /// The kinds of transport failure.
  public enum Kind: Sendable, Hashable {
    /// No connection was established: name resolution, address or refusal.
    case connect
    /// The server's certificate or the TLS handshake was rejected.
    case security
    /// No connection was established within the connect timeout.
    case connectTimeout
    /// The expected bytes did not arrive before the deadline.
    case deadline
    /// The connection failed after it was established.
    case broken
    /// The caller cancelled the request.
    case cancelled
  }

  /// The kind of failure.
  public var kind: Kind
  /// The transport's description of the failure.
  public var message: String

  /// Creates an error with the transport's description of the failure.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}
