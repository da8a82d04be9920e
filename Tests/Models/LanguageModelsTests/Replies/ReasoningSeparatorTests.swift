import LanguageModels
import TestKit
import Testing

@Suite("Reasoning that a model writes into its text")
struct ReasoningSeparatorTests {
  /// Returns the reply to a text that arrives in pieces.
  private func reply(_ pieces: [String], startsInside: Bool = false) -> ModelReply {
    var separator = ReasoningSeparator(startsInside: startsInside)
    var events: [ModelEvent] = []
    separator.take(.started(ModelStart()), into: &events)
    separator.take(.partStarted(index: 0, kind: .text), into: &events)
    for piece in pieces { separator.take(.partDelta(index: 0, delta: .text(piece)), into: &events) }
    separator.take(.partEnded(index: 0), into: &events)
    separator.take(.finished(.stop), into: &events)
    return events.reduce(into: ModelReply()) { $0.add($1) }
  }

  /// Checks text and reasoning of a reply, whole and split in two at every byte between characters.
  private func check(
    _ written: String, text: String, reasoning: String, startsInside: Bool = false,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let splits = written.unicodeScalars.indices.map { index in
      [String(written.unicodeScalars[..<index]), String(written.unicodeScalars[index...])]
    }
    let letters = written.unicodeScalars.map { String($0) }
    for pieces in [[written], letters] + splits {
      let reply = reply(pieces, startsInside: startsInside)
      expect(reply.text, equals: text, "\(pieces)", sourceLocation: sourceLocation)
      expect(reply.reasoning, equals: reasoning, "\(pieces)", sourceLocation: sourceLocation)
    }
  }

  @Test(
    "goes to a part of its own, in every spelling",
    arguments: [
      ("<think>", "</think>"), ("<THINK>", "</Think>"), ("<thinking>", "</thinking>"),
      ("<thought>", "</thought>"), ("<reasoning>", "</reasoning>"),
      ("<think time=\"3\">", "</think >"), ("<seed:think>", "</seed:think>"),
      ("[THINK]", "[/THINK]"), ("◁think▷", "◁/think▷"),
      ("<|begin_of_thought|>", "<|end_of_thought|>"), ("<|START_THINKING|>", "<|END_THINKING|>"),
      ("<|channel|>analysis<|message|>", "<|channel|>final<|message|>"),
      ("<|channel>thought", "<channel|>"),
    ])
  func spellings(opening: String, closing: String) {
    check(
      "\(opening)\nShe hides it.\n\(closing)\n\nWhat now?", text: "What now?",
      reasoning: "She hides it.\n")
    check(
      "First. \(opening)A – naïve – aside.\(closing) Then.", text: "First. Then.",
      reasoning: "A – naïve – aside.")
    check("She hides it.\(closing) What now?", text: "What now?", reasoning: "She hides it.")
  }

  @Test("may be nested, repeated, empty, or never end")
  func shapes() {
    check("<think>a<think>b</think>c</think>d", text: "d", reasoning: "a<think>b</think>c")
    check("<think>a</think>b<think>c</think>d", text: "bd", reasoning: "ac")
    check("<think>\n\n</think>\n\nHello", text: "Hello", reasoning: "")
    check("<think/>Hello", text: "Hello", reasoning: "")
    check("\n\n<think>a</think>b", text: "b", reasoning: "a")
    check("<think>It never ends", text: "", reasoning: "It never ends")
    check("<think>a</thinking>b</think>c", text: "c", reasoning: "a</thinking>b")
    check("a</think>b</think>c", text: "c", reasoning: "ab")
    check("<think>a</think>b</think>c", text: "c", reasoning: "ab")
  }

  @Test("may mention its own tags")
  func mentions() {
    check(
      "<think>They ask what `<think>` and `</think>` do. I explain.</think>They mark reasoning.",
      text: "They mark reasoning.",
      reasoning: "They ask what `<think>` and `</think>` do. I explain.")
    check("He said \"no\"</think>Hi", text: "Hi", reasoning: "He said \"no\"")
  }

  @Test("is not shown if a reply that begins with it is cut")
  func cut() {
    var separator = ReasoningSeparator(startsInside: true)
    var events: [ModelEvent] = []
    separator.take(.partStarted(index: 0, kind: .text), into: &events)
    separator.take(.partDelta(index: 0, delta: .text("She hides it, so I")), into: &events)
    separator.take(.partEnded(index: 0), into: &events)
    separator.take(.finished(.length), into: &events)
    let reply = events.reduce(into: ModelReply()) { $0.add($1) }
    expect(reply.text, equals: "")
    expect(reply.reasoning, equals: "She hides it, so I")
  }

  @Test("hides what looks like tags and JSON in it")
  func contents() {
    check(
      "<think>[DISCOVERY_COMPLETE] or {\"a\": 1}?</think>Not yet.", text: "Not yet.",
      reasoning: "[DISCOVERY_COMPLETE] or {\"a\": 1}?")
    check(
      "Maybe {\"severity\": \"high\"}?</think>{\"severity\": \"low\"}",
      text: "{\"severity\": \"low\"}", reasoning: "Maybe {\"severity\": \"high\"}?")
  }

  @Test(
    "is not found where there is none",
    arguments: [
      "", "Plain words.", "  Leading blanks", "a < b, and b > c", "[PATTERN: the third thing]",
      "<b>bold</b> <thin>", "Write `<think>` or \"</think>\" for it.", "…— “quoted” — ◁", "<thi",
      "{\"note\": \"I <think> so\"}", "{\"note\": \"x <think>a</think> b\"}",
      "Models write `<think>…</think>` before the answer.", "<thought-bubble>Hi</thought-bubble>",
      "<think2>a</think2>", "[think] and [Think]", "Write \"<think>\" and \"</think>\".",
      "[Think about it]", "Trailing <", "\n", "<thoughtful>",
    ])
  func none(text: String) {
    check(text, text: text, reasoning: "")
  }

  @Test("begins with the reply if the template has the opening tag")
  func template() {
    check(
      "She hides it.</think>What now?", text: "What now?", reasoning: "She hides it.",
      startsInside: true)
    check("<think>a</think>b", text: "b", reasoning: "a", startsInside: true)
    // The model did not reason after all.
    check("What now?", text: "What now?", reasoning: "", startsInside: true)
  }

  @Test("is announced before it is over, and taken back if text was shown")
  func events() {
    var separator = ReasoningSeparator()
    var events: [ModelEvent] = []
    separator.take(.partStarted(index: 0, kind: .text), into: &events)
    separator.take(.partDelta(index: 0, delta: .text("Maybe.")), into: &events)
    separator.take(.partDelta(index: 0, delta: .text("</think>Yes.")), into: &events)
    separator.take(.partEnded(index: 0), into: &events)
    expect(
      events,
      equals: [
        .partStarted(index: 0, kind: .text), .partDelta(index: 0, delta: .text("Maybe.")),
        .partReclassified(index: 0, kind: .reasoning), .partEnded(index: 0),
        .partStarted(index: 1, kind: .text), .partDelta(index: 1, delta: .text("Yes.")),
        .partEnded(index: 1),
      ])
    expect(separator.lacksOpening, equals: true)
  }

  @Test("leaves the other parts of a reply in their order, under new numbers")
  func otherParts() {
    var separator = ReasoningSeparator()
    var events: [ModelEvent] = []
    let call = ModelPartKind.toolCall(id: "c", name: "look")
    for event: ModelEvent in [
      .partStarted(index: 0, kind: .text),
      .partDelta(index: 0, delta: .text("<think>Look.</think>Looking.")), .partEnded(index: 0),
      .partStarted(index: 1, kind: call), .partDelta(index: 1, delta: .arguments("{}")),
      .partEnded(index: 1),
    ] {
      separator.take(event, into: &events)
    }
    let reply = events.reduce(into: ModelReply()) { $0.add($1) }
    expect(reply.reasoning, equals: "Look.")
    expect(reply.text, equals: "Looking.")
    expect(reply.toolCalls, equals: [ToolCall(id: "c", name: "look", arguments: "{}")])
  }

  @Test("of scripted models and of pieces of text is found, too")
  func otherSources() async throws {
    let request = ModelRequest(messages: [])
    let scripted = ScriptedModel(replies: ["<think>Hm, I see.</think>Yes, go on."])
    await expect(try scripted.stream(request).reply().text, equals: "Yes, go on.")
    let pieces = AsyncStream<String> { stream in
      for piece in ["<thi", "nk>Hm.</th", "ink>Yes."] { stream.yield(piece) }
      stream.finish()
    }
    let reply = try await ModelStream(text: pieces).reply()
    expect(reply.text, equals: "Yes.")
    expect(reply.reasoning, equals: "Hm.")
  }
}
