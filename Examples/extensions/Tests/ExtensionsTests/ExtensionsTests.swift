import CoachKit
import CoachKitTesting
import EvalGraders
import Extensions
import Synchronization
import Testing

@Suite("What this package adds")
struct ExtensionsTests {
  private static let folder =
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
  private static let content =
    ModelResolver.processEnvironment["COACH_CONTENT"] ?? "\(folder)/../.."
  private static let greeting = ModelRequest(messages: [ModelMessage(Message(.user, "Hello"))])

  private func provider(
    _ lines: String, status: Int = 200
  ) -> (model: ProviderModel, transport: Acme) {
    let transport = Acme(status: status, lines: lines)
    let endpoint = Endpoint(.acme, key: Secret("a-key-of-acme"))
    return (ProviderModel("large", at: endpoint, over: transport), transport)
  }

  // MARK: Models

  @Test("the protocol: request, reply, usage, and its name in the first event")
  func wire() async throws {
    let (model, transport) = provider(
      """
      {"model": "large-3", "piece": "Good "}
      {"piece": "morning."}
      {"end": "length", "tokens": {"in": 12, "out": 3}}

      """)
    let reply = try await model.stream(Self.greeting).reply()
    #expect(reply.text == "Good morning." && reply.finish == .length)
    #expect(reply.start.wire?.rawValue == "acme" && reply.start.model == "large-3")
    #expect(reply.usage == TokenUsage(input: 12, output: 3))
    let request = try #require(transport.requests.first)
    #expect(request.url == "https://api.acme.example/v2/talk")
    #expect(request.headers.contains { $0 == (name: "acme-key", value: "a-key-of-acme") })
    #expect(try JSONValue(parsing: request.body)["lines"]?.array?.first?["says"] == "Hello")
  }

  @Test("the protocol: errors, a reply that is cut, counting, and what it does not have")
  func problems() async throws {
    let (busy, _) = provider(#"{"error": "too busy"}"#, status: 503)
    await #expect(throws: ModelError.self) { try await busy.stream(Self.greeting).reply() }
    let (cut, _) = provider(#"{"piece": "Good "}"# + "\n")
    do throws(ModelError) {
      _ = try await cut.stream(Self.greeting).reply()
      Issue.record("a cut reply counts as whole")
    } catch {
      #expect(error.code == .truncated && error.partialText == "Good ")
    }
    let endpoint = Endpoint(.acme, key: Secret("a-key-of-acme"))
    let counting = Acme(status: 200, lines: #"{"tokens": 7}"#)
    #expect(
      try await endpoint.inputTokens(of: Self.greeting, model: "large", over: counting) == 7)
    await #expect(throws: ModelError.self) {
      try await endpoint.embeddings(of: ["a"], model: "large", over: counting)
    }
  }

  @Test("models have names like any other, also for the routes of a service")
  func names() throws {
    var resolver = ModelResolver(environment: ["ACME_API_KEY": "a-key-of-acme"])
    resolver.addExtensions()
    #expect(
      try resolver.model("acme:large").identity
        == ModelIdentity(
          provider: "acme", model: "large", address: EndpointProfile.acme.baseURL))
    let routes = try ModelRoutes(
      discovery: "mine:small", coaching: "acme:large", from: resolver)
    #expect(routes.discovery.model.identity.provider == "mine")
    #expect(throws: ModelNameError.self) { try resolver.model("acmee:large") }
  }

  @Test("the model in this process keeps the promises of the protocol")
  func local() async {
    let kit = ModelConformance { LocalModel("small") }
    let findings = await kit.findings()
    #expect(findings == [])
  }

  @Test("the layer sees answers and failures")
  func journal() async throws {
    let lines = Mutex<[String]>([])
    let journal = CallJournal { line in lines.withLock { $0.append(line) } }
    _ = try await LocalModel("small").with(journal).stream(Self.greeting).reply()
    let (busy, _) = provider(#"{"error": "too busy"}"#, status: 503)
    _ = try? await busy.with(journal).stream(Self.greeting).reply()
    #expect(lines.withLock { $0 } == ["mine:small: answers", "acme:large: overloaded"])
  }

  // MARK: Conversations

  @Test("the tag, in a reply of its prompt")
  func tag() throws {
    let prompts = try PromptLibrary(folder: "\(Self.folder)/Prompts")
    let prompt = try PromptAssembler(library: prompts).assemble(
      AssemblyRequest(prompt: PromptReference(name: "evening"), person: Person(id: "p")))
    let events = ReplyTagParser.parse(
      #"Try it. [HOMEWORK] {"task": "Leave at five", "days": "3"}"#,
      declarations: prompt.contract.tags)
    let tags = events.compactMap { event -> Homework? in
      guard case .tag(let tag) = event else { return nil }
      return Homework(prompt.contract.check(tag))
    }
    #expect(tags.map(\.task) == ["Leave at five"] && tags.map(\.days) == [3])
    var record = PersonRecord(id: "p", salt: "s")
    let message = SessionMessage(
      id: "m-1", role: .assistant, text: "Try it.", time: 1_795_219_200)
    record.note(
      [message],
      signals: tags.map { DatedSignal(id: "m-1/0", time: message.time, signal: $0.signal) },
      in: "c-1", kind: .coaching)
    #expect(record.json.text().contains("Leave at five"))
  }

  @Test("the guardrail and the stage of routing, in a turn")
  func turn() async throws {
    let replies = ScriptedModel(replies: ["It costs $9 a month. What would change?"])
    var service = try ChatService(
      promptFolder: "\(Self.content)/Prompts", domainFolder: "\(Self.content)/DomainConfigs",
      models: ModelRoutes(discovery: ModelRoute(replies), coaching: ModelRoute(replies)))
    service.secondOpinion = nil
    service.configuration.addExtensions()
    service.routingStages = [InvoiceStage()]
    let request = TurnRequest(
      id: "m-1", person: Person(id: "p"), access: AccessRecord(updatedAt: 1_795_219_200),
      conversation: TurnRequest.Conversation(id: "c-1", kind: .discovery),
      message: "What would it cost me?")
    var text = ""
    var findings: [ReplyFinding] = []
    for await event in service.reply(to: request) {
      switch event {
      case .text(let piece): text += piece
      case .done(let outcome): findings = outcome.findings
      default: break
      }
    }
    #expect(text == "The app shows what things cost. What would change?")
    #expect(findings.map(\.check) == [OwnReplyCheck.noPrices.check])
    let finance = try DomainLibrary(folder: "\(Self.content)/DomainConfigs").domains
    #expect(
      await InvoiceStage().decide("This invoice again", history: [], among: finance) == nil)
  }

  @Test("the task gives a value of its type")
  func task() async throws {
    let prompts = try PromptLibrary(folder: "\(Self.folder)/Prompts")
    let model = ScriptedModel(replies: [#"{"sentence": "Leave at five.", "days": ["Tuesday"]}"#])
    let runner = TaskRunner(prompts: { prompts }, route: ModelRoute(model))
    let focus = try await runner.run(WeeklyFocus.task(for: Person(id: "p"), notes: "Late again."))
    #expect(focus.value.sentence == "Leave at five." && focus.value.days == ["Tuesday"])
  }

  // MARK: Evaluations

  @Test("the grader, as a suite names it")
  func grader() throws {
    let registry = GraderRegistry.standard.adding(NamesThePerson.kind)
    let file = SourceFile(
      path: "graders.yaml", text: "- use: names-the-person\n  name: Noor\n  at_most: 1\n")
    let uses = try registry.graders(in: file)
    #expect(uses.map(\.id) == ["names-the-person"])
    #expect(throws: SourceError.self) {
      try registry.graders(
        in: SourceFile(path: "graders.yaml", text: "- use: names-the-person\n"))
    }
  }
}

/// Acme's server, as far as these tests need it.
final class Acme: HTTPTransport {
  private let status: Int
  private let lines: String
  private let sent = Mutex<[TransportRequest]>([])

  init(status: Int, lines: String) { (self.status, self.lines) = (status, lines) }

  var requests: [TransportRequest] { sent.withLock { $0 } }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    sent.withLock { $0.append(request) }
    let isStream = request.url.hasSuffix("talk") && status == 200
    return TransportResponse(
      status: status,
      headers: ["content-type": isStream ? "application/x-ndjson" : "application/json"],
      body: Body(lines))
  }

  final class Body: HTTPBody {
    private let rest: Mutex<[UInt8]?>

    init(_ text: String) { rest = Mutex(Array(text.utf8)) }

    func next(before deadline: ContinuousClock.Instant) async throws(TransportError) -> [UInt8]? {
      rest.withLock { rest in
        defer { rest = nil }
        return rest
      }
    }
  }
}
