import Conversations
import StreamParsing
import Testing

@Suite("Declared tags leave the text, everything else stays, under every split")
struct ReplyTagParserTests {
  private static let declarations = [
    ReplyTagDeclaration(name: "DONE", form: .signal),
    ReplyTagDeclaration(name: "PATTERN", form: .inline),
    ReplyTagDeclaration(name: "PAT", form: .inline),
  ].compactMap { $0 }

  private static func payload(_ value: JSONValue) -> ReplyEvent {
    .tag(ReplyTag(name: "DONE", content: .payload(value)))
  }

  private static let bare = ReplyEvent.tag(ReplyTag(name: "DONE", content: .bare))

  private static func inline(_ words: String, closed: Bool = true, name: String = "PATTERN")
    -> ReplyEvent
  {
    .tag(ReplyTag(name: name, content: .inline(words, isClosed: closed)))
  }

  private static func malformed(_ raw: String, _ reason: String) -> ReplyEvent {
    .tag(ReplyTag(name: "DONE", content: .malformed(raw: raw, reason: reason)))
  }

  @Test(
    "fixtures",
    arguments: [
      ("plain text, ünïcode 😀 and all", [.text("plain text, ünïcode 😀 and all")]),
      ("", []),
      ("Bye.\n[DONE]\n{\"a\": 1}", [.text("Bye.\n"), payload(["a": 1])]),
      ("[DONE]{\"a\":{\"b\":\"} ] {\"}}", [payload(["a": ["b": "} ] {"]])]),
      ("[DONE]: {\"a\":\"\\\"}\"} after", [payload(["a": "\"}"]), .text(" after")]),
      ("[DONE]\n```json\n{\"a\":1}\n```\nBye", [payload(["a": 1]), .text("\nBye")]),
      ("[DONE] ```\n{\"a\":1}```", [payload(["a": 1])]),
      ("[DONE]```{}``` x", [payload([:]), .text(" x")]),
      ("[DONE] ```text", [bare, .text(" ```text")]),
      ("[DONE] Bye", [bare, .text(" Bye")]),
      ("[DONE]", [bare]),
      ("[DONE]  \n", [bare, .text("  \n")]),
      ("[DONE][DONE] {}", [bare, payload([:])]),
      (
        "[DONE]{\"a\": 1",
        [
          malformed("{\"a\": 1", "the reply ends before the payload's closing brace")
        ]
      ),
      (
        "[DONE]{a: 1} x",
        [
          malformed("{a: 1}", "expected a member's name in quotes at byte 1"), .text(" x"),
        ]
      ),
      (
        "You [PATTERN: say yes first] again.",
        [
          .text("You "), inline("say yes first"), .text(" again."),
        ]
      ),
      ("[PATTERN: x [DONE] y", [inline("x ", closed: false), bare, .text(" y")]),
      (
        "[PATTERN: x [PAT: y] z",
        [
          inline("x ", closed: false), inline("y", name: "PAT"), .text(" z"),
        ]
      ),
      ("[PATTERN:x][PAT: y]", [inline("x"), inline("y", name: "PAT")]),
      ("cut [PATTERN: in the midd", [.text("cut "), inline("in the midd", closed: false)]),
      (
        "a [link](http://x) [1] [DON] [DONE [PATTERN] [pattern: x]",
        [
          .text("a [link](http://x) [1] [DON] [DONE [PATTERN] [pattern: x]")
        ]
      ),
      ("[[DONE]]", [.text("["), bare, .text("]")]),
      ("[D[DONE]x", [.text("[D"), bare, .text("x")]),
      ("[", [.text("[")]), ("[PATTER", [.text("[PATTER")]),
      ("[DONE]{\"a\":1}```", [payload(["a": 1]), .text("```")]),
      ("[DONE]```json5 {\"a\":1}```", [payload(["a": 1])]),
      (
        "[DONE]{\"v\": \"x\"], \"private\": \"y\"} z",
        [
          malformed("{\"v\": \"x\"], \"private\": \"y\"}", "expected ',' or '}' at byte 9"),
          .text(" z"),
        ]
      ),
      ("[PATTERN: two words", [inline("two words", closed: false)]),
      ("[DONE]```json\n{\"a\":1} and", [payload(["a": 1]), .text(" and")]),
    ] as [(String, [ReplyEvent])])
  func fixtures(reply: String, events: [ReplyEvent]) {
    for split in everySplit(Array(reply.utf8)) {
      var parser = ReplyTagParser(Self.declarations)
      let found = split.flatMap { parser.feed($0) } + parser.finish()
      #expect(found.coalesced == events)
    }
  }

  @Test("text is let go at once when it cannot become a tag")
  func promptness() {
    var parser = ReplyTagParser(Self.declarations)
    #expect(parser.feed("hello [P".utf8) == [.text("hello ")])
    #expect(parser.feed("x".utf8) == [.text("[Px")])
    #expect(parser.feed([0xf0, 0x9f]) == [])
    #expect(parser.feed([0x98, 0x80]) == [.text("😀")])
  }

  @Test("bytes that are not UTF-8 come out as replacement characters, and nothing is lost")
  func invalidBytes() {
    let bytes: [UInt8] = [0x61, 0xff, 0x62, 0xe2, 0x82, 0x63]
    for split in everySplit(bytes) {
      var parser = ReplyTagParser([ReplyTagDeclaration]())
      let text = (split.flatMap { parser.feed($0) } + parser.finish()).visibleText
      #expect(text == "a\u{fffd}b\u{fffd}c")
    }
  }

  @Test("nothing makes the parser wait for ever, or cost more than the reply's length")
  func limits() {
    for filler in ["\n", " ", "```" + String(repeating: "a", count: 500), "`"] {
      var parser = ReplyTagParser(Self.declarations)
      let rest = String(repeating: filler, count: 200_000 / filler.utf8.count)
      let events = parser.feed("[DONE]\(rest)".utf8)
      #expect(events.first == Self.bare)
      #expect((events + parser.finish()).visibleText == rest)
    }
  }

  @Test("a payload that is too large is given up, and no byte of it is shown")
  func hugePayload() {
    let reply = "[DONE]{\"a\": \"\(String(repeating: "x", count: 1_200_000))\"} bye"
    let events = ReplyTagParser.parse(reply, declarations: Self.declarations)
    #expect(events.visibleText == " bye")
    #expect(events.tags.count == 1)
  }

  @Test("an inline tag that is cut by force breaks no character")
  func forcedClose() {
    for padding in 0..<4 {
      let words = String(repeating: "x", count: 4093 + padding) + "é😀 and on]"
      let events = ReplyTagParser.parse("[PATTERN:\(words)", declarations: Self.declarations)
      #expect(events.visibleText == words)
    }
  }

  @Test("a bracket that never closes does not hold the reply for ever")
  func endlessInline() {
    var parser = ReplyTagParser(Self.declarations)
    let long = String(repeating: "x", count: 10_000)
    let events = parser.feed("[PATTERN:\(long)".utf8)
    #expect(events.visibleText.count >= 4096)
    #expect((events + parser.finish()).visibleText == long)
  }

  @Test("seeded random replies: text is kept, tag bytes never shown")
  func random() {
    var generator = SystemLikeGenerator(state: 42)
    let pieces = [
      "[DONE]", "{\"a\":1}", "[PATTERN:", "]", "[", "x", " ", "\n", "```", "é", "[DO", "{", "}",
      "\"",
    ]
    for _ in 0..<2_000 {
      let count = Int(generator.next() % 12)
      let reply = (0..<count).map { _ in pieces[Int(generator.next() % UInt64(pieces.count))] }
        .joined()
      let whole = ReplyTagParser.parse(reply, declarations: Self.declarations)
      #expect(!whole.visibleText.contains("[DONE]"))
      var parser = ReplyTagParser(Self.declarations)
      let bytes = reply.utf8.flatMap { parser.feed([$0]) } + parser.finish()
      #expect(bytes.coalesced == whole)
      if !reply.contains("[DONE]"), !reply.contains("[PATTERN:") {
        #expect(whole.visibleText == reply)
      }
    }
  }
}

/// A linear congruential generator: small, and the same on every machine.
struct SystemLikeGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }
}
