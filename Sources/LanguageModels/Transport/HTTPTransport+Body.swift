extension HTTPTransport {
  /// Sends a request and returns the whole body of a good answer.
  ///
  /// Throws ``ModelError``: what the transport says, or what the server says with any other status.
  func body(of request: HTTPRequest) async throws(ModelError) -> [UInt8] {
    var bytes: [UInt8] = []
    let status: Int
    do throws(TransportError) {
      let response = try await send(request)
      status = response.status
      while let more = try await response.body.next() { bytes += more }
    } catch {
      throw ModelError(error, url: request.url)
    }
    guard status == 200 else {
      throw OpenAIProblem(body: bytes).error(from: request.url, status: status)
    }
    return bytes
  }
}
