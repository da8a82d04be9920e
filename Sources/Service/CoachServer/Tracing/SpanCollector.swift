#if Server
  import CoachKit

  /// Sends spans to a collector over OTLP/HTTP.
  struct SpanCollector: Sendable {
    /// The base address, or that of the traces.
    let address: String
    let transport: any HTTPTransport

    private static let path = "/v1/traces"
    private static let timeout = Duration.seconds(5)

    /// Sends the body of a request. Throws if the collector did not accept it in time.
    func send(_ body: [UInt8]) async throws {
      let base = address.hasSuffix("/") ? String(address.dropLast()) : address
      let deadline = ContinuousClock.now + Self.timeout
      let response = try await transport.send(
        TransportRequest(
          method: "POST", url: base.hasSuffix(Self.path) ? base : base + Self.path,
          headers: [(name: "content-type", value: "application/json")], body: body,
          deadline: deadline))
      while try await response.body.next(before: deadline) != nil {}
      guard (200..<300).contains(response.status) else { throw Refusal(status: response.status) }
    }

    private struct Refusal: Error {
      var status: Int
    }
  }
#endif
