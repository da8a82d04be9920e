import JSON
import LanguageModels

extension Endpoint {
  /// An answer of more bytes than this is none.
  private static let maximumAnswerLength = 64 << 20

  /// Sends a request that is answered at once and returns the answer.
  ///
  /// Throws ``ModelError`` as a call does: what the transport says, what the server says with any
  /// status but 200, and `decoding` when the answer is not JSON.
  func answer(to request: HTTPRequest, over transport: any HTTPTransport) async throws(ModelError)
    -> JSONValue
  {
    let limit = min(timeouts.total, timeouts.firstToken)
    var request = request
    request.deadline = CallClock.system.now() + limit
    var bytes: [UInt8] = []
    let response: HTTPResponse
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

  /// The error for an answer that lacks what was asked for.
  func unexpected(_ what: String) -> ModelError {
    ModelError(
      .decoding, "\(host) did not answer with \(what)",
      advice: "check that the server offers this: not every compatible one does")
  }

  /// The error for something that a protocol has not.
  func unsupported(_ what: String) -> ModelError {
    ModelError(
      .invalidRequest, "\(profile.name) does not \(what)", advice: "ask another provider for this")
  }
}
