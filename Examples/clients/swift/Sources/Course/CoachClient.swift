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
    try JSONValue(parsing: await Self.bytes(of: send(path, body)))
  }

  /// Sends a turn, and calls `handle` with its events as they arrive.
  func turn(_ request: TurnRequest, handle: (StreamedEvent) throws -> Void) async throws {
    let body = try await send("/v1/turns?changes=true", request.json)
    var parser = ServerSentEventParser()
    // Releasing the body before its end closes the connection, and the server then stops the model.
    while let bytes = try await Self.next(of: body) {
      for event in try parser.feed(bytes) {
        let json = try JSONValue(parsing: event.data)
        switch event.name {
        case "changes": try handle(.changes(json))
        case "message": try handle(.client(ClientEvent(json: json)))
        default: break
        }
      }
    }
  }

  private func send(_ path: String, _ body: JSONValue) async throws -> any HTTPBody {
    let request = TransportRequest(
      method: "POST", url: url + path, headers: headers, body: Array(body.text().utf8))
    let response: TransportResponse
    do {
      response = try await transport.send(request)
    } catch {
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
