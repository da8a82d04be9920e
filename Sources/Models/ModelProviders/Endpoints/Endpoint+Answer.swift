import Documents
import LanguageModels

extension Endpoint {
  /// The maximum size of a response in bytes; a larger one is rejected.
  private static let maximumAnswerLength = 64 << 20

  /// Sends a request that has a single, unstreamed response, and returns the response.
  ///
  /// Throws ``ModelError`` as a call does: for transport errors, for any status but 200, and with code `decoding` if
  /// the response is not JSON.
  func answer(to request: TransportRequest, over transport: any HTTPTransport)
    async throws(ModelError)
    -> JSONValue
  {
    let limit = min(timeouts.total, timeouts.firstToken)
    var request = request
    request.deadline = CallClock.system.now() + limit
    var bytes: [UInt8] = []
    let response: TransportResponse
    do throws(TransportError) {
      response = try await transport.send(request)
      while bytes.count <= Self.maximumAnswerLength,
        let more = try await response.body.next(before: request.deadline)
      { bytes += more }
    } catch {
      let isConnect = error.kind == .connectTimeout
      throw ModelError(
        error, url: request.url, phase: .total, limit: isConnect ? timeouts.connect : limit)
    }
    guard response.status == 200 else {
      throw ProviderProblem(body: bytes).error(
        from: host, status: response.status, headers: response.headers,
        now: CallClock.system.unixTime(), hiding: secrets)
    }
    guard bytes.count <= Self.maximumAnswerLength, let value = try? JSONValue(parsing: bytes) else {
      throw ModelError(
        .decoding, "\(host) did not answer with JSON",
        advice: "check that the address is that of a server which speaks \(profile.wire.title)")
    }
    return value
  }

  /// Sends the request of an exchange and returns what was read from the answer.
  ///
  /// Throws ``ModelError`` as ``answer(to:over:)`` does, with code `invalidRequest` if there is no exchange, and with
  /// code `decoding` if the answer does not hold what was asked for.
  func answer<Answer: Sendable>(
    to exchange: WireExchange<Answer>?, for operation: String, with what: String,
    over transport: any HTTPTransport
  ) async throws(ModelError) -> Answer {
    guard let exchange else { throw unsupported(operation) }
    let answer = try await answer(
      to: ResolvedEndpoint(self).request(exchange.call), over: transport)
    if let value = exchange.read(answer) { return value }
    // Some servers report errors with the status of success.
    if let problem = ProviderProblem(answer) {
      throw problem.error(
        from: host, now: CallClock.system.unixTime(), hiding: secrets)
    }
    throw unexpected(what)
  }

  /// Returns the error for a response that lacks the requested data.
  func unexpected(_ what: String) -> ModelError {
    ModelError(
      .decoding, "\(host) did not answer with \(what)",
      advice: "check that the server offers this: not every compatible one does")
  }

  /// Returns the error for an operation that the protocol does not have.
  func unsupported(_ what: String) -> ModelError {
    ModelError(
      .invalidRequest, "\(profile.name) does not \(what)", advice: "ask another provider for this")
  }
}
