import LanguageModels

extension Fault {
  /// Bodies with invalid content.
  static func contents(_ reply: SampleReply) -> [Fault] {
    let wire = reply.wire
    let head = Response.stream(reply)
    let isLines = wire == .ollama
    func event(_ json: [UInt8]) -> [UInt8] {
      isLines ? json + [0x0a] : Array("data: ".utf8) + json + [0x0a, 0x0a]
    }
    func fault(
      _ name: String, _ title: String, _ expected: Expected,
      _ events: [[UInt8]]
    ) -> Fault {
      let bytes = head + Response.chunks(events) + Response.end
      return Fault(name, title, wire, expected: expected) { _ in
        [.send(bytes), .keep]
      }
    }
    let beginning = Array(reply.events[...reply.firstContent])
    let text = reply.text(before: reply.firstContent + 1)
    let afterBeginning = Array(reply.events[(reply.firstContent + 1)...])
    // Anything after the end mark, or after the reason if there is no mark, adds nothing.
    let twice = reply.events + [reply.events[reply.events.count - 1]]
    return [
      fault("empty-body", "an empty body", .failure(.truncated), []),
      fault(
        "blank-body", "nothing but blank lines", .failure(.truncated), [Array("\n\n\n\n".utf8)]),
      fault(
        "not-json", "an event that is not JSON", .failure(.decoding, partial: text),
        beginning + [event(Array("{oops".utf8))] + afterBeginning),
      fault(
        "invalid-utf8", "an event with invalid UTF-8", .failure(.decoding, partial: text),
        beginning + [event(Array("{\"x\":\"".utf8) + [0xff, 0xfe] + Array("\"}".utf8))]
          + afterBeginning),
      fault(
        "large-event", "an event of a megabyte", .reply(reply.text),
        beginning
          + [
            event(
              Array("{\"x\":\"".utf8) + [UInt8](repeating: 0x78, count: 1 << 20) + Array("\"}".utf8)
            )
          ]
          + afterBeginning),
      Fault(
        "giant-event", "an event without end", wire, expected: .failure(.decoding, partial: text)
      ) { _ in
        let start = Response.head(200, ["Content-Type: \(reply.contentType)", "Connection: close"])
        let opening = Array(isLines ? "{\"x\":\"".utf8 : "data: {\"x\":\"".utf8)
        return [.send(start + beginning.flatMap { $0 } + opening), .flood(kilobytes: 64 << 10)]
      },
      fault(
        "unknown-event", "an event of a kind that nobody knows", .reply(reply.text),
        beginning + [reply.unknownEvent] + afterBeginning),
      fault(
        "duplicate-end", "the end twice", .reply(reply.text), twice),
      fault(
        "missing-start", "the first event left out",
        .reply(String(reply.text.dropFirst(reply.texts[0].count))), Array(reply.events.dropFirst())),
      fault(
        "crlf", "lines that end with CR LF", .reply(reply.text),
        reply.events.map { event in event.flatMap { $0 == 0x0a ? [0x0d, 0x0a] : [$0] } }),
      Fault("gzip", "compressed", wire, expected: .reply(reply.text)) { _ in
        [
          .send(Response.stream(reply, ["Content-Encoding: gzip"])),
          .send(Response.chunk(Gzip.stored(reply.bytes)) + Response.end), .keep,
        ]
      },
      Fault(
        "gzip-broken", "said to be compressed, and is not", wire, expected: .failure(.transport)
      ) { _ in
        [
          .send(Response.stream(reply, ["Content-Encoding: gzip"])),
          .send(Response.chunks(reply.events) + Response.end), .keep,
        ]
      },
      Fault(
        "length-too-long", "fewer bytes than announced", wire,
        expected: .failure(.truncated, partial: text)
      ) { _ in
        let bytes = beginning.flatMap { $0 }
        let head = Response.head(
          200, ["Content-Type: \(reply.contentType)", "Content-Length: \(bytes.count + 99)"])
        return [.send(head + bytes)]
      },
      Fault(
        "bad-chunk", "a chunk whose length is none", wire,
        expected: .failure(.truncated, partial: text)
      ) { _ in
        // The earlier bytes are delivered first.
        [.send(head + Response.chunks(beginning)), .wait(50), .send("zz\r\n\r\n"), .waitForClose]
      },
    ]
  }
}

/// The gzip format (RFC 1952) with stored blocks: compressed by name, readable by anyone.
enum Gzip {
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let length = UInt16(bytes.count)
    let header: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]
    return header + [1] + little(length) + little(~length) + bytes + little(crc(bytes))
      + little(UInt32(bytes.count))
  }

  private static func little(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 {
        let isOdd = sum & 1 == 1
        sum >>= 1
        if isOdd { sum ^= 0xedb8_8320 }
      }
    }
    return ~sum
  }
}
