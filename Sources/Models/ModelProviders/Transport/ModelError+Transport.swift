import LanguageModels

extension ModelError {
  /// Creates the error that a caller of a model sees for a transport failure. `phase` is what the call was waiting
  /// for.
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

  /// Returns the error for a phase that exceeded its time limit.
  static func timeout(_ phase: TimeoutPhase, host: String, limit: Duration?) -> ModelError {
    let time = limit.map { " within \($0.formattedSeconds)" } ?? " in time"
    let what =
      switch phase {
      case .connect: "\(host) did not accept a connection\(time)"
      case .firstToken: "\(host) sent nothing of a reply\(time)"
      case .idle: "\(host) stopped responding: no more of the reply arrived\(time)"
      case .total: "\(host) did not finish its reply\(time)"
      }
    return ModelError(
      .timeout, what, advice: "try again later, or allow more time", phase: phase)
  }
}
