/// How ``CurlTransport`` connects.
public struct CurlConfiguration: Sendable, Hashable {
  /// Whether requests go through a proxy.
  public enum Proxy: Sendable, Hashable {
    /// As the environment says, in the way libcurl documents it: `HTTPS_PROXY`, `http_proxy`,
    /// `ALL_PROXY`, `NO_PROXY`.
    case environment
    /// Never.
    case none
    /// Through this one: `http://host:port`, `https://…` or `socks5h://…`, with name and password
    /// before the host where it wants them.
    case url(String)
  }

  /// Whether requests go through a proxy.
  public var proxy: Proxy
  /// A PEM file of the certificates that are trusted, in place of the system's. Without it the system's
  /// file is trusted, and its folder of certificates only where there is no such file.
  public var certificateFile: String?
  /// Whether HTTP/2 is offered to servers with TLS, so that streams share a connection.
  ///
  /// Off by default: libcurl 7.88, which Debian 12 has, can stall when a stream of several on one
  /// connection is paused or given up.
  public var allowsHTTP2: Bool

  /// Creates a configuration.
  public init(
    proxy: Proxy = .environment, certificateFile: String? = nil, allowsHTTP2: Bool = false
  ) {
    self.proxy = proxy
    self.certificateFile = certificateFile
    self.allowsHTTP2 = allowsHTTP2
  }
}
