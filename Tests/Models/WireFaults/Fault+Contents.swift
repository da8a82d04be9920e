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
    func compressed(
      _ name: String, _ title: String, _ encoding: String, _ expected: Expected, _ chunks: [[UInt8]]
    ) -> Fault {
      Fault(name, title, wire, expected: expected) { _ in
        let head = Response.stream(reply, ["Content-Encoding: \(encoding)"])
        return [.send(head), .send(Response.chunks(chunks) + Response.end), .keep]
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
      compressed("gzip", "compressed", "gzip", .reply(reply.text), [Gzip.stored(reply.bytes)]),
      compressed(
        "gzip-members", "each event compressed on its own", "X-GZip", .reply(reply.text),
        reply.events.map(Gzip.stored)),
      compressed(
        "gzip-empty-members", "compressed in pieces with empty ones and padding between them",
        "gzip",
        .reply(reply.text),
        [Gzip.stored([])] + reply.events.flatMap { [Gzip.stored($0), Gzip.stored([])] }
          + [[0, 0, 0, 0]]),
      compressed(
        "gzip-members-split", "members that are cut anywhere", "gzip", .reply(reply.text),
        reply.events.flatMap(Gzip.stored).map { [$0] }),
      compressed(
        "deflate-raw", "deflated without a header", "deflate", .reply(reply.text),
        [Gzip.block(reply.bytes)]),
      compressed(
        "gzip-broken", "said to be compressed, and is not", "gzip", .failure(.transport),
        reply.events),
      compressed(
        "gzip-broken-later", "a member that is damaged", "gzip",
        .failure(.truncated, partial: text),
        [Gzip.stored(beginning.flatMap { $0 }), Array(Gzip.stored([]).dropLast(8)) + [1, 2, 3, 4]]),
      compressed(
        "unknown-compression", "compressed in a form that was not asked for", "zstd",
        .failure(.transport), reply.events),
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
    let header: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]
    return header + block(bytes) + little(crc(bytes)) + little(UInt32(bytes.count))
  }

  /// A last, stored block (RFC 1951).
  static func block(_ bytes: [UInt8]) -> [UInt8] {
    let length = UInt16(bytes.count)
    return [1] + little(length) + little(~length) + bytes
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
