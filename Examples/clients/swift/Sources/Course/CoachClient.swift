import CoachKit

/// Why something cannot go on, in a sentence.
struct Problem: Error {
  var words: String

  init(_ words: String) { self.words = words }
}

/// What a turn's stream brings: what is for the app, and what the caller stores.
enum StreamedEvent {
  case client(ClientEvent)
  case changes(JSONValue)
}

/// Calls a CoachKit server, with the library's own transport and readers.
struct CoachClient {
  let url: String
  private let headers: [(name: String, value: String)]
  private let transport = CurlTransport()

  init(url: String, key: String?) {
    self.url = url.hasSuffix("/") ? String(url.dropLast()) : url
    headers =
      [("content-type", "application/json")]
      + (key.map { [("authorization", "Bearer \($0)")] } ?? [])
  }

  /// Returns the JSON of the answer.
  func post(_ path: String, _ body: JSONValue) async throws -> JSONValue {
    try JSONValue(parsing: await Self.bytes(of: send("POST", path, body)))
  }

  /// Sends a turn, and calls `handle` with its events as they arrive. If the connection breaks, it reads on from there on
  /// another one, at most three times.
  func turn(_ request: TurnRequest, handle: (StreamedEvent) throws -> Void) async throws {
    var body = try await send("POST", "/v1/turns?changes=true", request.json)
    var last: String?
    var attempts = 0
    while true {
      do {
        // The ids of this program need no escaping.
        if let last { body = try await send("GET", "/v1/turns/\(request.id)", after: last) }
        return try await read(body, &last, handle)
      } catch let error as TransportError {
        guard last != nil, attempts < 3 else { throw error }
        attempts += 1
        // A network that was just lost is rarely back at once.
        try await Task.sleep(for: .milliseconds(500 * attempts))
      }
    }
  }

  /// Reads a stream to its end, and keeps the id of the last event that arrived as a whole.
  private func read(
    _ body: any HTTPBody, _ last: inout String?, _ handle: (StreamedEvent) throws -> Void
  ) async throws {
    var parser = ServerSentEventParser()
    // Releasing the body before its end closes the connection. If nobody comes back, the server then stops the model.
    while let bytes = try await Self.next(of: body) {
      parser.append(bytes)
      while let event = try parser.next() {
        last = parser.lastEventID ?? last
        let json = try JSONValue(parsing: event.data)
        switch event.name {
        case "changes": try handle(.changes(json))
        case "message": try handle(.client(ClientEvent(json: json)))
        default: break
        }
      }
    }
  }

  private func send(
    _ method: String, _ path: String, _ body: JSONValue? = nil, after last: String? = nil
  ) async throws -> any HTTPBody {
    let request = TransportRequest(
      method: method, url: url + path,
      headers: headers + (last.map { [(name: "last-event-id", value: $0)] } ?? []),
      body: body.map { Array($0.text().utf8) } ?? [])
    let response: TransportResponse
    do {
      response = try await transport.send(request)
    } catch {
      // Whoever reads on tries again.
      guard last == nil else { throw error }
      throw Problem("no answer from \(url): \(error.message)")
    }
    guard response.status == 200 else {
      let problem = try? JSONValue(parsing: await Self.bytes(of: response.body))
      throw Problem("\(response.status) \(Self.words(of: problem))")
    }
    return response.body
  }

  /// Returns the words of a problem (RFC 9457).
  private static func words(of problem: JSONValue?) -> String {
    guard let code = problem?["code"]?.string, let detail = problem?["detail"]?.string else {
      return "this is no answer of a CoachKit server"  // but perhaps of a proxy
    }
    return "\(code): \(detail)" + (problem?["hint"]?.string.map { " (\($0))" } ?? "")
  }

  private static func bytes(of body: any HTTPBody) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    while let more = try await next(of: body) { bytes += more }
    return bytes
  }

  /// While a model is silent the server sends comments. After 90 seconds without any, it is gone.
  private static func next(of body: any HTTPBody) async throws -> [UInt8]? {
    try await body.next(before: .now + .seconds(90))
  }
}
