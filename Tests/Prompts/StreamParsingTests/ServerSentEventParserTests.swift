import StreamParsing
import Testing
import TestKit

@Suite("Server-sent events according to the standard, under every split")
struct ServerSentEventParserTests {
  private func parse(_ chunks: [[UInt8]]) throws -> [ServerSentEvent] {
    var parser = ServerSentEventParser()
    return try chunks.flatMap { try parser.feed($0) }
  }

  private static func event(_ data: String, name: String = "", id: String? = nil)
    -> ServerSentEvent
  {
    ServerSentEvent(name: name, data: Array(data.utf8), id: id)
  }

  @Test(
    "fixtures",
    arguments: [
      ("data: a\n\n", [event("a")]),
      ("data: a\r\rdata: b\r\n\r\ndata: c\n\n", [event("a"), event("b"), event("c")]),
      ("data: a\r\ndata: b\r\n\r\n", [event("a\nb")]),
      ("\u{feff}data: a\n\n", [event("a")]),
      (": comment\ndata:no blank\ndata:  two\n\n", [event("no blank\n two")]),
      (
        "event: delta\nid: 7\ndata: x\n\ndata: y\n\n",
        [
          event("x", name: "delta", id: "7"), event("y", id: "7"),
        ]
      ),
      ("event: only\n\ndata: x\n\n", [event("x")]),
      ("data\n\ndata\ndata\n\n", [event(""), event("\n")]),
      ("retry: 10\nunknown: 1\ndata: ü\n\n", [event("ü")]),
      ("id: a\u{0}b\ndata: x\n\n", [event("x")]),
      ("data: :\u{200d}\ndata: \u{301}x\n\n", [event(":\u{200d}\n\u{301}x")]),
      ("data: unfinished\n", []),
      ("\n\n\n", []),
      ("event: a\r\n: b\r\n\r\ndata: x\r\n\r\n", [event("x")]),
    ])
  func fixtures(text: String, events: [ServerSentEvent]) throws {
    for split in everySplit(Array(text.utf8)) { #expect(try parse(split) == events) }
  }

  @Test("an event beyond the limit is rejected instead of buffered")
  func limit() {
    var parser = ServerSentEventParser(limit: 10)
    let error = #expect(throws: ServerSentEventParser.EventTooLarge.self) {
      try parser.feed("data: 123456789".utf8)
    }
    #expect(error?.limit == 10)
  }

  @Test("comments are not buffered, however many arrive")
  func comments() throws {
    var parser = ServerSentEventParser(limit: 100)
    for _ in 0..<1000 { try expectEmpty(parser.feed(": still here\r\n".utf8)) }
    try expect(parser.feed("data: x\r\n\r\n".utf8), equals: [Self.event("x")])
  }
}
