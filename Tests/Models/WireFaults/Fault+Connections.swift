import LanguageModels

extension Fault {
  /// Connections that break or are misleading.
  static func connections(_ reply: SampleReply) -> [Fault] {
    let wire = reply.wire
    let whole = Response.stream(reply) + Response.chunks(reply.events) + Response.end
    let beginning = Response.stream(reply) + Response.chunks(reply.events[...reply.firstContent])
    let text = reply.text(before: reply.firstContent + 1)
    return [
      Fault(
        "tls-mismatch", "TLS with a server that has none", wire, scheme: .https,
        expected: .failure(.transport), requests: 0
      ) { _ in [.send("HTTP/1.1 400 Bad Request\r\n\r\n")] },
      Fault(
        "reset-before-head", "a reset instead of an answer", wire, expected: .failure(.transport)
      ) { _ in [.reset] },
      Fault(
        "reset-midway", "a reset in the middle", wire, expected: .failure(.truncated, partial: text)
      ) { _ in
        // A reset discards what the client has not read yet.
        let bytes = reply.events[...reply.firstContent].reduce(0) { $0 + $1.count }
        return [.send(beginning), .waitForReader(bytes: bytes, milliseconds: 300), .reset]
      },
      Fault(
        "close-before-head", "closed instead of an answer", wire, expected: .failure(.transport)
      ) { _ in [] },
      Fault(
        "garbage-head", "an answer that is not HTTP", wire, expected: .failure(.transport)
      ) { _ in [.send("SSH-2.0-x\r\n")] },
      Fault(
        "informational-head", "103 before the answer", wire, expected: .reply(reply.text)
      ) { _ in [.send("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"), .send(whole), .keep] },
      Fault(
        "until-close", "a body that ends with the connection", wire,
        expected: .reply(reply.text)
      ) { _ in
        let head = Response.head(200, ["Content-Type: \(reply.contentType)", "Connection: close"])
        return [.send(head + reply.bytes)]
      },
      Fault(
        "split-characters", "characters cut between packets", wire, expected: .reply(reply.text)
      ) { _ in
        let cut = whole.lastIndex { $0 >= 0xc0 }.map { $0 + 1 } ?? 0
        return [
          .send(Array(whole[..<cut])), .wait(20), .send(Array(whole[cut...])), .keep,
        ]
      },
      Fault(
        "keep-alive-idle", "a kept connection closed between two calls", wire,
        expected: .reply(reply.text), calls: 2, requests: 2
      ) { _ in [.send(whole)] },
      // libcurl repeats a request if a reused connection breaks before a byte of the response.
      Fault(
        "keep-alive-drop", "a kept connection dropped at the next request", wire,
        expected: .reply(reply.text), calls: 2, requests: 3
      ) { request in
        request.earlierOnConnection == 0 ? [.send(whole), .keep] : []
      },
    ]
  }
}
