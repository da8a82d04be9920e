import CoachModel
import Documents
import LanguageModels
import ModelLayers
import ModelTestKit
import SourceFiles
import Synchronization
import Testing
import TestKit

/// Random-looking letters and digits; a key is composed here so that this file contains none.
private let drawn = "Ab1Cd2Ef3Gh4Ij5Kl6"
private let planted = "planted-secret-1"

private let header = RecordingHeader(
  provider: "local", model: "m.gguf", parameters: [:], recorded: "2026-11-21")

private func request(_ texts: String..., label: String? = nil) -> ModelRequest {
  let roles: [Role] = [.system, .user, .assistant]
  return ModelRequest(
    messages: texts.enumerated().map { number, text in
      ModelMessage(Message(roles[number % roles.count], text))
    }, label: label)
}

/// The replies that a recording layer keeps.
private func kept(
  _ requests: [ModelRequest], of model: any LanguageModel, without redactor: Redactor = Redactor(),
  clock: CallClock = .system
) async -> [RecordedReply] {
  let replies = Mutex<[RecordedReply]>([])
  let layer = RecordingLayer(redactor: redactor) { reply in
    replies.withLock { $0.append(reply) }
  }
  let model = model.with(layer, clock: clock)
  for request in requests { _ = await outcome(model.stream(request)) }
  return replies.withLock { $0 }
}

/// The lines of a recording of these calls, each answered by one word.
private func lines(_ requests: [ModelRequest], without redactor: Redactor = Redactor()) async
  -> [String]
{
  let model = ScriptedModel(requests.map { _ in .reply(["Yes", "."]) })
  return Recording.lines(
    header: header, replies: await kept(requests, of: model, without: redactor))
}

private func replay(_ lines: [String], without redactor: Redactor = Redactor())
  throws(ModelError) -> ReplayModel
{
  let bytes = Array(lines.joined(separator: "\n").utf8)
  return ReplayModel(
    try Recording(parsing: bytes, path: "r.jsonl"), path: "r.jsonl", redactor: redactor)
}

/// A model that returns these events for every request.
private struct ListedModel: LanguageModel {
  let identity = ModelIdentity(provider: "listed", model: "m")
  let events: [ModelEvent]

  func stream(_ request: ModelRequest) -> ModelStream {
    ModelStream { [events] in ListedEvents(events: events[...]) }
  }
}

private struct ListedEvents: ModelEventSource {
  var events: ArraySlice<ModelEvent>

  mutating func next() async throws(ModelError) -> ModelEvent? { events.popFirst() }
}

@Suite("A request that was not recorded is compared with the nearest recorded one")
struct NearestRequestTests {
  /// A change to a request, and its expected description.
  struct Change: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var said: String
    var apply: @Sendable (inout ModelRequest) -> Void

    init(
      _ name: String, _ said: String, _ apply: @escaping @Sendable (inout ModelRequest) -> Void
    ) {
      testDescription = name
      self.said = said
      self.apply = apply
    }
  }

  private static let tool = ToolDeclaration(name: "look_up", description: "Finds a note.")

  private static let base: ModelRequest = {
    var base = request(
      "Be kind.", "I slept badly.", "What kept you awake?", label: "Amara, turn 3")
    base.parameters = ModelParameters(temperature: 0.2, seed: 7)
    base.tools = [tool]
    return base
  }()

  private static let changes: [Change] = [
    Change("a temperature", "parameter 'temperature' is 0.9, recorded 0.2") {
      $0.parameters.temperature = 0.9
    },
    Change("no temperature", "parameter 'temperature' is not there, recorded 0.2") {
      $0.parameters.temperature = nil
    },
    Change("a parameter more", "parameter 'top_p' is 0.5, recorded not there") {
      $0.parameters.topP = 0.5
    },
    Change("a seed", "parameter 'seed' is 8, recorded 7") { $0.parameters.seed = 8 },
    Change("a text at which to stop", "parameter 'stop' is [\"END\"], recorded not there") {
      $0.parameters.stop = ["END"]
    },
    Change("an extra parameter", "parameter 'extra' is {\"top_k\":5}, recorded not there") {
      $0.parameters.extra = ["top_k": 5]
    },
    Change(
      "a letter in message 3",
      "message 3 (assistant) 'text' differs from character 8 on: 'What keep you awake?',"
        + " recorded 'What kept you awake?'"
    ) { $0.messages[2] = ModelMessage(Message(.assistant, "What keep you awake?")) },
    Change(
      "a blank at the end of message 1",
      "message 1 (system) 'text' differs from character 9 on: 'Be kind. ', recorded 'Be kind.'"
    ) { $0.messages[0] = ModelMessage(Message(.system, "Be kind. ")) },
    Change(
      "no text in message 2",
      "message 2 (user) 'text' differs from character 1 on: '', recorded 'I slept badly.'"
    ) { $0.messages[1] = ModelMessage(Message(.user, "")) },
    Change(
      "a role", "message 2 (user) 'role' differs from character 1 on: 'system', recorded 'user'"
    ) { $0.messages[1].role = .system },
    Change(
      "an image", "message 2 (user) 'images' is [\"https://a.b/c.png\"], recorded not there"
    ) { $0.messages[1].parts.append(.image(url: "https://a.b/c.png")) },
    Change("one message more", "there are 4 of 'message' where 3 were recorded") {
      $0.messages.append(ModelMessage(Message(.user, "My thoughts.")))
    },
    Change("one message fewer", "there are 2 of 'message' where 3 were recorded") {
      $0.messages.removeLast()
    },
    Change("a tool more", "there are 2 of 'tool' where 1 were recorded") {
      $0.tools.append(ToolDeclaration(name: "note", description: "Keeps a note."))
    },
    Change(
      "no tool",
      "tool is not there, recorded "
        + "[{\"name\":\"look_up\",\"description\":\"Finds a note.\",\"parameters…"
    ) { $0.tools = [] },
    Change(
      "a tool's name", "tool 1 'name' differs from character 1 on: 'find', recorded 'look_up'"
    ) { $0.tools[0].name = "find" },
    Change("a strict tool", "tool 1 'strict' is true, recorded false") {
      $0.tools[0].isStrict = true
    },
    Change("what must be called", "tool choice is \"required\", recorded not there") {
      $0.toolChoice = .required
    },
    Change("how many at once", "parallel tool calls is false, recorded not there") {
      $0.allowsParallelToolCalls = false
    },
    Change("another format", "reply format is \"json\", recorded not there") { $0.format = .json },
    Change("two things, parameters first", "parameter 'temperature' is 1, recorded 0.2") {
      $0.parameters.temperature = 1
      $0.messages[0] = ModelMessage(Message(.system, "Be brief."))
    },
    Change(
      "two messages, the first of them",
      "message 1 (system) 'text' differs from character 4 on: "
        + "'Be brief.', recorded 'Be kind.'"
    ) {
      $0.messages[2] = ModelMessage(Message(.assistant, "Why?"))
      $0.messages[0] = ModelMessage(Message(.system, "Be brief."))
    },
  ]

  @Test("the first difference is described in words", arguments: changes)
  func difference(change: Change) async throws {
    var asked = Self.base
    change.apply(&asked)
    let replay = try replay(await lines([Self.base]))
    let error = await outcome(replay.stream(asked)).error
    #expect(error?.code == .notRecorded)
    #expect(
      error?.message
        == "r.jsonl contains no reply to request \(asked.digest.short) (Amara, turn 3). The nearest is"
        + " \(Self.base.digest.short) (Amara, turn 3): \(change.said)")
  }

  @Test("differences outside the request are ignored")
  func same() async throws {
    var asked = Self.base
    asked.label = "another"
    asked.cacheKey = "k"
    asked.cacheRetention = .day
    asked.parameters.serviceTier = .priority
    asked.messages[0].parts.append(.cacheBreakpoint(.minutes))
    let replay = try replay(await lines([Self.base]))
    await expect(outcome(replay.stream(asked)).error, equals: nil)
  }

  @Test("another schema, or a schema instead of any JSON")
  func formats() async throws {
    var recorded = request("Hi")
    recorded.format = .json
    var asked = recorded
    asked.format = .schema(name: "mood", ["type": "object"], isStrict: false)
    let json = try replay(await lines([recorded]))
    let first = await outcome(json.stream(asked)).error?.message ?? ""
    #expect(
      first.hasSuffix(
        ": reply format is {\"name\":\"mood\",\"schema\":{\"type\":\"object\"},\"strict\":false},"
          + " recorded \"json\""))
    recorded.format = .schema(name: "mood", ["type": "string"], isStrict: false)
    let schema = try replay(await lines([recorded]))
    let second = await outcome(schema.stream(asked)).error?.message ?? ""
    #expect(
      second.hasSuffix(
        ": reply format 'schema' 'type' differs from character 1 on: 'object', recorded 'string'"))
  }

  @Test("of a long text, the location of the difference is shown on one line")
  func longText() async throws {
    let text = String(repeating: "One two three. ", count: 40)
    let replay = try replay(await lines([request("\(text)four\nfive\(text)")]))
    let asked = request("\(text)four\r\nsix \(text)")
    let message = await outcome(replay.stream(asked)).error?.message ?? ""
    // 600 characters and "four" are equal; the line break after them is one character, and another one.
    let rest = "One two three. One two three. One t…'"
    #expect(
      message.hasSuffix(
        "message 1 (system) 'text' differs from character 605 on: '… three. four⏎six \(rest),"
          + " recorded '… three. four⏎five\(rest)"))
    #expect(!message.contains { $0.isNewline })
  }

  @Test("of several requests the nearest is named, with its label if it has one")
  func nearest() async throws {
    let system = "Be kind."
    let recorded = [
      request(system, "I slept badly.", label: "Amara, 1"),
      request(system, "I slept badly.", "Why?", label: "Amara, 2"),
      request(system, "I lost my job.", label: "Ben, 1"),
      request(system, "I lost my job.", "When?", label: "Ben, 2"),
      request("Be brief.", "I slept badly.", "Why?"),
    ]
    let replay = try replay(await lines(recorded))
    var warm = recorded[3]
    warm.parameters.temperature = 1
    for (asked, position, said) in [
      (warm, 3, "parameter 'temperature' is 1, recorded not there"),
      (
        request(system, "I lost my job.", "Where?"), 3,
        "message 3 (assistant) 'text' differs from character 4 on: 'Where?', recorded 'When?'"
      ),
      (
        request(system, "I slept badly.", "Why?", "x", "y"), 1,
        "there are 5 of 'message' where 3 were recorded"
      ),
      (
        request(system, "I slept well."), 0,
        "message 2 (user) 'text' differs from character 9 on: 'I slept well.',"
          + " recorded 'I slept badly.'"
      ),
      (
        request(system, "I lost my keys."), 2,
        "message 2 (user) 'text' differs from character 11 on: 'I lost my keys.',"
          + " recorded 'I lost my job.'"
      ),
      (
        request("Be briefer.", "I slept badly.", "Why?"), 4,
        "message 1 (system) 'text' differs from character 9 on: 'Be briefer.', recorded 'Be brief.'"
      ),
    ] as [(ModelRequest, Int, String)] {
      let message = await outcome(replay.stream(asked)).error?.message ?? ""
      let near = recorded[position]
      let label = near.label.map { " (\($0))" } ?? ""
      #expect(message.hasSuffix(". The nearest is \(near.digest.short)\(label): \(said)"))
    }
  }

  @Test("of two equally near requests, the same one is always named")
  func equallyNear() async throws {
    let recorded = [request("aaa"), request("bbb"), request("ddd")]
    let named = try #require(recorded.map(\.digest.short).max())
    for order in [recorded, recorded.reversed()] {
      let replay = try replay(await lines(order))
      for _ in 0..<3 {
        let message = await outcome(replay.stream(request("ccc"))).error?.message ?? ""
        #expect(message.contains("The nearest is \(named): "))
      }
    }
  }
}

@Suite("A recording contains its requests")
struct RecordedRequestTests {
  @Test("the recorded request reads back, and equal requests are stored equally")
  func roundTrip() async throws {
    var full = request("Be kind.", "I slept \"badly\".\n\u{1}😀", label: "a · b")
    full.parameters = ModelParameters(
      maximumTokens: 9, temperature: 0.5, topP: 0.9, seed: 1, stop: ["x"], reasoning: .low,
      extra: ["text": ["text": "short"], "list": [1, nil, [:]]])
    full.tools = [ToolDeclaration(name: "t", description: "d")]
    full.toolChoice = .tool("t")
    full.format = .schema(named: "s", ["type": "object"])
    full.messages.append(
      ModelMessage(
        role: .assistant,
        parts: [.toolCall(ToolCall(id: "c", name: "t", arguments: "{}")), .refusal("no")]))
    let requests = [full, request("b"), request()]
    let model = ScriptedModel([.reply(["Yes", "."]), .reply(["No"]), .reply(["Hm"])])
    let replies = await kept(requests, of: model)
    #expect(replies.map(\.request) == requests.map(\.digest.hexadecimal))
    #expect(replies.allSatisfy { $0.asked != nil })
    let text = Recording.lines(header: header, replies: replies).joined(separator: "\n")
    let recording = try Recording(parsing: Array(text.utf8), path: "r")
    for reply in replies { #expect(recording.replies[reply.request] == reply) }
    #expect(Set(replies.map(\.asked)).count == 3)
  }

  @Test("a long text shared by requests is written once, before the first of them")
  func shared() async throws {
    let system = "Be kind, " + String(repeating: "and ask one question at a time, ", count: 5)
    let night = "I slept badly,\n\"again\" — " + String(repeating: "😀", count: 20)
    let requests = [request(system, "Hi"), request(system, night), request(night, night)]
    let lines = await lines(requests)
    let values = try lines.map { try JSONValue(parsing: $0) }
    let kinds = values.map { $0["is"] != nil ? "text" : $0["request"] != nil ? "reply" : "header" }
    #expect(kinds == ["header", "text", "reply", "text", "reply", "reply"])
    #expect(values[1] == ["text": .string(ContentDigest(of: system).short), "is": .string(system)])
    #expect(values[3] == ["text": .string(ContentDigest(of: night).short), "is": .string(night)])
    #expect(lines.count { $0.contains("one question at a time") } == 1)
    #expect(lines.count { $0.contains("again") } == 1)
    let replay = try replay(lines)
    for request in requests { #expect(await outcome(replay.stream(request)).error == nil) }
    // References are resolved, so that a difference is shown in the text itself.
    let message = await outcome(replay.stream(request(system + "!", "Hi"))).error?.message ?? ""
    #expect(message.contains("(system) 'text' differs from character \(system.count + 1) on: "))
    #expect(message.hasSuffix(" on: '… at a time, !', recorded '… at a time, '"))
  }

  @Test("a text of sixty bytes is shared, and a shorter one stays inline")
  func sharedLength() async throws {
    for (text, isShared) in [
      (String(repeating: "x", count: 59), false), (String(repeating: "x", count: 60), true),
      (String(repeating: "é", count: 29) + "x", false), (String(repeating: "é", count: 30), true),
    ] {
      let asked = request(text)
      let lines = await lines([asked])
      #expect(lines.count == (isShared ? 3 : 2))
      let reference: JSONValue = ["text": .string(ContentDigest(of: text).short)]
      let line = try JSONValue(parsing: try #require(lines.last))
      #expect(
        line["asked"]?["messages"]?.array?.first?["text"] == (isShared ? reference : .string(text)))
      await expect(outcome(try replay(lines).stream(asked)).error, equals: nil)
    }
  }

  @Test("a recording in the old format, without requests, is still valid")
  func oldForm() async throws {
    let old = request("a", label: "first")
    let line = JSONValue.object([
      "request": .string(old.digest.hexadecimal), "label": "first", "deltas": ["Hi", "!"],
      "finish": "stop",
    ]).text()
    let replay = try replay([header.text, line])
    let (events, error) = await outcome(replay.stream(old))
    #expect(events.compactMap(\.text) == ["Hi", "!"] && error == nil)
    let asked = request("b", label: "second")
    await expect(
      outcome(replay.stream(asked)).error?.message,
      equals: "r.jsonl contains no reply to request \(asked.digest.short) (second)")
    // Next to newer entries it is not compared, but still replays.
    let both = try ModelLayersTests.replay(await lines([request("z")]) + [line])
    await expect(outcome(both.stream(old)).error, equals: nil)
    let message = await outcome(both.stream(asked)).error?.message ?? ""
    #expect(message.contains("The nearest is \(request("z").digest.short): "))
  }

  @Test("a recording of a replay or a cached reply has no times, and is otherwise the same")
  func noTime() async throws {
    let asked = request("a", label: "first")
    let instant = ContinuousClock.now
    let still = CallClock(now: { instant }, unixTime: { 0 })
    let model = ScriptedModel([.reply(["Yes", "."])])
    let first = await kept([asked], of: model, clock: still)
    #expect(
      first.map(\.timeToFirstTokenMilliseconds) == [0] && first.map(\.totalMilliseconds) == [0])
    let lines = Recording.lines(header: header, replies: first)
    #expect(lines.last?.contains("\"recorded_timing\":{\"first_ms\":0,\"total_ms\":0}") == true)
    let again = await kept([asked], of: try replay(lines), clock: still)
    #expect(again.map(\.timeToFirstTokenMilliseconds) == [nil])
    #expect(again.map(\.totalMilliseconds) == [nil])
    #expect(again.map(\.events) == first.map(\.events))
    #expect(again.map(\.asked) == first.map(\.asked) && again.map(\.label) == ["first"])
    #expect(Recording.lines(header: header, replies: again).allSatisfy { !$0.contains("timing") })

    let cached = ScriptedModel([.reply(["Yes"])]).with(ResponseCache())
    let twice = await kept([asked, asked], of: cached)
    #expect(twice.map { $0.totalMilliseconds == nil } == [false, true])
  }
}

@Suite("A recording contains no secrets")
struct RecordedSecretTests {
  private let redactor = Redactor([Secret(planted)].compactMap { $0 })

  private var secretRequest: ModelRequest {
    let key = "sk-" + drawn
    let call = ToolCall(id: "c", name: "t", arguments: "{\"k\":\"\(planted)\"}", signature: planted)
    return ModelRequest(
      messages: [
        ModelMessage(Message(.system, "Short: \(planted).")),
        ModelMessage(
          Message(.system, "\(key) " + String(repeating: "long, ", count: 20) + planted)),
        ModelMessage(
          role: .user,
          parts: [
            .text("See \(planted)"), .image(url: "https://host/i.png?token=\(drawn)"),
            .image(url: "https://me:\(planted)@host/i.png"),
            .toolResult(ToolResult(callID: "c", name: "t", content: planted)),
          ]),
        ModelMessage(
          role: .assistant,
          parts: [
            .reasoning(ModelReasoning(text: planted, signature: planted)), .refusal(planted),
            .toolCall(call),
            .other(ProviderItem(type: "x", json: "\"\(planted)\"", wire: .anthropic)),
          ]),
      ],
      parameters: ModelParameters(
        stop: [planted], extra: ["user": ["token": .string(planted), "list": [.string(key)]]]),
      tools: [
        ToolDeclaration(
          name: "t", description: planted, parameters: ["description": .string(planted)])
      ],
      format: .schema(named: "s", ["const": .string(planted)]), label: "for \(planted)")
  }

  private func isClean(_ text: String) -> Bool {
    !text.contains(planted) && !text.contains(drawn) && !text.contains("secret-1")
  }

  @Test("a secret is redacted in every part of a request")
  func requests() async throws {
    let asked = secretRequest
    let lines = await lines([asked], without: redactor)
    for line in lines { #expect(isClean(line)) }
    let line = try JSONValue(parsing: try #require(lines.last))
    #expect(line["label"] == "for •••")
    let form = try #require(line["asked"])
    #expect(form["messages"]?.array?.count == 4)
    #expect(form["messages"]?.array?[0]["text"] == "Short: •••.")
    #expect(
      form["messages"]?.array?[2]["images"]
        == ["https://host/i.png?token=•••", "https://•••@host/i.png"])
    #expect(form["parameters"]?["extra"] == ["user": ["token": "•••", "list": ["•••"]]])
    #expect(form["parameters"]?["stop"] == ["•••"])
  }

  @Test("a request with a secret still replays, and one without it is a different request")
  func replays() async throws {
    let asked = secretRequest
    let replay = try replay(await lines([asked], without: redactor), without: redactor)
    let (events, error) = await outcome(replay.stream(asked))
    #expect(events.compactMap(\.text) == ["Yes", "."] && error == nil)
    var other = asked
    other.messages[0] = ModelMessage(Message(.system, "Short: •••."))
    await expect(outcome(replay.stream(other)).error?.code, equals: .notRecorded)
  }

  @Test("a described difference contains no secret, and two secrets are not a visible difference")
  func differences() async throws {
    let redactor = Redactor([Secret(planted), Secret("planted-secret-2")].compactMap { $0 })
    let recorded = request("Use \(planted) now")
    let replay = try replay(await lines([recorded], without: redactor), without: redactor)
    func message(_ asked: ModelRequest) async -> String {
      await outcome(replay.stream(asked)).error?.message ?? ""
    }
    #expect(
      await message(request("Use planted-secret-2 now"))
        .hasSuffix(". The nearest is \(recorded.digest.short)"))
    let later = await message(request("Use \(planted) later"))
    #expect(
      later.hasSuffix(" differs from character 9 on: 'Use ••• later', recorded 'Use ••• now'"))
  }

  @Test("neither does the label of a request that was not recorded")
  func label() async throws {
    let replay = try replay(await lines([request("a")], without: redactor), without: redactor)
    let error = await outcome(replay.stream(request("b", label: "for \(planted)"))).error
    #expect(error.map { isClean("\($0)") } == true)
  }

  @Test("a secret that is split across the pieces of a reply is found")
  func pieces() async throws {
    let model = ScriptedModel([
      .reply([
        "My key is plan", "ted-sec", "ret-1, and sk-\(drawn.prefix(9))", "\(drawn.dropFirst(9))",
        " it is",
      ]),
      .reply(["My key", " is ", "planted", "-secret"]), .reply([planted]),
    ])
    let requests = [request("a"), request("b"), request("c")]
    let replies = await kept(requests, of: model, without: redactor)
    let lines = Recording.lines(header: header, replies: replies)
    for line in lines { #expect(isClean(line)) }
    let replay = try replay(lines)
    var texts: [[String]] = []
    for request in requests {
      texts.append(await outcome(replay.stream(request)).events.compactMap(\.text))
    }
    #expect(
      texts == [
        ["My key is •••, and ••• it is"], ["My key", " is ", "planted", "-secret"], ["•••"],
      ])
  }

  @Test("reasoning, refusals, arguments and warnings are redacted, each part separately")
  func parts() async throws {
    let events: [ModelEvent] = [
      .started(ModelStart(id: "x")), .partStarted(index: 0, kind: .reasoning),
      .partDelta(index: 0, delta: .reasoning("I saw planted-")),
      .partStarted(index: 1, kind: .text), .partDelta(index: 1, delta: .text("All ")),
      .partDelta(index: 0, delta: .reasoning("secret-1")), .partEnded(index: 0),
      .partDelta(index: 1, delta: .text("is ")), .warning("no \(planted)"),
      .partDelta(index: 1, delta: .text("well")), .partEnded(index: 1),
      .partStarted(index: 2, kind: .toolCall(id: "c", name: "t")),
      .partDelta(index: 2, delta: .arguments("{\"k\":\"\(planted.prefix(5))")),
      .partDelta(index: 2, delta: .arguments("\(planted.dropFirst(5))\"}")), .partEnded(index: 2),
      .partStarted(index: 3, kind: .refusal), .partDelta(index: 3, delta: .refusal(planted)),
      .partEnded(index: 3), .usage(TokenUsage(input: 1, output: 2)), .finished(.toolCalls),
    ]
    let asked = request("a")
    let lines = Recording.lines(
      header: header,
      replies: await kept([asked], of: ListedModel(events: events), without: redactor))
    for line in lines { #expect(isClean(line)) }
    let replayed = await outcome(try replay(lines).stream(asked)).events
    #expect(
      replayed == [
        .started(ModelStart(id: "x")), .partStarted(index: 0, kind: .reasoning),
        .partDelta(index: 0, delta: .reasoning("I saw •••")), .partStarted(index: 1, kind: .text),
        .partDelta(index: 1, delta: .text("All ")), .partEnded(index: 0),
        .partDelta(index: 1, delta: .text("is ")), .warning("no •••"),
        .partDelta(index: 1, delta: .text("well")), .partEnded(index: 1),
        .partStarted(index: 2, kind: .toolCall(id: "c", name: "t")),
        .partDelta(index: 2, delta: .arguments("{\"k\":\"•••\"}")), .partEnded(index: 2),
        .partStarted(index: 3, kind: .refusal), .partDelta(index: 3, delta: .refusal("•••")),
        .partEnded(index: 3), .usage(TokenUsage(input: 1, output: 2)), .finished(.toolCalls),
      ])
  }

  @Test(
    "a part's signature is kept separate from its content, before or after it",
    arguments: [true, false])
  func signatures(isFirst: Bool) async throws {
    func part(_ index: Int, _ kind: ModelPartKind, _ pieces: [ModelDelta]) -> [ModelEvent] {
      let seal = [ModelDelta.signature("seal-\(index)")]
      let deltas = isFirst ? seal + pieces : pieces + seal
      return [.partStarted(index: index, kind: kind)]
        + deltas.map { .partDelta(index: index, delta: $0) } + [.partEnded(index: index)]
    }
    let events =
      [.started(ModelStart())]
      + part(0, .reasoning, [.reasoning("I saw "), .reasoning("\(planted)!")])
      + part(
        1, .toolCall(id: "c", name: "t"), [.arguments("{\"k\":"), .arguments("\"\(planted)\"}")])
      + [.finished(.toolCalls)]
    let asked = request("a")
    let lines = Recording.lines(
      header: header,
      replies: await kept([asked], of: ListedModel(events: events), without: redactor))
    for line in lines { #expect(isClean(line)) }
    let reply = try await replay(lines).stream(asked).reply()
    #expect(
      reply.parts == [
        .reasoning(ModelReasoning(text: "I saw •••!", signature: "seal-0")),
        .toolCall(ToolCall(id: "c", name: "t", arguments: "{\"k\":\"•••\"}", signature: "seal-1")),
      ])
  }
}
