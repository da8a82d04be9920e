import CoachModel
import Documents
import StreamParsing
import Testing
import TestKit

@Suite("Declared tags are removed from the text, and everything else stays, under every split")
struct ReplyTagParserTests {
  private static let declarations = [
    ReplyTagDeclaration(name: "DONE", form: .signal, expectsPayload: true),
    ReplyTagDeclaration(name: "STOP", form: .signal),
    ReplyTagDeclaration(name: "PATTERN", form: .inline),
    ReplyTagDeclaration(name: "PAT", form: .inline),
  ].compactMap { $0 }

  private static func payload(
    _ value: JSONValue, _ raw: String, _ repairs: [JSONRepair] = []
  ) -> ReplyEvent {
    .tag(
      ReplyTag(name: "DONE", content: .payload(ReplyPayload(value, repairs: repairs, raw: raw))))
  }

  private static let bare = ReplyEvent.tag(ReplyTag(name: "DONE", content: .bare))
  private static let stop = ReplyEvent.tag(ReplyTag(name: "STOP", content: .bare))

  private static func inline(_ words: String, closed: Bool = true, name: String = "PATTERN")
    -> ReplyEvent
  {
    .tag(ReplyTag(name: name, content: .inline(words, isClosed: closed)))
  }

  private static func malformed(_ raw: String, _ reason: String) -> ReplyEvent {
    .tag(ReplyTag(name: "DONE", content: .malformed(raw: raw, reason: reason)))
  }

  private static let one = payload(["a": 1], "{\"a\": 1}")

  @Test(
    "the forms of a tag",
    arguments: [
      ("plain text, ünïcode 😀 and all", [.text("plain text, ünïcode 😀 and all")]),
      ("", []),
      ("Bye.\n[DONE]\n{\"a\": 1}", [.text("Bye.\n"), one]),
      ("[DONE]{\"a\": 1} after", [one, .text(" after")]),
      ("[DONE]: {\"a\": 1}", [one]),
      ("[DONE]{\"a\": 1}{\"b\": 2} x", [one, .text(" x")]),
      ("[DONE]{\"a\": 1}\n\n{\"b\": 2}\n{\"c\": {\"d\": 3}}\nx", [one, .text("\nx")]),
      ("[DONE] `{\"a\": 1}` `{\"a\": 2}` x", [one, .text(" x")]),
      ("[DONE]{\"a\": 1}[/DONE]\n{\"a\": 1}[/DONE] x", [one, .text(" x")]),
      ("[DONE]{\"a\": 1} {later} x", [one, .text(" {later} x")]),
      ("[DONE]{\"a\": 1} {\"b\"", [one]),
      ("[DONE]\n```json\n{\"a\": 1}\n```\nBye", [one, .text("\nBye")]),
      ("[DONE] ```\n{\"a\": 1}```", [one]),
      ("[DONE] `{\"a\": 1}` x", [one, .text(" x")]),
      ("[DONE]{\"a\": 1}[/DONE] x", [one, .text(" x")]),
      ("[DONE]\n{\"a\": 1}\n[/done]\nx", [one, .text("\nx")]),
      ("[DONE: {\"a\": 1}] x", [one, .text(" x")]),
      ("[DONE {\"a\": 1} ] x", [one, .text(" x")]),
      ("**[DONE]**\n{\"a\": 1} x", [one, .text(" x")]),
      ("**[DONE]{\"a\": 1}** x", [one, .text(" x")]),
      ("**[DONE]:** {\"a\": 1}", [one]),
      ("`[DONE]` {\"a\": 1}", [one]),
      ("[[DONE]] {\"a\": 1}", [one]),
      ("```\n[DONE]\n{\"a\": 1}\n```\nx", [one, .text("\nx")]),
      ("\\[DONE\\]\n{\"a\": 1}", [one]),
      ("[done]{\"a\": 1}", [one]),
      ("[ Done ] {\"a\": 1}", [one]),
      ("[DONE: yes] x", [.text(" x"), malformed("yes", "there is text instead of its JSON")]),
      ("[DONE: yes]\nx {\"a\": 1}", [.text("\nx "), one]),
      ("[DONE: y", [bare]),
      ("[DONE]\nBye.\n{\"a\": 1}", [.text("\nBye.\n"), one]),
      ("[DONE]\nBye.\n```json\n{\"a\": 1}\n``` x", [.text("\nBye.\n"), one, .text(" x")]),
      ("[DONE] Bye {\"a\": 1}", [.text(" Bye "), one]),
      ("[DONE] Bye {a}", [.text(" Bye {a}"), bare]),
      ("[DONE]:", [bare]),
      (
        "[DONE]{\"a\": \"v\"\n\nGood night.",
        [payload(["a": "v"], "{\"a\": \"v\"", [.cut]), .text("\n\nGood night.")]
      ),
      (
        "[DONE]{\"a\": 1\n\n你好 {x}",
        [payload(["a": 1], "{\"a\": 1", [.cut]), .text("\n\n你好 {x}")]
      ),
      ("[DONE]{\n\n\"a\":\n\n1\n\n}", [payload(["a": 1], "{\n\n\"a\":\n\n1\n\n}")]),
      ("[DONE：{\"a\": 1}]", [one]),
      ("**[STOP]:** Bye.", [.text("**"), stop, .text(":** Bye.")]),
      ("[DONE] Bye. `{\"a\": 1}` x", [.text(" Bye. "), one, .text(" x")]),
      (
        "[PATTERN: a [PAT: b\n\nc :] d",
        [inline("a ", closed: false), inline("b", closed: false, name: "PAT"), .text("\n\nc :] d")]
      ),
      (
        "[PATTERN: a [PAT: b] c [PAT] d] e",
        [inline("a ", closed: false), inline("b", name: "PAT"), .text(" c [PAT] d e")]
      ),
      (
        "[PATTERN: x [PAT: y [PATTERN: z] w] v] u",
        [
          inline("x ", closed: false), inline("y ", closed: false, name: "PAT"), inline("z"),
          .text(" w v u"),
        ]
      ),
      ("[PATTERN: a \\[b\\] c] d", [inline("a \\[b\\] c"), .text(" d")]),
      ("[DONE]\n```js", [bare]),
      ("[DONE", [bare]),
      ("[PATTERN：x]", [inline("x")]),
      ("[PATTERN x] [pattern x]", [.text("[PATTERN x] [pattern x]")]),
      ("[DONE] Bye", [.text(" Bye"), bare]),
      ("[DONE]", [bare]),
      ("[STOP] Bye", [stop, .text(" Bye")]),
      ("[STOP]  \n", [stop, .text("  \n")]),
      ("**[STOP] Bye**", [.text("**"), stop, .text(" Bye**")]),
      ("[DONE][DONE] {\"a\": 1}", [bare, one]),
      ("[DONE]{\"a\": 1}[STOP]", [one, stop]),
      ("[DONE]{\"a\": 1", [payload(["a": 1], "{\"a\": 1", [.cut])]),
      ("[DONE]{a: 1} x", [payload(["a": 1], "{a: 1}", [.bareName]), .text(" x")]),
      (
        "[DONE]{\"a\": \"}\", /* } */ 'b': 'it's }'} x",
        [
          payload(
            ["a": "}", "b": "it's }"], "{\"a\": \"}\", /* } */ 'b': 'it's }'}",
            [.comment, .quotes, .innerQuotes]), .text(" x"),
        ]
      ),
      (
        "[DONE]{{}} x",
        [malformed("{{}}", "expected a member's name in quotes at byte 1"), .text(" x")]
      ),
      (
        "[DONE]\n```\n{\"a\": [1,\n```\nx",
        [payload(["a": [1]], "{\"a\": [1,\n", [.cut]), .text("\nx")]
      ),
      (
        "You [PATTERN: say yes first] again.",
        [.text("You "), inline("say yes first"), .text(" again.")]
      ),
      ("[PATTERN]say yes[/PATTERN].", [inline("say yes"), .text(".")]),
      ("[PATTERN] say yes", [.text("[PATTERN] say yes")]),
      ("[PATTERN] [PAT: y]", [.text("[PATTERN] "), inline("y", name: "PAT")]),
      ("**[pattern: x]**", [inline("x")]),
      ("**[PATTERN: x] y**", [.text("**"), inline("x"), .text(" y**")]),
      ("[PATTERN: a [b] c] d", [inline("a [b] c"), .text(" d")]),
      ("[PATTERN: x [STOP] y", [inline("x ", closed: false), stop, .text(" y")]),
      (
        "[PATTERN: x [PAT: y] z] [1]",
        [inline("x ", closed: false), inline("y", name: "PAT"), .text(" z [1]")]
      ),
      ("[PATTERN:x][PAT: y]", [inline("x"), inline("y", name: "PAT")]),
      ("cut [PATTERN: in the midd", [.text("cut "), inline("in the midd", closed: false)]),
      ("[PATTERN: a\n\nb]", [inline("a", closed: false), .text("\n\nb]")]),
      (
        "a [link](http://x) [1] [DON] [DONE [DONE](x) [/DONE] \\[y\\] **b** `c` [PATTERNS: x]",
        [
          .text(
            "a [link](http://x) [1] [DON] [DONE [DONE](x) [/DONE] \\[y\\] **b** `c` [PATTERNS: x]")
        ]
      ),
      ("[D[STOP]x", [.text("[D"), stop, .text("x")]),
      ("[", [.text("[")]), ("[PATTER", [.text("[PATTER")]), ("**", [.text("**")]),
    ] as [(String, [ReplyEvent])])
  func forms(reply: String, events: [ReplyEvent]) {
    for split in everySplit(Array(reply.utf8)) {
      var parser = ReplyTagParser(Self.declarations)
      let found = split.flatMap { parser.feed($0) } + parser.finish()
      #expect(found.coalesced == events)
    }
  }

  @Test("text is emitted as soon as it cannot become a tag")
  func promptness() {
    var parser = ReplyTagParser(Self.declarations)
    #expect(parser.feed("hello [P") == [.text("hello ")])
    #expect(parser.feed("x") == [.text("[Px")])
    #expect(parser.feed("**") == [])
    #expect(parser.feed("bold* and") == [.text("**bold* and")])
    #expect(parser.feed([0xf0, 0x9f]) == [])
    #expect(parser.feed([0x98, 0x80]) == [.text("😀")])
  }

  @Test("bytes that are not UTF-8 become replacement characters, and nothing is lost")
  func invalidBytes() {
    let bytes: [UInt8] = [0x61, 0xff, 0x62, 0xe2, 0x82, 0x63]
    for split in everySplit(bytes) {
      var parser = ReplyTagParser([ReplyTagDeclaration]())
      let text = (split.flatMap { parser.feed($0) } + parser.finish()).visibleText
      #expect(text == "a\u{fffd}b\u{fffd}c")
    }
  }

  @Test("no input blocks the parser forever or takes more than linear time")
  func limits() {
    for filler in [
      "\n", " ", "```" + String(repeating: "a", count: 500), "`", "[", "*_", "\\", "[x: ",
    ] {
      var parser = ReplyTagParser(Self.declarations)
      let rest = String(repeating: filler, count: 200_000 / filler.utf8.count)
      let events = parser.feed("[STOP]\(rest)")
      #expect(events.first == Self.stop)
      #expect((events + parser.finish()).visibleText == rest)
    }
  }

  @Test("a payload that is too large is dropped, and none of its bytes are shown")
  func hugePayload() {
    let reply = "[DONE]{\"a\": \"\(String(repeating: "x", count: 1_200_000))\"} bye"
    let events = ReplyTagParser.parse(reply, declarations: Self.declarations)
    #expect(events.visibleText == " bye")
    #expect(events.tags.count == 1)
    let open = "[DONE]{\"a\": \"\(String(repeating: "x", count: 1_200_000))\"\n\nGood night."
    let shown = ReplyTagParser.parse(open, declarations: Self.declarations).visibleText
    #expect(shown == "\n\nGood night.")
  }

  @Test("an inline tag that is cut at its limit splits no character")
  func forcedClose() {
    for padding in 0..<4 {
      let words = String(repeating: "x", count: 4093 + padding) + "é😀 and on]"
      let events = ReplyTagParser.parse("[PATTERN:\(words)", declarations: Self.declarations)
      #expect(events.visibleText == words)
    }
  }

  @Test("a bracket that never closes does not hold the reply forever")
  func endlessInline() {
    for opening in ["[PATTERN:", "[PATTERN]"] {
      var parser = ReplyTagParser(Self.declarations)
      let long = String(repeating: "x", count: 10_000)
      let events = parser.feed(opening + long)
      #expect(events.visibleText.count >= 4096)
      #expect((events + parser.finish()).visibleText.hasSuffix(long))
    }
  }
}
