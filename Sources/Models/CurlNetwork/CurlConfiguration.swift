/// The connection settings of a ``CurlTransport``.
public struct CurlConfiguration: Sendable, Hashable {
  /// The proxy that requests go through.
  public enum Proxy: Sendable, Hashable {
    /// The proxy that the environment names, as libcurl documents it: `HTTPS_PROXY`, `http_proxy`, `ALL_PROXY`,
    /// `NO_PROXY`. White space around a value does no harm, and an exception may have a port.
    case environment
    /// No proxy, whatever the environment says.
    case none
    /// This proxy: `http://host:port`, `https://…` or `socks5h://…`, with user name and password before the host if
    /// it requires them.
    case url(String)
  }

  /// The proxy that requests go through.
  public var proxy: Proxy
  /// A PEM file of trusted certificates that replaces the system's. If nil, the system's file is trusted, and its
  /// certificate directory only if there is no such file.
  public var certificateFile: String?
  /// Whether HTTP/2 is offered to servers with TLS, so that streams share a connection.
  ///
  /// Off by default: libcurl 7.88, which Debian 12 ships, can stall when one of several streams on a connection is
  /// paused or cancelled.
  public var allowsHTTP2: Bool

  /// Creates a configuration. The defaults use the environment's proxy, the system's certificates and HTTP/1.1.
  public init(
    proxy: Proxy = .environment, certificateFile: String? = nil, allowsHTTP2: Bool = false
  ) {
    self.proxy = proxy
    self.certificateFile = certificateFile
    self.allowsHTTP2 = allowsHTTP2
  }
}
