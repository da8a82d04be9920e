import LanguageModels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The variables for proxies, where they are meant differently than libcurl reads them: it takes white space for a part
/// of an address, and an exception with a port (`127.0.0.1:8080`) for a name that no host has.
struct ProxyVariables {
  private let read: (String) -> String?

  /// Creates the variables; by default those of the process.
  init(
    reading read: @escaping (String) -> String? = { name in
      getenv(name).map { String(cString: $0) }
    }
  ) {
    self.read = read
  }

  /// Returns the proxy for a URL; nil if libcurl reads the same from the variables, and an empty text for none.
  func proxy(for url: String) -> String? {
    // Not HTTP_PROXY, which a client of a CGI program could set.
    let own =
      url.lowercased().hasPrefix("https:") ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
    var isChanged = false
    for name in own + ["all_proxy", "ALL_PROXY"] {
      guard let value = read(name), !value.isEmpty else { continue }
      let proxy = value.trimmingPasted
      if proxy != value { isChanged = true }
      if !proxy.isEmpty { return isChanged ? proxy : nil }
    }
    return isChanged ? "" : nil
  }

  /// Returns the hosts that a request to a URL reaches without a proxy, separated by commas; nil if libcurl reads the
  /// same from the variables.
  func exceptions(for url: String) -> String? {
    let values = ["no_proxy", "NO_PROXY"].lazy.compactMap { read($0) }
    guard let value = values.first(where: { !$0.isEmpty }),
      let port = ServerAddress(url: url)?.port
    else { return nil }
    let entries = value.trimmingPasted.split { $0 == "," || $0.isWhitespace }
    let hosts = entries.compactMap { Self.host(in: $0, at: port) }
    return hosts == value.split(whereSeparator: { $0 == "," || $0 == " " })
      ? nil : hosts.joined(separator: ",")
  }

  /// Returns the host of an exception; nil if the exception is for another port.
  private static func host(in entry: Substring, at port: Int) -> Substring? {
    guard let colon = entry.lastIndex(of: ":") else { return entry }
    let host = entry[..<colon]
    // The colons of an IPv6 address are not a port.
    guard !host.contains(":") || host.hasSuffix("]"),
      let own = UInt16(entry[entry.index(after: colon)...])
    else { return entry }
    return Int(own) == port ? host : nil
  }
}
