/// The address of the server that serves a model, for traces and metrics.
public struct ServerAddress: Sendable, Hashable {
  /// The host name or IP address.
  public var host: String
  /// The TCP port; 443 or 80 if the URL states none.
  public var port: Int

  /// Creates an address from a host and a port.
  public init(host: String, port: Int) {
    self.host = host
    self.port = port
  }

  /// Extracts the address from an `http` or `https` URL, with the scheme's default port if the URL states none; nil
  /// for any other text.
  public init?(url: String) {
    let origin = url.prefixThroughHost
    let name = origin.lowercased()
    let isSecure = name.hasPrefix("https://")
    let scheme = isSecure ? "https://" : "http://"
    guard name.hasPrefix(scheme) else { return nil }
    let position = origin.dropFirst(scheme.count)
    // An IPv6 address is enclosed in brackets and contains colons itself.
    let nameEnd = position.lastIndex(of: "]").map { position.index(after: $0) }
    let rest = position[(nameEnd ?? position.startIndex)...]
    let colon = rest.lastIndex(of: ":")
    let host = position[..<(colon ?? position.endIndex)]
    guard !host.isEmpty else { return nil }
    let port = colon.flatMap { UInt16(position[position.index(after: $0)...]) }.map(Int.init)
    self.init(host: String(host), port: port ?? (isSecure ? 443 : 80))
  }
}

extension ServerAddress {
  /// Whether the host is this machine, by its name or number.
  package var isThisMachine: Bool {
    let name = host.lowercased()
    return name == "localhost" || name == "[::1]"
      || name.hasPrefix("127.")
        && name.split(separator: ".").allSatisfy { UInt8($0) != nil }
  }

  /// Whether the host is this machine or, by its name or number, one of a private network.
  package var isNearby: Bool {
    let name = host.lowercased()
    if name.hasPrefix("[") {
      return name == "[::1]" || ["[fc", "[fd", "[fe80"].contains { name.hasPrefix($0) }
    }
    let numbers = name.split(separator: ".", omittingEmptySubsequences: false)
      .compactMap { UInt8($0) }
    guard numbers.count != 4 else {
      switch (numbers[0], numbers[1]) {
      case (127, _), (10, _), (192, 168), (172, 16...31), (169, 254): return true
      default: return false
      }
    }
    return !name.contains(".")
      || [".localhost", ".local", ".internal"].contains { name.hasSuffix($0) }
  }
}

extension String {
  /// Scheme, host and port of a URL, which messages may show. User name and password are left out.
  package var prefixThroughHost: String {
    let path = prefix { $0 != "?" && $0 != "#" }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let hasScheme = parts.count >= 3 && parts[0].hasSuffix(":") && parts[1].isEmpty
    let authority = hasScheme ? parts[2] : parts[0]
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    return hasScheme ? "\(parts[0])//\(host)" : String(host)
  }
}
