public import CoachAccess
public import CoachModel
import CoachSafety
public import CoachSignals
public import Documents
public import Journeys
import LanguageModels
import PromptTemplates
public import ReplyContracts
import SafetyRules

/// Something that a step of a journey has for the person or the caller.
public enum JourneyOutput: Sendable, Hashable {
  /// A text for the person to read.
  case text(String)
  /// Signs of a crisis in what the person wrote: the resources, with the words to show before everything else.
  case crisis(CrisisNotice, text: String)
  /// What an edit changed, and what was said about it.
  case revision([DocumentDifference], told: [String])
  /// The texts of a paywall, and which version they are of: what ``AccessChange/paywallShown(_:)`` reports.
  case paywall(PaywallCopy, shown: PaywallImpression)
  /// A task that failed: the words for the person, and the reason for operators. The step can be repeated.
  case failed(text: String, detail: String)
}

/// The result of a step of a journey.
public struct JourneyStep: Sendable {
  /// The state after the step, to be stored.
  public var state: JourneyState
  /// What to show, in order.
  public var outputs: [JourneyOutput] = []
  /// The calls of models.
  public var calls: [TurnCall] = []
  /// The tasks that failed, each with the kind of failure and without anybody's words, for the log. A task with a fixed text
  /// is among them, too.
  public var causes: [String] = []

  /// Creates a step that leads to a state.
  public init(state: JourneyState) { self.state = state }

  /// Whether a task failed, so that the journey waits for another attempt.
  public var hasFailed: Bool {
    outputs.contains { if case .failed = $0 { true } else { false } }
  }
}

/// Takes a person through a journey: runs its tasks, holds its conversations, and lets every text pass the crisis screen.
///
/// The steps themselves are pure (``Journey``); this type connects them to models. Store the state of every step: whatever is
/// interrupted goes on from there. A step may wait for models; ``onChange`` gets each state before it does, so that what the
/// person did is not lost with the process.
///
/// ```swift
/// let runner = JourneyRunner(trainer, service: service)
/// var step = await runner.advance(state, for: person, at: moment)
/// step = try await runner.perform(.action("begin"), on: step.state, for: person, at: moment)
/// ```
public struct JourneyRunner: Sendable {
  /// The journey.
  public let journey: Journey
  /// The service that answers.
  public let service: ChatService
  /// What runs the tasks, by default that of the service.
  public var tasks: TaskRunner
  /// Called with every new state before a model is asked about anything that follows from it; by default nothing.
  public var onChange: @Sendable (JourneyState) async -> Void = { _ in }

  /// Creates a runner. The conversations of the journey are added to those of the service.
  public init(_ journey: Journey, service: ChatService) {
    self.journey = journey
    var service = service
    for phase in journey.phases {
      guard case .prompt(let prompt)? = phase.conversation?.speaker,
        let kind = ConversationKind(rawValue: prompt)
      else { continue }
      service.configuration.conversations[kind] = TurnConfiguration.Conversation(
        prompt: PromptReference(name: prompt), model: phase.conversation?.model)
    }
    self.service = service
    tasks = service.tasks
  }

  // MARK: Steps

  /// Performs an event, and then everything that needs no person: the task of the phase that is reached.
  ///
  /// What the person wrote passes the crisis screen first. Signs of a crisis are answered with help, and then the event is
  /// performed: a journey does not end because somebody had a dark moment.
  ///
  /// Throws ``JourneyError`` if the event does not belong to the current phase.
  public func perform(
    _ event: JourneyEvent, on state: JourneyState, for person: Person,
    with sources: JSONObject = [:],
    at moment: JourneyMoment
  ) async throws(JourneyError) -> JourneyStep {
    var step = JourneyStep(state: state)
    // Before anything is shown: an event that does not belong here has no effect at all.
    let call = try journey.task(for: event, in: state, with: sources, at: moment)
    let after = try journey.state(after: event, in: state, with: sources, at: moment)
    // A message in distress is no wish for an edit.
    if await answerCrisis(in: event, into: &step, for: person), call != nil { return step }
    let confirmation = journey.confirmation(of: event, in: state, with: sources, at: moment)
    await change(&step, to: after)
    if let call {
      await run(call, in: &step, for: person, with: sources, at: moment)
      if step.hasFailed { return step }
    }
    if let confirmation { step.outputs.append(.text(text(confirmation, for: person))) }
    await advance(&step, for: person, with: sources, at: moment)
    return step
  }

  /// Returns a text of the message catalog, by its key, in a person's language.
  public func text(_ key: String, for person: Person) -> String {
    service.copy.text(CopyKey(key), in: person.language)
  }

  private func change(_ step: inout JourneyStep, to state: JourneyState) async {
    guard step.state != state else { return }
    step.state = state
    await onChange(state)
  }

  /// Does everything that needs no person: runs the task of the current phase, and returns what the person reads first.
  ///
  /// Call it to begin, to resume, and to repeat what failed.
  ///
  /// - Parameter messages: The messages of the phase's conversation, from which is read what its signal would have brought, if
  ///   they have reached its ceiling.
  public func advance(
    _ state: JourneyState, for person: Person, after messages: [Message] = [],
    with sources: JSONObject = [:], at moment: JourneyMoment
  ) async -> JourneyStep {
    var step = JourneyStep(state: state)
    await extract(from: messages, into: &step, for: person, with: sources, at: moment)
    if step.hasFailed { return step }
    await advance(&step, for: person, with: sources, at: moment)
    return step
  }

  private func advance(
    _ step: inout JourneyStep, for person: Person, with sources: JSONObject,
    at moment: JourneyMoment
  ) async {
    // A task leads to the next phase, which may have one, too.
    for _ in journey.phases {
      guard let call = journey.pendingTask(in: step.state, with: sources, at: moment) else { break }
      let before = step.state
      await run(call, in: &step, for: person, with: sources, at: moment)
      if step.hasFailed || step.state == before { return }
    }
    if let greeting = journey.greeting(in: step.state, with: sources, at: moment) {
      await run(greeting, in: &step, for: person, with: sources, at: moment)
    }
  }

  private func run(
    _ call: Journey.Call, in step: inout JourneyStep, for person: Person,
    with sources: JSONObject, at moment: JourneyMoment, history: [Message] = []
  ) async {
    switch await service.spendingVerdict(for: person.id) {
    case .allowed: break
    case .reached(let cap):
      return fail(
        call, in: &step, for: person, words: service.copy.text(for: cap, in: person.language),
        detail: cap.detail, cause: "\(call.task.prompt): spending_cap")
    case .unknown(let error):
      return fail(
        call, in: &step, for: person, detail: "\(error)",
        cause: "\(call.task.prompt): spending_limit")
    }
    let request = AssemblyRequest(
      prompt: PromptReference(name: call.task.prompt), person: person, history: history,
      today: moment.today.description,
      values: call.inputs)
    let position = journey.position(of: step.state, with: sources, at: moment)
    do {
      let result = try await tasks.run(request)
      step.calls.append(result.call)
      let reply = result.value
      let after = try journey.state(
        after: call, value: reply.json, in: step.state, with: sources, at: moment)
      await change(&step, to: after)
      if call.isConcerning(reply.json), !step.hasCrisis {
        await answerConcern(about: call, into: &step, for: person)
      }
      if let text = reply.text, !text.isEmpty { step.outputs.append(.text(text)) }
      let told = call.told(reply.json)
      let revised = position.phase.document.flatMap { step.state.facts[$0] }
      if let before = position.document, let revised {
        step.outputs.append(.revision(DocumentDifference.between(before, revised), told: told))
      }
    } catch {
      let failure = error as? TaskError
      if let call = failure?.call { step.calls.append(call) }
      fail(
        call, in: &step, for: person, detail: "\(error)",
        cause: failure?.logged(of: request.prompt) ?? "\(call.task.prompt): journey")
    }
  }

  /// Ends a step whose task brought nothing, with its fixed text if it has one.
  ///
  /// - Parameter words: The words for the person; `nil` for those of an unknown failure.
  private func fail(
    _ call: Journey.Call, in step: inout JourneyStep, for person: Person, words: String? = nil,
    detail: String, cause: String
  ) {
    step.causes.append(cause)
    if let key = call.task.fallback {
      step.outputs.append(.text(text(key, for: person)))
    } else {
      let text = words ?? service.copy.text(.failureUnknown, in: person.language)
      // The answer to a crisis has the whole list.
      let shown =
        step.hasCrisis
        ? text
        : service.withHelp(
          text, region: person.country, language: person.language, age: person.ageGroup)
      step.outputs.append(.failed(text: shown, detail: detail))
    }
  }

  // MARK: Paywall

  /// Returns the texts of the current phase's paywall; `nil` if it shows none.
  ///
  /// The presentation follows from the access record: the first time, on return, or after a trial or a subscription. Apply
  /// ``AccessChange/paywallShown(_:)`` to the record when it was shown, with the impression of the result.
  public func paywall(
    _ state: JourneyState, for record: PersonRecord, access: AccessRecord, at moment: JourneyMoment
  ) async -> PaywallResult? {
    guard let presentation = presentation(in: state, access, at: moment) else { return nil }
    return await service.paywall(for: record, presentation: presentation)
  }

  /// Returns the texts of the current phase's paywall for a person without a record; `nil` if it shows none.
  public func paywall(
    _ state: JourneyState, for person: Person, access: AccessRecord, at moment: JourneyMoment
  ) async -> PaywallResult? {
    guard let presentation = presentation(in: state, access, at: moment) else { return nil }
    return await service.paywall(for: person, presentation: presentation)
  }

  private func presentation(
    in state: JourneyState, _ access: AccessRecord, at moment: JourneyMoment
  ) -> PaywallCopy.Presentation? {
    let sources = Self.sources(access, at: moment.now, policy: service.configuration.access)
    switch journey.position(of: state, with: sources, at: moment).phase.paywall {
    case nil: return nil
    case .lapsed?: return .lapsed
    case .offer? where access.trial != nil || access.subscription != nil: return .lapsed
    case .offer?:
      return access.paywallShownAt == nil ? .first : .returning
    }
  }

  /// Returns the sources of a journey over the access record: its stage, as `access.stage`.
  public static func sources(
    _ access: AccessRecord, at now: Double, policy: AccessPolicy = .standard
  ) -> JSONObject {
    ["access": ["stage": .string(access.stage(at: now, policy: policy).rawValue)]]
  }

  // MARK: Conversation

  /// Returns the request for a message of the current phase's conversation; `nil` message if the other side speaks first. The
  /// result is `nil` if the phase has no conversation.
  ///
  /// - Parameter conversation: The conversation so far. Its kind is that of the phase unless it began as discovery, and its id that in the state if the
  ///   phase keeps one there; messages, domain and everything else are the caller's.
  public func request(
    id: String, message: String?, conversation: TurnRequest.Conversation, in state: JourneyState,
    for person: Person, access: AccessRecord, with sources: JSONObject = [:],
    at moment: JourneyMoment
  ) -> TurnRequest? {
    let phase = journey.position(of: state, with: sources, at: moment).phase
    guard let held = phase.conversation else { return nil }
    var conversation = conversation
    if let fact = held.session, let id = state.facts[fact]?.string { conversation.id = id }
    switch held.speaker {
    case .prompt(let prompt): conversation.kind = ConversationKind(rawValue: prompt)
    case .kind(let kind):
      let kind = ConversationKind(rawValue: kind)
      // A conversation that began as discovery goes on after a purchase, and stays what it began as.
      if conversation.kind != .discovery || kind != .coaching { conversation.kind = kind }
    }
    return TurnRequest(
      id: id, person: person, access: access, conversation: conversation, message: message,
      inputs: journey.conversationInputs(in: state, with: sources, at: moment),
      today: moment.today)
  }

  /// Returns the state after a turn of the conversation, with what its tags brought, and what follows without a person.
  ///
  /// At the ceiling of the conversation, what its signal would have brought is read from `messages`, which are those before
  /// the turn. In a crisis nothing is taken from the reply.
  public func take(
    _ outcome: TurnOutcome, after messages: [Message], on state: JourneyState, for person: Person,
    with sources: JSONObject = [:], at moment: JourneyMoment
  ) async throws(JourneyError) -> JourneyStep {
    guard !outcome.isCrisis, let reply = outcome.message else { return JourneyStep(state: state) }
    var payloads: JSONObject = [:]
    if !reply.isPartial {
      for tag in reply.tags where tag.isUsable { payloads[tag.name] = tag.payload ?? true }
    }
    var step = JourneyStep(state: state)
    if !payloads.isEmpty {
      step = try await perform(.tags(payloads), on: state, for: person, with: sources, at: moment)
    }
    let said = messages + [Message(.assistant, reply.text)]
    if await extract(from: said, into: &step, for: person, with: sources, at: moment),
      !step.hasFailed
    {
      await advance(&step, for: person, with: sources, at: moment)
    }
    return step
  }

  /// Reads from a conversation at its ceiling what its signal would have brought. Returns whether there was anything to read.
  @discardableResult
  private func extract(
    from messages: [Message], into step: inout JourneyStep, for person: Person,
    with sources: JSONObject, at moment: JourneyMoment
  ) async -> Bool {
    let count = messages.count { $0.role == .assistant }
    guard let call = journey.extraction(after: count, in: step.state, with: sources, at: moment)
    else { return false }
    await run(call, in: &step, for: person, with: sources, at: moment, history: messages)
    return true
  }

  // MARK: Crisis

  /// Answers what the person wrote if it signals a crisis. Returns whether it does.
  private func answerCrisis(
    in event: JourneyEvent, into step: inout JourneyStep, for person: Person
  ) async -> Bool {
    let text = event.words.joined(separator: "\n\n")
    guard !text.isEmpty else { return false }
    return step.take(await service.crisisAnswer(to: text, for: person))
  }

  /// Answers a text of which a task says that it may be a sign of danger.
  private func answerConcern(
    about call: Journey.Call, into step: inout JourneyStep, for person: Person
  ) async {
    let text = call.inputs.compactMap { $0.value.string }.max { $0.count < $1.count } ?? ""
    let assumed = SafetyAssessment(
      categories: [.acuteDistress], severity: .moderate, subject: .writer,
      evidence: SafetyAssessment.Evidence(text: text, range: 0..<text.utf8.count),
      stage: .secondOpinion)
    step.take(await service.crisisAnswer(to: text, for: person, assuming: assumed))
  }
}

extension JourneyStep {
  /// Whether help was offered already.
  fileprivate var hasCrisis: Bool {
    outputs.contains { if case .crisis = $0 { true } else { false } }
  }

  /// Takes what came of looking for a crisis. Returns whether there is one.
  @discardableResult
  fileprivate mutating func take(_ answer: CrisisAnswer) -> Bool {
    calls += answer.calls
    guard let reply = answer.reply else { return false }
    outputs.append(.crisis(reply.notice, text: reply.text))
    return true
  }
}

extension JourneyEvent {
  /// What the person wrote.
  package var words: [String] {
    switch self {
    case .action(_, let text): [text].compactMap { $0 }
    case .form(let values): values.compactMap { $0.value.string }
    case .tags, .facts: []
    }
  }
}
