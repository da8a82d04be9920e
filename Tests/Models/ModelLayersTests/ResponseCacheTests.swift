import CoachModel
import Documents
import Foundation
import LanguageModels
import ModelLayers
import ModelTestKit
import SourceFiles
import Testing
import TestKit

@Suite("Response cache")
struct ResponseCacheTests {
  private let clock = ManualClock(unixTime: 1_795_000_000)

  private func cached(_ model: some LanguageModel, _ cache: ResponseCache = ResponseCache())
    -> LayeredModel
  {
    model.with(cache, clock: clock.clock)
  }

  /// The events as a cache returns them.
  private func marked(_ events: [ModelEvent]) -> [ModelEvent] {
    // A stream without a start event gets one, which carries the mark.
    guard case .started(var start)? = events.first else {
      return [.started(ModelStart(isCached: true))] + events
    }
    start.isCached = true
    return [.started(start)] + events.dropFirst()
  }

  /// A folder for one test, which is removed afterwards.
  private func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "cache-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await body(folder)
  }

  /// The files in a folder and all its subfolders.
  private func files(in folder: String) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".json") }.map { "\(folder)/\($0)" }
  }

  // MARK: Hits and misses

  @Test(
    "a repeated request gets the same events, marked as cached",
    arguments: SampleReplies.all)
  func hit(reply: SampleReply) async throws {
    try await withFolder { folder in
      let stores: [any ResponseStore] = [
        MemoryResponseStore(), FolderResponseStore(folder: folder),
      ]
      for store in stores {
        let model = FakeModel(answers: .events(reply.events), .failure(.planned(.overloaded)))
        let layered = cached(model, ResponseCache(in: store))
        await expect(outcome(layered.stream(greeting)).events, equals: reply.events)
        let isKept = [.stop, .length, .toolCalls].contains { reply.events.last == .finished($0) }
        for _ in 0..<3 {
          let (events, error) = await outcome(layered.stream(greeting))
          // Events of a failure before the first content are held back.
          #expect(events == (isKept ? marked(reply.events) : []))
          #expect(error?.code == (isKept ? nil : .overloaded))
        }
        #expect(model.calls == (isKept ? 1 : 4))
      }
    }
  }

  @Test(
    "a reply without a good end is requested again",
    arguments: [
      (FakeModel.Answer.failure(.planned(.overloaded)), 2),
      (.failure(.planned(.truncated), after: "Hal"), 2),
      (.reply("Hi", finish: .contentFilter), 2), (.reply("Hi", finish: .refusal), 2),
      (.reply("Hi", finish: .pause), 2), (.reply("Hi", finish: .contextFull), 2),
      (.reply("Hi", finish: .other("stop")), 2), (.reply("Hi", finish: .stop), 1),
      (.reply("Hi", finish: .length), 1), (.reply("Hi", finish: .toolCalls), 1),
      // Events without an end.
      (.events([.started(ModelStart())]), 2),
    ])
  func kept(answer: FakeModel.Answer, calls: Int) async {
    let model = FakeModel(answers: answer, .reply("Hi"))
    let layered = cached(model)
    _ = await outcome(layered.stream(greeting))
    await expect(outcome(layered.stream(greeting)).error, equals: nil)
    #expect(model.calls == calls)
  }

  @Test("a cancelled reply is not stored, and one that was read except for the final nil is")
  func abandoned() async throws {
    let model = FakeModel(answers: .reply("one", "two"))
    let layered = cached(model)
    let count = [ModelEvent].said(["one", "two"]).count
    for read in 1..<count { try await abandon(layered.stream(greeting), after: read) }
    #expect(model.calls == count - 1)
    try await abandon(layered.stream(greeting), after: count)
    #expect(model.calls == count)
    await expect(outcome(layered.stream(greeting)).events, equals: marked(.said(["one", "two"])))
    #expect(model.calls == count)
  }

  @Test("a cancelled call is not stored")
  func stopped() async {
    let model = FakeModel(
      answers: .endless(Array([ModelEvent].said(["Hal"]).prefix(3))), .reply("Hi"))
    let layered = cached(model)
    let stream = layered.stream(greeting)
    let task = Task { await outcome(stream).error }
    await until { model.calls == 1 }
    task.cancel()
    await expect(task.value?.code, equals: .cancelled)
    await expect(outcome(layered.stream(greeting)).events, equals: .said(["Hi"]))
  }

  @Test("the label, the service tier, the person and the provider's cache make no difference")
  func same() async throws {
    var labelled = greeting
    labelled.label = "another"
    labelled.cacheKey = "key"
    labelled.cacheRetention = .day
    labelled.safetyIdentifier = SafetyIdentifier(of: "p1", salt: try #require(Secret("a-salt")))
    labelled.parameters.serviceTier = .flex
    #expect(
      ResponseKey(labelled, to: FakeModel().identity)
        == ResponseKey(greeting, to: FakeModel().identity))
    try await withFolder { folder in
      let stores: [any ResponseStore] = [
        MemoryResponseStore(), FolderResponseStore(folder: folder),
      ]
      for store in stores {
        let model = FakeModel()
        let layered = cached(model, ResponseCache(in: store))
        for request in [greeting, labelled] { _ = await outcome(layered.stream(request)) }
        #expect(model.calls == 1)
      }
    }
  }

  @Test("breakpoints for the provider's cache make no difference")
  func breakpoints() async throws {
    var marked = greeting
    marked.messages[0].parts.append(.cacheBreakpoint(.minutes))
    try await withFolder { folder in
      let inFolder = FakeModel()
      let layered = cached(inFolder, ResponseCache(in: FolderResponseStore(folder: folder)))
      for request in [greeting, marked] { _ = await outcome(layered.stream(request)) }
      #expect(inFolder.calls == 1)
    }
    let inMemory = FakeModel()
    let layered = cached(inMemory)
    for request in [greeting, marked] { _ = await outcome(layered.stream(request)) }
    #expect(inMemory.calls == 1)
  }

  /// Requests that differ in one thing each.
  private static let different: [ModelRequest] = {
    let message = ModelMessage(Message(.user, "Hi"))
    let before = ModelMessage(Message(.system, "Be kind."))
    let other = ModelMessage(Message(.system, "Be curt."))
    let tool = ToolDeclaration(name: "look", description: "Looks.")
    let parameters = [
      ModelParameters(maximumTokens: 5), ModelParameters(temperature: 0),
      ModelParameters(temperature: 1), ModelParameters(topP: 0.5), ModelParameters(seed: 1),
      ModelParameters(stop: ["."]), ModelParameters(reasoning: .low),
      ModelParameters(extra: ["top_k": 1]),
    ]
    return [
      greeting, asking("Ho"), ModelRequest(messages: [ModelMessage(Message(.system, "Hi"))]),
      ModelRequest(messages: [message, message]), ModelRequest(messages: [before, message]),
      ModelRequest(messages: [other, message]), ModelRequest(messages: [message], tools: [tool]),
      ModelRequest(messages: [message], tools: [tool], toolChoice: .required),
      ModelRequest(messages: [message], format: .json),
    ] + parameters.map { asking("Hi", $0) }
  }()

  @Test("everything that can change a reply distinguishes requests")
  func different() async throws {
    let requests = Self.different
    try await withFolder { folder in
      let stores: [any ResponseStore] = [
        MemoryResponseStore(), FolderResponseStore(folder: folder),
      ]
      for store in stores {
        let model = FakeModel { number, _ in .reply("\(number)") }
        let layered = cached(model, ResponseCache(in: store))
        for round in 1...2 {
          for (place, request) in requests.enumerated() {
            let text = await outcome(layered.stream(request)).events.text
            #expect(text == "\(place + 1)", "round \(round), request \(place)")
          }
        }
        #expect(model.calls == requests.count)
      }
    }
  }

  @Test("models and variations that share a store do not share replies")
  func apart() async throws {
    try await withFolder { folder in
      let stores: [any ResponseStore] = [
        MemoryResponseStore(), FolderResponseStore(folder: folder),
      ]
      for store in stores {
        let models = ["a", "b"].map { name in FakeModel(name) { .reply("\(name) \($0) \($1)") } }
        for _ in 1...2 {
          for model in models {
            for variation in ["", "1", "2", "3"] {
              let layered = cached(model, ResponseCache(in: store, variation: variation))
              await expect(outcome(layered.stream(greeting)).error, equals: nil)
            }
          }
        }
        #expect(models.map(\.calls) == [4, 4])
      }
    }
  }

  @Test("a recorded model differs from the model that was recorded")
  func recorded() {
    let live = ModelIdentity(provider: "local", model: "m")
    let replayed = ModelIdentity(provider: "local", model: "m", recorded: "2026-03-31")
    let keys = [live, replayed].map { ResponseKey(greeting, to: $0) }
    #expect(keys[0] != keys[1])
    #expect(keys[0].digest != keys[1].digest)
  }

  @Test("another server is another model, and the usual one has the key that it had before")
  func servers() throws {
    let usual = ModelIdentity(provider: "compatible", model: "m")
    let others = ["http://a/v1", "http://b/v1"].map {
      ModelIdentity(provider: "compatible", model: "m", address: $0)
    }
    let keys = ([usual] + others).map { ResponseKey(greeting, to: $0) }
    #expect(Set(keys).count == 3 && Set(keys.map(\.digest)).count == 3)
    let earlier = ["compatible", "m", "", "", greeting.digest.hexadecimal]
    #expect(
      keys[0].digest
        == ContentDigest(of: JSONValue.array(earlier.map { .string($0) }).text()))
  }

  // MARK: Age and room

  @Test("a reply is returned up to its maximum age, and then requested again")
  func age() async throws {
    try await withFolder { folder in
      let stores: [any ResponseStore] = [
        MemoryResponseStore(), FolderResponseStore(folder: folder),
      ]
      for store in stores {
        let clock = ManualClock(unixTime: 1_795_000_000)
        let model = FakeModel { number, _ in .reply("\(number)") }
        let cache = ResponseCache(in: store, maximumAge: .seconds(60))
        let layered = model.with(cache, clock: clock.clock)
        for (seconds, text) in [(0.0, "1"), (59.5, "1"), (0.5, "1"), (0.5, "2"), (59, "2")] {
          clock.advance(by: .seconds(seconds))
          await expect(outcome(layered.stream(greeting)).events.text, equals: text)
        }
        #expect(model.calls == 2)
        // Another cache with the same store may accept older replies.
        clock.advance(by: .seconds(1_000_000))
        let patient = model.with(ResponseCache(in: store), clock: clock.clock)
        await expect(outcome(patient.stream(greeting)).events.text, equals: "2")
      }
    }
  }

  private func key(_ number: Int) -> ResponseKey {
    ResponseKey(asking("question \(number)"), to: FakeModel().identity)
  }

  @Test("an in-memory store keeps at most its capacity, and at least the latest half of it")
  func capacity() {
    for capacity in [2, 3, 4, 10, 11] {
      for count in 1...40 {
        let store = MemoryResponseStore(capacity: capacity)
        for number in 0..<count {
          store.keep(.said(["\(number)"]), for: key(number), at: 0)
        }
        let found = (0..<count).reversed().map { number in
          store.events(for: key(number), notOlderThan: nil, at: 0)
        }
        #expect(found.prefix(capacity / 2).allSatisfy { $0 != nil })
        #expect(found.count { $0 != nil } <= capacity)
        for (events, number) in zip(found, (0..<count).reversed()) {
          #expect(events == nil || events == .said(["\(number)"]))
        }
      }
    }
  }

  @Test("a reply that is requested repeatedly stays, however many others arrive")
  func inUse() {
    let store = MemoryResponseStore(capacity: 10)
    store.keep(.said(["in use"]), for: key(-1), at: 0)
    for number in 0..<100 {
      store.keep(.said(["\(number)"]), for: key(number), at: 0)
      #expect(store.events(for: key(-1), notOlderThan: nil, at: 0) == .said(["in use"]))
    }
    #expect(store.events(for: key(50), notOlderThan: nil, at: 0) == nil)
  }

  @Test("a newer reply replaces the older one")
  func newer() async throws {
    try await withFolder { folder in
      let stores: [any ResponseStore] = [
        MemoryResponseStore(capacity: 4), FolderResponseStore(folder: folder),
      ]
      for store in stores {
        for number in 0..<10 {
          store.keep(.said(["\(number)"]), for: key(1), at: Double(number))
          store.keep(.said(["other"]), for: key(number + 2), at: 0)
          #expect(
            store.events(for: key(1), notOlderThan: .zero, at: Double(number))
              == .said(["\(number)"]))
        }
      }
    }
  }

  // MARK: In a folder

  @Test("replies in a folder survive the process, one file each, and contain no prompt")
  func folder() async throws {
    try await withFolder { folder in
      let model = FakeModel(answers: .reply("Hi", usage: TokenUsage(input: 3, output: 1)))
      for text in ["planted words", "other words"] {
        let layered = cached(model, ResponseCache(in: FolderResponseStore(folder: folder)))
        _ = await outcome(layered.stream(asking(text)))
      }
      let files = files(in: folder)
      #expect(files.count == 2)
      for file in files {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(!text.contains("words"))
      }
      let never = FakeModel(answers: .failure(.planned(.overloaded)))
      let layered = cached(never, ResponseCache(in: FolderResponseStore(folder: folder)))
      let events = await outcome(layered.stream(asking("planted words"))).events
      #expect(events == marked(.said(["Hi"], usage: TokenUsage(input: 3, output: 1))))
      #expect(never.calls == 0)
    }
  }

  @Test(
    "a damaged file counts as missing, and is replaced by the next reply",
    arguments: ["", "null", "[]", "{}", "nonsense", "half", "version", "event", "time"])
  func damaged(kind: String) async throws {
    try await withFolder { folder in
      let model = FakeModel { number, _ in .reply("reply \(number)") }
      let layered = cached(model, ResponseCache(in: FolderResponseStore(folder: folder)))
      _ = await outcome(layered.stream(greeting))
      let file = try #require(files(in: folder).first)
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let damaged =
        switch kind {
        case "half": String(text.prefix(text.count / 2))
        case "version": text.replacing("\"coachkit_reply\":1", with: "\"coachkit_reply\":2")
        case "event": text.replacing("part_ended", with: "part_lost")
        case "time": text.replacing("\"kept\"", with: "\"kept_not\"")
        default: kind
        }
      #expect(damaged != text)
      try damaged.write(toFile: file, atomically: true, encoding: .utf8)
      await expect(outcome(layered.stream(greeting)).events, equals: .said(["reply 2"]))
      await expect(outcome(layered.stream(greeting)).events, equals: marked(.said(["reply 2"])))
      #expect(model.calls == 2)
    }
  }

  private static let secret = "sk-" + String(repeating: "a1B2", count: 8)
  private static let pieces = (String(secret.prefix(10)), String(secret.dropFirst(10)))

  @Test(
    "a reply that contains a secret is not stored, however it is split",
    arguments: [
      [
        ModelEvent.partStarted(index: 0, kind: .text),
        .partDelta(index: 0, delta: .text("it is \(secret)")),
      ],
      [
        .partStarted(index: 0, kind: .text), .partDelta(index: 0, delta: .text(pieces.0)),
        .partDelta(index: 0, delta: .text(pieces.1)),
      ],
      [
        .partStarted(index: 0, kind: .text), .partDelta(index: 0, delta: .text("planted-")),
        .partDelta(index: 0, delta: .text("word")),
      ],
      [
        .partStarted(index: 0, kind: .reasoning), .partDelta(index: 0, delta: .reasoning(pieces.0)),
        .partDelta(index: 0, delta: .reasoning(pieces.1)),
      ],
      [
        .partStarted(index: 0, kind: .toolCall(id: "c1", name: "look")),
        .partDelta(index: 0, delta: .arguments("{\"key\":\"\(pieces.0)")),
        .partDelta(index: 0, delta: .arguments("\(pieces.1)\"}")),
      ],
      [
        .partStarted(index: 0, kind: .refusal), .partDelta(index: 0, delta: .refusal(pieces.0)),
        .partDelta(index: 0, delta: .refusal(pieces.1)),
      ],
      [
        .partStarted(index: 0, kind: .other("x")),
        .partDelta(index: 0, delta: .other("{\"key\":\"\(secret)\"}")),
      ],
      [
        .warning("the key \(secret) is old"), .partStarted(index: 0, kind: .text),
        .partDelta(index: 0, delta: .text("Hi")),
      ],
    ])
  func secrets(middle: [ModelEvent]) async throws {
    let events = [.started(ModelStart(id: "r"))] + middle + [.finished(.stop)]
    try await withFolder { folder in
      let model = FakeModel(answers: .events(events))
      let redactor = Redactor([try #require(Secret("planted-word"))])
      let store = FolderResponseStore(folder: folder, redactor: redactor)
      let layered = cached(model, ResponseCache(in: store))
      for _ in 0..<2 { #expect(await outcome(layered.stream(greeting)).events == events) }
      #expect(model.calls == 2 && files(in: folder).isEmpty)
    }
  }

  @Test("a folder that is not writable fails no call")
  func unwritable() async throws {
    try await withFolder { file in
      try "no folder".write(toFile: file, atomically: true, encoding: .utf8)
      let model = FakeModel()
      let layered = cached(model, ResponseCache(in: FolderResponseStore(folder: file)))
      for _ in 0..<2 { #expect(await outcome(layered.stream(greeting)).events == .said(["Hi"])) }
      #expect(model.calls == 2)
    }
  }

  // MARK: Beside other layers

  @Test("a cached reply is not an attempt, and outer layers get its end like any other")
  func endings() async {
    let ends = Journal<ModelCallEnd>()
    let calls = Journal<ModelCall>()
    let usage = TokenUsage(input: 3, output: 1)
    let model = FakeModel(answers: .reply("Hi", usage: usage))
    let probe = ProbeLayer(started: { calls.note($0) }, ended: { ends.note($0) })
    let layered = model.with(ResponseCache()).with(probe, clock: clock.clock)
    for _ in 0..<2 { _ = await outcome(layered.stream(greeting)) }
    #expect(calls.entries.map(\.attempts.attempts.count) == [1, 0])
    #expect(ends.entries.map(\.finish) == [.stop, .stop])
    #expect(ends.entries.map(\.start.isCached) == [false, true])
    #expect(ends.entries.map(\.usage) == [usage, usage])
    #expect(ends.entries.allSatisfy { $0.firstContent != nil })
  }

  @Test("a cached mark of an inner cache is not stored by an outer one")
  func nested() async {
    let (inner, outer) = (MemoryResponseStore(), MemoryResponseStore())
    let model = FakeModel()
    let layered = cached(model.with(ResponseCache(in: inner)), ResponseCache(in: outer))
    await expect(outcome(layered.stream(greeting)).events, equals: .said(["Hi"]))
    await expect(outcome(layered.stream(greeting)).events, equals: marked(.said(["Hi"])))
    await expect(
      outcome(cached(model, ResponseCache(in: inner)).stream(greeting)).events,
      equals: marked(.said(["Hi"])))
    #expect(model.calls == 1)
  }

  @Test("many concurrent identical requests each get the complete reply")
  func concurrent() async {
    let model = FakeModel(answers: .reply("one", "two", "three"))
    let layered = cached(model)
    await withTaskGroup(of: String.self) { group in
      for _ in 0..<50 {
        let stream = layered.stream(greeting)
        group.addTask { await outcome(stream).events.text }
      }
      for await text in group { #expect(text == "onetwothree") }
    }
    let calls = model.calls
    #expect((1...50).contains(calls))
    _ = await outcome(layered.stream(greeting))
    #expect(model.calls == calls)
  }
}
