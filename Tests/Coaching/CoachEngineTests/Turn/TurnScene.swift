import CoachAccess
import CoachDomains
import CoachEngine
import CoachModel
import CoachSafety
import Documents
import LanguageModels
import PromptTemplates
import StreamParsing
import Synchronization
import Testing
import TestTiming

/// A person in a conversation with the project's own prompts and scripted models.
final class TurnScene {
  let small: NotingModel
  let strong: NotingModel
  let usage = InMemoryUsageStore()
  let time = SharedTime(1_795_219_200)
  /// The time in which a turn waits for models and stores.
  let simulated = SimulatedTime()
  var service: ChatService
  var person = Person(id: "noor")
  var access = AccessRecord(updatedAt: 0)
  var conversation = TurnRequest.Conversation(id: "thread")
  /// Whether the conversation grows with each answered message.
  var keepsConversation = true
  /// The seconds between two messages.
  var pause = 20.0
  private var count = 0

  init(small: [ScriptedModel.Turn] = [], strong: [ScriptedModel.Turn] = []) throws {
    self.small = NotingModel(small, name: "small")
    self.strong = NotingModel(strong, name: "strong")
    let library = try Workspace.library()
    let domains = DomainSet(try Workspace.domains(), routing: KnownDomainRouting())
    service = ChatService(
      prompts: { library }, domains: { domains },
      models: ModelRoutes(discovery: ModelRoute(self.small), coaching: ModelRoute(self.strong)),
      usage: usage)
    // The scripted models answer the calls that a test is about.
    service.secondOpinion = nil
    let time = time
    service.clock = simulated.clock { time.value }
  }

  convenience init(small: [String] = [], strong: [String]) throws {
    try self.init(small: small.map { .reply([$0]) }, strong: strong.map { .reply([$0]) })
  }

  /// A subscription for thirty days from now.
  func subscribe() throws {
    let now = time.value
    guard let period = BillingPeriod(start: now, end: now + 30 * 86_400) else { return }
    access = try access.after(.subscribed(period), at: now)
  }

  /// Returns a text of the catalog with the line of help that follows it in place of an answer.
  func withHelp(_ key: CopyKey, _ values: CopyValues = CopyValues()) -> String {
    service.withHelp(
      service.copy.text(key, in: "en", with: values), region: person.region, language: "en")
  }

  func request(_ message: String?) -> TurnRequest {
    count += 1
    return TurnRequest(
      id: "request-\(count)", person: person, access: access, conversation: conversation,
      message: message)
  }

  /// Runs a turn and stores what a caller would store.
  @discardableResult
  func say(_ message: String?) async throws -> Played {
    time.value += pause
    return try await play(request(message))
  }

  @discardableResult
  func play(_ request: TurnRequest) async throws -> Played {
    let ended = simulated.run { [service] in
      var played = Played()
      for await event in service.reply(to: request) { played.events.append(event) }
      return played
    }
    let played = try #require(ended)
    let outcome = played.outcome
    if keepsConversation, let reply = outcome?.message {
      if let message = request.message { conversation.messages.append(Message(.user, message)) }
      conversation.messages.append(Message(.assistant, reply.text))
    }
    access = outcome?.updates.access ?? access
    conversation.domain = outcome?.updates.domain ?? conversation.domain
    person.discovery = outcome?.discovery?.profile ?? person.discovery
    if outcome?.discovery != nil { person.sessions = max(person.sessions, 1) }
    return played
  }

  /// The key under which the person's messages are counted at present.
  var allowanceKey: String? {
    guard
      case .coaching(let allowance) = service.configuration.access.decision(
        for: access, at: time.value)
    else { return nil }
    return allowance.key
  }

  /// The number of used messages of the present allowance.
  var used: Int {
    guard let key = allowanceKey else { return 0 }
    return (try? usage.updateLedger(of: person.id) { $0.usage(in: key) }) ?? 0
  }
}

/// The result of a turn.
struct Played {
  var events: [TurnEvent] = []

  var outcome: TurnOutcome? {
    if case .done(let outcome)? = events.last { outcome } else { nil }
  }

  /// The part of the coach's message that the person saw.
  var shown: String {
    events.reduce(into: "") { shown, event in
      switch event {
      case .text(let text): shown += text
      case .replaced(let text): shown = text
      case .tag(let tag): shown += tag.tag.words ?? ""
      default: break
      }
    }
  }

  /// The kinds of events, with adjacent texts as one.
  var kinds: [String] {
    events.reduce(into: []) { kinds, event in
      let kind = event.json["event"]?.string ?? ""
      if kinds.last != "text" || kind != "text" { kinds.append(kind) }
    }
  }

  /// The lines of help below the coach's message.
  var help: [String] {
    events.compactMap { if case .help(let text) = $0 { text } else { nil } }
  }

  var refusal: TurnRefusal? { outcome?.refusal }
  var failure: TurnFailure? { outcome?.failure }
}

/// A time that is set by a test.
final class SharedTime: Sendable {
  private let seconds: Mutex<Double>

  init(_ start: Double) {
    seconds = Mutex(start)
  }

  var value: Double {
    get { seconds.withLock { $0 } }
    set { seconds.withLock { $0 = newValue } }
  }
}

/// A scripted model that records its requests.
final class NotingModel: LanguageModel {
  let identity: ModelIdentity
  private let script: ScriptedModel
  private let noted = Mutex<[ModelRequest]>([])

  init(_ turns: [ScriptedModel.Turn], name: String) {
    script = ScriptedModel(turns, name: name)
    identity = script.identity
  }

  var requests: [ModelRequest] { noted.withLock { $0 } }

  /// The text of all messages of a request.
  func text(ofRequest number: Int) -> String {
    let requests = requests
    guard requests.indices.contains(number) else { return "there are \(requests.count) requests" }
    return requests[number].messages.flatMap(\.parts).compactMap(\.text).joined(separator: "\n")
  }

  func stream(_ request: ModelRequest) -> ModelStream {
    noted.withLock { $0.append(request) }
    return script.stream(request)
  }
}

extension ModelError {
  static func failed(_ code: Code) -> ModelError {
    ModelError(code, "it failed: \(code.rawValue)", advice: "try again")
  }
}
