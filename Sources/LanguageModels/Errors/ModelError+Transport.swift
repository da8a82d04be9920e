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
  /// Scheme, host and port of an address: what a message may show of it.
  var prefixThroughHost: String {
    let parts = split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count >= 3 else { return self }
    let authority = parts[2].split(separator: "@").last ?? parts[2]
    return "\(parts[0])//\(authority)"
  }
}
