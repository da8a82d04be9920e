import LanguageModels

extension Fault {
  /// Errors that servers report, in the head or inside the stream.
  static func problems(_ reply: SampleReply) -> [Fault] {
    let wire = reply.wire
    let head = Response.stream(reply)
    let beginning = Response.chunks(reply.events[...reply.firstContent])
    let text = reply.text(before: reply.firstContent + 1)
    func status(
      _ name: String, _ title: String, _ status: Int, _ code: ModelError.Code,
      _ headers: [String] = [], body: String = #"{"error":{"message":"No."}}"#,
      retryAfter: Duration? = nil
    ) -> Fault {
      let bytes = Response.complete(status, body, ["Content-Type: application/json"] + headers)
      return Fault(
        name, title, wire, expected: .failure(code, retryAfter: retryAfter)
      ) { _ in [.send(bytes), .keep] }
    }
    let date = [
      "Date: Sat, 21 Nov 2026 10:00:00 GMT", "Retry-After: Sat, 21 Nov 2026 10:00:07 GMT",
    ]
    let page = "<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>"
    return [
      Fault(
        "error-first", "an error as the first event", wire, expected: .failure(.overloaded)
      ) { _ in [.send(head + Response.chunk(reply.errorEvent) + Response.end), .keep] },
      Fault(
        "error-midway", "an error in the middle", wire,
        expected: .failure(.overloaded, partial: text)
      ) { _ in
        [.send(head + beginning + Response.chunk(reply.errorEvent) + Response.end), .keep]
      },
      status("status-400", "400", 400, .invalidRequest),
      status(
        "status-400-overflow", "400, the prompt is too long", 400, .contextOverflow,
        body: #"{"error":{"message":"prompt is too long","code":"context_length_exceeded"}}"#),
      status("status-401", "401", 401, .authentication),
      status("status-402", "402", 402, .quota),
      status("status-403", "403", 403, .permission),
      status("status-404", "404", 404, .notFound),
      status("status-413", "413", 413, .invalidRequest),
      status(
        "status-429-seconds", "429 with seconds", 429, .rateLimit, ["Retry-After: 7"],
        retryAfter: .seconds(7)),
      status(
        "status-429-date", "429 with a date", 429, .rateLimit, date, retryAfter: .seconds(7)),
      status(
        "status-429-milliseconds", "429 with milliseconds", 429, .rateLimit,
        ["Retry-After-Ms: 250"], retryAfter: .milliseconds(250)),
      status(
        "status-429-quota", "429, no credit left", 429, .quota,
        body: #"{"error":{"message":"Pay.","code":"insufficient_quota"}}"#),
      status("status-500", "500", 500, .overloaded),
      status("status-503", "503", 503, .overloaded, ["Retry-After: 1"], retryAfter: .seconds(1)),
      status("status-504", "504", 504, .timeout),
      status("status-529", "529", 529, .overloaded),
      status("status-204", "204, no content", 204, .decoding, body: ""),
      status(
        "page-502", "502 with an HTML page", 502, .overloaded, ["Content-Type: text/html"],
        body: page),
      Fault(
        "page-200", "200 with an HTML page", wire, expected: .failure(.decoding)
      ) { _ in [.send(Response.complete(200, page, ["Content-Type: text/html"])), .keep] },
      Fault(
        "json-200", "200 with an error as plain JSON", wire, expected: .failure(.rateLimit)
      ) { _ in
        [
          .send(
            Response.complete(
              200, #"{"error":{"message":"Slow.","type":"rate_limit_error"}}"#,
              ["Content-Type: application/json"])), .keep,
        ]
      },
      Fault(
        "redirect", "307 to another place", wire, expected: .failure(.notFound)
      ) { _ in [.send(Response.complete(307, "", ["Location: /elsewhere"])), .keep] },
    ]
  }
}
