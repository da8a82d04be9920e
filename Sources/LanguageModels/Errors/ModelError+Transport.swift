extension ModelError {
  /// The failure of a connection, in the words of someone who called a model. `phase` is what was
  /// being waited for.
  init(_ error: TransportError, url: String, phase: TimeoutPhase, limit: Duration? = nil) {
    let host = url.prefixThroughHost
    switch error.kind {
    case .connect:
      self.init(
        .transport, "no connection to \(host): \(error.message)",
        advice: "check that the server runs and that the address is right (--base-url)")
    case .security:
      self.init(
        .transport, "no secure connection to \(host): \(error.message)",
        advice: "check the server's certificate, this machine's clock and its CA certificates")
    case .connectTimeout: self = .timeout(.connect, host: host, limit: limit)
    case .deadline: self = .timeout(phase, host: host, limit: limit)
    case .broken:
      self.init(
        .transport, "the connection to \(host) broke: \(error.message)", advice: "try again")
    case .cancelled: self = .cancelled
    }
  }

  /// The error for something that took longer than it may.
  static func timeout(_ phase: TimeoutPhase, host: String, limit: Duration?) -> ModelError {
    let time = limit.map { " within \($0.formattedSeconds)" } ?? " in time"
    let what =
      switch phase {
      case .connect: "\(host) did not accept a connection\(time)"
      case .firstToken: "\(host) sent nothing of a reply\(time)"
      case .idle: "\(host) fell silent: no more of the reply came\(time)"
      case .total: "\(host) did not finish its reply\(time)"
      }
    return ModelError(
      .timeout, what, advice: "try again later, or allow more time", phase: phase)
  }
}

extension Duration {
  /// Milliseconds, at most those of a hundred years: a caller may have said "for ever".
  package var wholeMilliseconds: Int {
    Int(min(max(0, self / .milliseconds(1)), 3.2e12).rounded())
  }

  /// `5 s`, or `0.15 s`.
  package var formattedSeconds: String {
    let milliseconds = wholeMilliseconds
    guard milliseconds % 1000 != 0 else { return "\(milliseconds / 1000) s" }
    return "\(Double(milliseconds) / 1000) s"
  }
}

extension String {
  /// Scheme, host and port of an address: what a message may show of it. A name and password before
  /// the host are left out.
  var prefixThroughHost: String {
    let path = prefix { $0 != "?" && $0 != "#" }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let hasScheme = parts.count >= 3 && parts[0].hasSuffix(":") && parts[1].isEmpty
    let authority = hasScheme ? parts[2] : parts[0]
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    return hasScheme ? "\(parts[0])//\(host)" : String(host)
  }
}
