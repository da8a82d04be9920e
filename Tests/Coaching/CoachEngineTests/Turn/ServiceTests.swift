import CoachAccess
import CoachDomains
import CoachEngine
import CoachModel
import Documents
import LanguageModels
import Logging
import ModelLayers
import PromptTemplates
import SourceFiles
import Testing
import TestKit
import TestTiming

@Suite("The life cycle of a chat service")
struct ServiceTests {
  private func scene(_ turns: [ScriptedModel.Turn]) throws -> TurnScene {
    let scene = try TurnScene(small: turns, strong: turns)
    try scene.subscribe()
    return scene
  }

  @Test("a stream has one reader: the second is told, and no model is asked again")
  func oneReader() async throws {
    let scene = try scene([.reply(["One."]), .reply(["Two."])])
    let stream = scene.service.reply(to: scene.request("hello"))
    let (first, second) = try #require(
      scene.simulated.run {
        var read: [[TurnEvent]] = [[], []]
        for await event in stream { read[0].append(event) }
        for await event in stream { read[1].append(event) }
        return (Played(events: read[0]), Played(events: read[1]))
      })
    #expect(first.shown == "One." && first.failure == nil)
    #expect(second.kinds == ["failed", "done"] && second.failure?.code == .invalidRequest)
    #expect(second.failure?.detail.contains("one reader") == true)
    #expect(scene.strong.requests.count == 1 && scene.used == 1)
  }

  @Test("with a salt, a provider gets a pseudonym of the person, and without one nothing")
  func pseudonym() async throws {
    let scene = try scene([.reply(["One."]), .reply(["Two."])])
    _ = try await scene.say("hello")
    let salt = try #require(Secret("0123456789abcdef0123456789abcdef"))
    scene.service.configuration.pseudonymSalt = salt
    _ = try await scene.say("hello again")
    let person = scene.request("hello").person.id
    #expect(
      scene.strong.requests.map(\.safetyIdentifier)
        == [nil, SafetyIdentifier(of: person, salt: salt)])
    #expect(scene.strong.requests[1].safetyIdentifier?.value.contains(person) == false)
  }

  @Test("a stream can be made of prepared events")
  func prepared() async {
    let stream = TurnStream([.text("Hello."), .text(" You.")])
    var texts: [String] = []
    for await case .text(let text) in stream { texts.append(text) }
    #expect(texts == ["Hello.", " You."])
  }

  @Test("the reader of a stream that is stopped still gets the last events")
  func stopped() async {
    let stream = TurnStream([.text("Hello."), .text(" You.")])
    stream.stop()
    var count = 0
    for await _ in stream { count += 1 }
    #expect(count == 2)
  }

  @Test("a service that shuts down lets running turns end, and starts no others")
  func drains() async throws {
    let scene = try scene([.reply(["One. ", "Two."]), .reply(["no"])])
    let (service, requests) = (scene.service, [scene.request("hello"), scene.request("late")])
    let (first, late) = try #require(
      scene.simulated.run {
        var running = service.reply(to: requests[0]).makeAsyncIterator()
        var first = Played()
        if let event = await running.next() { first.events.append(event) }
        async let drained: Void = service.drain()
        var late = Played()
        while late.failure?.code != .cancelled {
          late = Played()
          for await event in service.reply(to: requests[1]) { late.events.append(event) }
        }
        while let event = await running.next() { first.events.append(event) }
        await drained
        return (first, late)
      })
    #expect(first.shown == "One. Two." && first.failure == nil)
    #expect(late.kinds == ["failed", "done"])
    #expect(late.failure?.text == scene.withHelp(.failureUnreachable))
  }

  @Test("a turn that does not end in time is cancelled, refunded, and says so")
  func drainsInTime() async throws {
    let scene = try scene([])
    scene.service.models.coaching = ModelRoute(SilentModel())
    scene.service.drainTime = .seconds(7)
    let (service, request) = (scene.service, scene.request("hello"))
    let played = try #require(
      scene.simulated.run {
        var running = service.reply(to: request).makeAsyncIterator()
        var played = Played()
        if let event = await running.next() { played.events.append(event) }
        await service.drain()
        while let event = await running.next() { played.events.append(event) }
        return played
      })
    #expect(scene.simulated.elapsed == .seconds(7))
    #expect(played.failure?.code == .cancelled && played.outcome?.message == nil)
    #expect(scene.used == 0)
  }

  @Test("run rereads what changed, reports what is broken once, and ends with its task")
  func run() async throws {
    let prompts = "\(ProjectFolder.path)/Prompts"
    let files = ChangingFiles([:])
    for name in try DiskFileSystem().names(in: prompts)
    where name.hasPrefix("coaching") || name.hasPrefix("_") {
      files.set("Prompts/\(name)", bytes: try DiskFileSystem().read("\(prompts)/\(name)").bytes)
    }
    let model = ModelRoute(ScriptedModel(replies: []))
    let live = try LivePromptLibrary(folder: "Prompts", files: files)
    var service = try ChatService(
      prompts: live, domains: LiveDomainLibrary(folder: "\(ProjectFolder.path)/DomainConfigs"),
      models: ModelRoutes(discovery: model, coaching: model))
    let lines = LogLines()
    service.logger = Logger(label: "test") { _ in KeptLog(lines: lines, logLevel: .info) }
    service.reloadInterval = .milliseconds(1)
    let running = Task { [service] in try await service.run() }
    let path = "Prompts/coaching.v2.prompt"
    files.set(path, bytes: try files.read(path).bytes + Array("\nOne more line.\n".utf8))
    await until { lines.all.contains { $0.contains("coaching@v2") } }
    files.set(path, "---\nbroken: [")
    await until { lines.all.contains { $0.hasPrefix("error") } }
    #expect(live.current.kept == ["coaching@v2"])
    running.cancel()
    try await running.value
    #expect(lines.all.filter { $0.hasPrefix("error") }.count == 1, "\(lines.all)")
    #expect(lines.all.last?.contains("no turn is running") == true)
  }

  @Test("a service does not start with a broken or changed prompt, or a broken domain")
  func refusesBroken() throws {
    let model = ModelRoute(ScriptedModel(replies: []))
    let models = ModelRoutes(discovery: model, coaching: model)
    let domains = try DomainLibrary(folder: "\(ProjectFolder.path)/DomainConfigs")
    let prompt = """
      ---
      coachkit.sections:
        - {name: rules, cache: stable}
      ---
      Before.
      {{section "rules"}}Be kind.
      """
    let files = ChangingFiles(["Prompts/kind.v1.prompt": prompt])
    func expectRefusal(_ part: String) throws {
      let prompts = try PromptLibrary(folder: "Prompts", files: files)
      let error = #expect(throws: SourceError.self) {
        try ChatService(prompts: prompts, domains: domains, models: models)
      }
      #expect(error?.description.contains(part) == true, "\(error as Any)")
    }
    try expectRefusal("this text is before the first section")
    files.set("Prompts/kind.v1.prompt", prompt.replacing("Before.\n", with: ""))
    let good = try PromptLibrary(folder: "Prompts", files: files)
    _ = try ChatService(prompts: good, domains: domains, models: models)
    files.set("Prompts/prompts.lock", "kind@v1: \"\(String(repeating: "0", count: 64))\"\n")
    try expectRefusal("is released and has changed since")
  }

  @Test("preparing connects to each provider, and survives one that is down")
  func prepares() async throws {
    let scene = try scene([])
    let lines = LogLines()
    scene.service.logger = Logger(label: "test") { _ in KeptLog(lines: lines, logLevel: .info) }
    scene.service.models.discovery.connect = { lines.add("connected") }
    scene.service.models.coaching.connect = { throw ModelError.failed(.transport) }
    await scene.service.prepare()
    #expect(lines.all.contains("connected"))
    #expect(lines.all.contains { $0.hasPrefix("warning a provider cannot be reached yet") })
  }

  @Test("a printed or dumped service is short")
  func printing() throws {
    let scene = try scene([])
    var dumped = ""
    dump(scene.service, to: &dumped)
    #expect("\(scene.service)" == "ChatService" && dumped.utf8.count < 200, "\(dumped)")
  }

  @Test("whether a model falls back on another one follows from its layers")
  func fallsBack() {
    let (one, other) = (ScriptedModel(replies: []), ScriptedModel(replies: []))
    let stack = ModelStack.conversational()
    #expect(!ModelRoute(one).fallsBack && !ModelRoute(stack.model(one)).fallsBack)
    #expect(ModelRoute(stack.model(one, fallingBackOn: [other])).fallsBack)
    #expect(!ModelRoute(stack.model(one, fallingBackOn: [other]), fallsBack: false).fallsBack)
  }
}

@Suite("Repeated requests")
struct RepeatedRequestTests {
  private func scene(_ turns: [ScriptedModel.Turn]) throws -> TurnScene {
    let scene = try TurnScene(small: turns, strong: turns)
    try scene.subscribe()
    return scene
  }

  @Test("an answered message is recognised whatever the history and the conversation have become")
  func history() async throws {
    let scene = try scene([.reply(["One."]), .reply(["Two."])])
    var request = scene.request("hello")
    let first = try await scene.play(request)
    let id = try #require(first.outcome?.message?.id)
    request.conversation = scene.conversation
    request.conversation.id = "another"
    request.person.sessions = 9
    try await expect(
      scene.play(request).refusal?.reason, equals: .answered(messageID: id))
    #expect(scene.used == 1)
  }

  @Test("a request whose program died is taken over when its lease has run out, and counts once")
  func takeover() async throws {
    let scene = try scene([.reply(["One."])])
    let request = scene.request("hello")
    // The other program: it recorded the request, counted the message, and was never heard of again.
    let key = try #require(scene.allowanceKey)
    let now = scene.time.value
    _ = try scene.usage.updateLedger(of: "noor") { ledger in
      _ = ledger.begin(
        request.id, digest: ContentDigest(ofParts: ["message", "hello"]), attempt: "dead",
        lease: 30, at: now)
      return ledger.reserve(
        UsageReservation(
          id: "dead", person: "noor", at: now, windows: [],
          allowance: Allowance(key: key, limit: 800, isTrial: false)))
    }
    scene.time.value += 29
    try await expect(scene.play(request).refusal?.reason, equals: .running)
    scene.time.value += 1
    try await expect(scene.play(request).shown, equals: "One.")
    #expect(scene.used == 1)
  }

  @Test("a turn that is running for long keeps its lease")
  func renewal() async throws {
    let scene = try scene([])
    scene.service.models.coaching = ModelRoute(SilentModel())
    let simulated = scene.simulated
    let start = scene.time.value
    scene.service.clock = simulated.clock { start + simulated.elapsed.seconds }
    let (service, usage, request) = (scene.service, scene.usage, scene.request("hello"))
    let states = simulated.run {
      async let played = service.reply(to: request).outcome()
      var states: [RequestState] = []
      for _ in 0..<5 {
        try? await simulated.clock { 0 }.sleep(.seconds(11))
        let now = start + simulated.elapsed.seconds
        let state = try? usage.updateLedger(of: "noor") { ledger in
          // Looked at in a copy, so that the ledger stays as it is.
          var copy = ledger
          return copy.begin(
            request.id, digest: ContentDigest(ofParts: ["message", "hello"]), attempt: "other",
            lease: 30, at: now)
        }
        if let state { states.append(state) }
      }
      _ = await played
      return states
    }
    #expect(states == Array(repeating: .running, count: 5))
  }

  @Test("a message whose reader left after some text counts once, together with its repetition")
  func readerLeft() async throws {
    let scene = try scene([
      .reply(["One. ", "Two."]), .reply(["Three. ", "Four."]), .reply(["Five."]),
    ])
    let request = scene.request("hello")
    let service = scene.service
    for _ in 0..<2 {
      let told = Observed(0)
      var watched = service
      watched.onOutcome = { _, _ in told.increment() }
      await Task { [watched] in
        for await event in watched.reply(to: request) {
          if case .text = event { break }
        }
      }.value
      try await told.until { $0 == 1 }
      #expect(scene.used == 1)
    }
    try await expect(scene.play(request).shown, equals: "Five.")
    #expect(scene.used == 1)
  }

  @Test("a turn that lost its request to another attempt ends, and takes nothing from it")
  func lost() async throws {
    let scene = try scene([])
    scene.service.models.coaching = ModelRoute(SilentModel())
    let (service, usage, request) = (scene.service, scene.usage, scene.request("hello"))
    let now = scene.time.value
    let played = try #require(
      scene.simulated.run {
        var running = service.reply(to: request).makeAsyncIterator()
        var played = Played()
        if let event = await running.next() { played.events.append(event) }
        _ = try? usage.updateLedger(of: "noor") { ledger in
          ledger.begin(
            request.id, digest: ContentDigest(ofParts: ["message", "hello"]), attempt: "other",
            lease: 1000, at: now + 31)
        }
        while let event = await running.next() { played.events.append(event) }
        return played
      })
    #expect(played.failure?.code == .cancelled && played.outcome?.message == nil)
    #expect(scene.simulated.elapsed == .seconds(10))
    let finished = try usage.updateLedger(of: "noor") {
      $0.finish(request.id, attempt: "other", messageID: "m", at: 0)
    }
    #expect(finished)
  }

  @Test(
    "openings do not use up what the person may write in a minute, and have a limit of their own")
  func openings() async throws {
    let scene = try TurnScene(small: (0..<40).map { _ in .reply(["Hello?"]) })
    scene.pause = 0
    for _ in 0..<12 {
      scene.conversation.messages = []
      try await expect(scene.say(nil).shown, equals: "Hello?")
    }
    scene.conversation.messages = []
    try await expect(scene.say(nil).refusal?.reason.word, equals: "rate_limited")
    for _ in 0..<12 { try await expect(scene.say("hello").shown, equals: "Hello?") }
    try await expect(scene.say("hello").refusal?.reason.word, equals: "rate_limited")
  }

  @Test("earlier messages without text are left out, and the session starts where it did")
  func blankMessages() async throws {
    let scene = try scene([.reply(["One."])])
    var request = scene.request("hello")
    request.conversation.messages = [
      Message(.user, "first"), Message(.assistant, "  "), Message(.user, "\n"),
      Message(.assistant, "second"),
    ]
    request.conversation.sessionStart = 3
    _ = try await scene.play(request)
    let sent = try #require(scene.strong.requests.first).messages.dropLast().flatMap(\.parts)
    let texts = sent.compactMap(\.text).joined(separator: "|")
    #expect(texts.hasSuffix("first|second|hello"), "\(texts)")
  }
}

extension Duration {
  fileprivate var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
