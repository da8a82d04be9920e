extension ModelError {
  /// The failure of a connection, in the words of someone who called a model.
  init(_ error: TransportError, url: String, partialText: String = "") {
    let host = url.prefixThroughHost
    switch error.kind {
    case .connect:
      self.init(
        .transport, "no connection to \(host): \(error.message)",
        advice: "check that the server runs and that the address is right (--base-url)")
    case .security:
      self.init(
        .transport, "no secure connection to \(host): \(error.message)",
        advice: "check the server's certificate and this machine's clock and CA certificates")
    case .timeout(let phase):
      self.init(
        .timeout, "\(host) took too long (\(phase.rawValue): \(error.message))",
        advice: "try again later, or allow more time")
    case .broken:
      self.init(
        partialText.isEmpty ? .transport : .truncated,
        "the connection to \(host) broke: \(error.message)", advice: "try again")
    case .cancelled:
      self.init(.cancelled, "the call was stopped", advice: "nothing to do")
    }
    self.partialText = partialText
  }
}

extension String {
  /// Scheme, host and port of an address: what a message may show of it. A name and password before
  /// the host are left out.
  var prefixThroughHost: String {
    let parts = split(separator: "/", omittingEmptySubsequences: false)
    let hasScheme = parts.count >= 3 && parts[0].hasSuffix(":") && parts[1].isEmpty
    let authority = hasScheme ? parts[2] : parts[0]
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    return hasScheme ? "\(parts[0])//\(host)" : String(host)
  }
}
