import CoachModel
import StreamParsing
import Testing
import TestKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `COACHKIT_CASES` sets how many random replies are read.
@Suite("Random replies lose no text and show no byte of a tag, under every split")
struct ReplyTagPropertyTests {
  private static let cases = Int(TestCases.asked ?? 4_000)

  private static let declarations = [
    ReplyTagDeclaration(name: "ALL_DONE", form: .signal, expectsPayload: true),
    ReplyTagDeclaration(name: "STOP", form: .signal),
    ReplyTagDeclaration(name: "PATTERN", form: .inline),
    ReplyTagDeclaration(name: "PAT", form: .inline),
  ].compactMap { $0 }

  /// A text that only payloads contain: any trace of it in the visible text is a leak.
  private static let secret = "sekret"

  // MARK: Replies composed of known parts

  @Test("tags in every form leave exactly the surrounding text")
  func composed() {
    for seed in 0..<UInt64(Self.cases / 2) {
      var writer = ReplyWriter(seed: seed)
      let reply = writer.write()
      var chunks = writer.random
      let events = Self.read(reply.text, cutBy: &chunks)
      let tags = events.tags.map { "\($0.name) \($0.words ?? ($0.payload == nil ? "" : "{}"))" }
      guard events.visibleText == reply.shown, tags.sorted() == reply.tags.sorted() else {
        Issue.record(
          "seed \(seed): \(reply.text.debugDescription) gave \(events), not \(reply.shown.debugDescription) with \(reply.tags)"
        )
        return
      }
    }
  }

  // MARK: Replies composed of random pieces

  @Test("random brackets, marks and braces are parsed alike at once, byte by byte and in pieces")
  func heaps() {
    let pieces = [
      "[ALL_DONE]", "[all-done:", "[STOP]", "[PATTERN:", "[PATTERN]", "[/PATTERN]", "[pat: ",
      "[ALL",
      "{\"a\":1}", "{", "}", "\"", "'", "[", "]", "(", ":", "x", " ", "\n", "\r\n", "```",
      "```json\n",
      "`", "**", "_", "\\", "//", "/*", ",", "é", "👩🏽‍💻", "[/ALL DONE]",
    ]
    for seed in 0..<UInt64(Self.cases / 2) {
      var random = SeededGenerator(seed: seed ^ 0x5eed)
      let reply = (0..<random.below(16)).map { _ in pieces[random.below(pieces.count)] }.joined()
      let whole = ReplyTagParser.parse(reply, declarations: Self.declarations)
      var parser = ReplyTagParser(Self.declarations)
      let bytes = reply.utf8.flatMap { parser.feed([$0]) } + parser.finish()
      let chunked = Self.read(reply, cutBy: &random)
      var problem: String?
      if bytes.coalesced != whole { problem = "bytes give \(bytes.coalesced)" }
      if chunked != whole { problem = "pieces give \(chunked)" }
      if whole.visibleText.contains("[STOP]"), !reply.contains("[STOP](") { problem = "a leak" }
      let names = ["all", "stop", "pat"]
      if !names.contains(where: { reply.lowercased().contains($0) }), whole != [.text(reply)],
        !reply.isEmpty
      {
        problem = "text without a tag was changed"
      }
      guard let problem else { continue }
      Issue.record("seed \(seed): \(reply.debugDescription) gives \(whole); \(problem)")
      return
    }
  }

  // MARK: Holding back

  @Test("outside a tag, only the start of one is held back")
  func promptness() {
    for seed in 0..<UInt64(Self.cases / 20) {
      var random = SeededGenerator(seed: seed ^ 0xfeed)
      let pieces = [
        "[", "*", "_", "`", "\\", "A", "ALL", "[PATT", "stop", " ", "\n", "x", "]", "(", "[/P",
      ]
      let reply = (0..<random.below(12)).map { _ in pieces[random.below(pieces.count)] }.joined()
      var parser = ReplyTagParser(Self.declarations)
      var shown = ""
      for (count, byte) in reply.utf8.enumerated() {
        let events = parser.feed([byte])
        guard events.tags.isEmpty else { break }
        shown += events.visibleText
        let held = String(
          decoding: Array(reply.utf8)[shown.utf8.count..<(count + 1)], as: UTF8.self)
        guard !held.isEmpty, !Self.canBecomeTag(held) else { continue }
        Issue.record("seed \(seed): '\(held)' is held back in \(reply.debugDescription)")
        return
      }
    }
  }

  /// Whether some continuation makes a tag of a text: implemented separately, from the rules of the documentation.
  private static func canBecomeTag(_ text: String) -> Bool {
    for declaration in declarations {
      for name in [declaration.name, "/" + declaration.name] {
        // Everything up to the bracket is marks; the text must be a prefix of the rest.
        for marks in 0...6 where text.prefix(marks).allSatisfy({ "*_`[".contains($0) }) {
          if beginsAlike(text.dropFirst(marks), "[\(name)") { return true }
        }
      }
    }
    // A fence in front of a tag.
    return text.hasPrefix("```")
      && text.dropFirst(3).allSatisfy { $0.isLetter || $0.isWhitespace || $0 == "[" || $0 == "/" }
  }

  private static func beginsAlike(_ text: Substring, _ opening: String) -> Bool {
    func folded(_ text: some StringProtocol) -> String {
      text.lowercased().filter { !" _-\\".contains($0) }
    }
    let (text, opening) = (folded(text), folded(opening))
    return opening.hasPrefix(text) || text.hasPrefix(opening)
  }

  private static func read(_ reply: String, cutBy random: inout SeededGenerator) -> [ReplyEvent] {
    var parser = ReplyTagParser(declarations)
    var rest = Array(reply.utf8)[...]
    var events: [ReplyEvent] = []
    while !rest.isEmpty {
      let piece = rest.prefix(1 + random.below(24))
      rest = rest.dropFirst(piece.count)
      events += parser.feed(Array(piece))
    }
    return (events + parser.finish()).coalesced
  }
}

/// Composes replies of text and tags, and knows the visible part.
private struct ReplyWriter {
  var random: SeededGenerator
  private var text = ""
  private var shown = ""
  private var tags: [String] = []
  private var owes = false

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func write() -> (text: String, shown: String, tags: [String]) {
    for _ in 0..<(1 + random.below(6)) {
      addText()
      switch random.below(4) {
      case 0: addInline()
      case 1: addSignal("ALL_DONE", withPayload: true)
      case 2: addSignal("STOP", withPayload: false)
      default: break
      }
    }
    addText()
    return (text, shown, tags)
  }

  private mutating func one(of choices: [String]) -> String { choices[random.below(choices.count)] }

  /// Starts and ends with a letter, so that it belongs to no adjacent tag.
  private mutating func addText() {
    let words = [
      "You said", "**so**", "a [link](http://x.y)", "note [1]", "naïve", "👩🏽‍💻", "`code`",
      "{\"no\": 1}",
      "[x]", "[[wiki]]", "*a*", "snake_case", "\\[esc\\]", "日本語", "e\u{301}", "- [ ] box",
      "[PATTERNS: y]",
      "```swift\nlet\n```", "a\n\nb", "[/PAT x]", "[STOPS]", "it's \"fine\"", "2 * 3",
    ]
    var piece = "so"
    for _ in 0..<random.below(5) { piece += " " + one(of: words) }
    piece += " end"
    text += piece
    shown += piece
  }

  private mutating func spelt(_ name: String) -> String {
    var name = name
    if random.below(3) == 0 { name = name.lowercased() }
    if random.below(4) == 0 { name = name.replacing("_", with: one(of: ["-", " ", "\\_"])) }
    return name
  }

  private mutating func addInline() {
    let name = one(of: ["PATTERN", "PAT"])
    let words = one(of: ["say yes", "ünïcode 😀", "a [b] c", "x: y", "*strong*", "one\ntwo"])
    let mark = one(of: ["", "", "**", "_", "`"])
    text += " " + mark
    let tag =
      switch random.below(3) {
      case 0: "[\(spelt(name)): \(words)]"
      case 1: "[\(spelt(name))]\(words)[/\(spelt(name))]"
      default: "[ \(spelt(name)) :\(words) ]"
      }
    text += tag + mark + " "
    shown += " " + words + " "
    tags.append("\(name) \(words)")
  }

  private mutating func addSignal(_ name: String, withPayload: Bool) {
    let mark = one(of: ["", "", "**", "`", "["])
    let closing = mark == "[" ? "]" : mark
    text += "\n"
    shown += "\n"
    guard withPayload else {
      text += mark + "[\(spelt(name))]" + closing + " "
      shown += " "
      tags.append("\(name) ")
      return
    }
    let payload = one(of: [
      #"{"sekret": 1}"#, #"{"a": "sekret } ] {", "b": [1, {"c": 2}]}"#, "{'a': 'it's sekret',}",
      "{\n  // sekret }\n  \"a\": 1\n}", #"{"a": "she said "sekret" then"}"#,
      "{a: \"sekret\" b: /* } */ True}", #"{"a": "\"}", "sekret": "[STOP]"}"#,
    ])
    let fenced = one(of: ["```json\n\(payload)\n```", "```\n\(payload)```", "`\(payload)`"])
    let tag = "[\(spelt(name))]"
    let written =
      switch random.below(8) {
      case 0: mark + tag + closing + payload
      case 1: mark + tag + closing + "\n" + payload
      case 2: mark + tag + closing + ": " + payload
      case 3: mark + tag + closing + "\n" + fenced
      case 4: "[\(spelt(name)): \(payload)]"
      case 5: mark + tag + payload + closing
      case 6: tag + payload + "\n[/\(spelt(name))]"
      default: "```\n" + tag + "\n" + payload + "\n```"
      }
    tags.append("\(name) {}")
    text += written + "\n"
    shown += "\n"
  }
}

extension SeededGenerator {
  /// A number from 0 to one below the limit.
  fileprivate mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
