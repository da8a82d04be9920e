import CoachAccess
import CoachDomains
import CoachModel
import CoachSafety
import CoachSignals
import LanguageModels
import ModelLayers
import PromptTemplates
import SafetyRules
import SourceFiles

/// Runs one turn: it takes the message through the stages, sends what the person should see as soon as it is known, and
/// collects the outcome.
///
/// The stages are values, each made from those before: ``ScreenedMessage``, ``TurnAdmission``, ``PreparedTurn``,
/// ``StreamedReply``, ``RepliedTurn``. Those that ask nobody are functions of ``TurnInputs``, which an evaluation calls, too.
/// What has to be asked for (embeddings, second opinion, store, model) is asked for here, and only this type writes the outcome.
struct TurnRun {
  let service: ChatService
  let inputs: TurnInputs
  let pipe: TurnPipe
  private let routing: any DomainRouting
  let counting: TurnCounting
  /// The calls of routing. A stage that is given up adds its call when it ends, which no decision waits for.
  private let routingCalls: CallBook
  private let started: ContinuousClock.Instant
  var outcome: TurnOutcome
  /// The kind of what made the turn fail, without anybody's words, for the log.
  var failureCause: String?
  /// The notices of the turn.
  private var notices = TurnNotices()
  /// The kinds of notices that may be recorded for the request and were not shown.
  private var unshown: [NoticeKind] = []

  init(service: ChatService, request: TurnRequest, pipe: TurnPipe) {
    self.service = service
    self.pipe = pipe
    let library = service.prompts()
    let set = service.domains()
    routing = set.routing
    let attempt = "\(request.id)/\(service.random())"
    routingCalls = CallBook(prices: service.prices)
    started = service.clock.now()
    // Fixed for the whole turn so that its parts agree.
    let now = service.clock.unixTime()
    inputs = TurnInputs(
      request, library: library, domains: set.domains, configuration: service.configuration,
      copy: service.copy, resources: service.resources, today: CalendarDay(unixTime: now))
    counting = TurnCounting(
      store: service.usage, clock: service.clock, request: inputs.request,
      configuration: service.configuration, attempt: attempt, now: now,
      notices: NoticeRule(
        service.duties(), for: inputs.request, by: service.configuration.duties))
    outcome = TurnOutcome(requestID: request.id, personID: request.person.id, route: .refused)
    outcome.jurisdiction = service.configuration.duties.place(of: request.person)
    // A turn that assigns nothing must not make the caller lose what the conversation keeps.
    outcome.updates.assignments = request.conversation.assignments
  }

  var request: TurnRequest { inputs.request }

  var elapsed: Duration { started.duration(to: service.clock.now()) }

  /// Runs the turn to its end. The crisis screen comes before everything else.
  mutating func run() async {
    let screened = await screen()
    if let crisis = PreparedCrisisReply(inputs, screened) {
      await answer(crisis)
      let given = await counting.noticesInCrisis().given
      unshown = given.map(\.kind)
      await show(given)
      await counting.withdraw(unshown)
    } else {
      await answer(screened)
    }
    await finish()
  }

  /// Screens the message, and answers it only if it signals a crisis. It is no turn of a conversation.
  mutating func answerCrisisOnly(assuming assumed: SafetyAssessment?) async {
    var screened = await screen()
    if screened.crisis == nil { await askSecondOpinion(&screened) }
    screened.crisis = screened.crisis ?? assumed
    if request.message != nil, let crisis = PreparedCrisisReply(inputs, screened) {
      await answer(crisis)
    }
    await pipe.send(.done(outcome))
  }

  /// Reports a turn that came too late: the service is shutting down, and another process answers its repetition. A message
  /// that the screen itself flags is answered all the same.
  mutating func refuseForShutdown() async {
    let screened = await screen()
    if let crisis = PreparedCrisisReply(inputs, screened) {
      await answer(crisis)
    } else {
      await fail(
        TurnError(.cancelled, "the service is shutting down", cause: "shutdown"), screened)
    }
    await finish()
  }

  private mutating func finish() async {
    outcome.updates.kind = inputs.kind(after: outcome.route)
    outcome.trace.timings.total = elapsed
    outcome.trace.calls += routingCalls.calls
    outcome.log(to: service.logger, of: request, failureCause: failureCause)
    if let onOutcome = service.onOutcome {
      // Storing must not fail because the reader has left.
      let (request, outcome) = (request, outcome)
      await Task.onPreferredExecutor { await onOutcome(request, outcome) }.value
    }
    await pipe.send(.done(outcome))
  }

  // MARK: Screening

  /// Screens the message locally, with its embedding if that arrives in time.
  private mutating func screen() async -> ScreenedMessage {
    let screened = await inputs.screened(
      by: service.screen, embeddings: service.embeddings, routing: routing, clock: service.clock)
    outcome.trace.screening = screened.report.map { ScreeningSummary($0) }
    record(screened)
    return screened
  }

  private mutating func askSecondOpinion(_ screened: inout ScreenedMessage) async {
    screened.problems = []
    await screened.askSecondOpinion(
      service.secondOpinion, of: service.tasks, counting: counting)
    record(screened)
  }

  private mutating func record(_ screened: ScreenedMessage) {
    outcome.concern = screened.concern
    outcome.trace.secondOpinion = screened.secondOpinion
    outcome.trace.calls += screened.calls
    outcome.trace.problems += screened.problems
  }

  // MARK: Notices

  /// Shows notices to the person.
  private mutating func show(_ given: [NoticeClock.Given]) async {
    let shown = given.compactMap { $0.shown(in: inputs) }
    for notice in shown { await pipe.send(.notice(notice)) }
    outcome.notices += shown
    // A reader who has left saw none of it.
    if !Task.isCancelled { unshown.removeAll { kind in shown.contains { $0.kind == kind } } }
  }

  // MARK: Conversation

  /// Admits the turn and answers it. Of messages about which the screen is not sure, only those that are admitted are
  /// shown to a model.
  private mutating func answer(_ screened: ScreenedMessage) async {
    var screened = screened
    if let problem = request.problem { return await fail(problem, screened) }
    if let refusal = request.persona.flatMap(service.configuration.personas.refusal) {
      return await fail(
        TurnError(
          .invalidRequest, "\(refusal.message); \(refusal.advice)", cause: refusal.code.rawValue),
        screened)
    }
    let admission = await admit(screened)
    outcome.trace.timings.access = elapsed
    guard let admission else { return }
    outcome.route = admission.route
    notices = admission.notices
    unshown = notices.given.map(\.kind)
    let lease = counting.renewLease { [pipe] in pipe.interrupt() }
    defer { lease.cancel() }
    await askSecondOpinion(&screened)
    if let crisis = PreparedCrisisReply(inputs, screened) {
      // The store comes afterwards: a crisis does not wait for it.
      await answer(crisis)
      await show(notices.given.filter(\.belongsIntoCrisis))
      await settle(.uncounted)
      return
    }
    if let concern = screened.concern, concern.source != .notRead { notices.holdBack() }
    outcome.trace.timings.access = elapsed
    // After the crisis reply: neither a cap nor the store of costs may hold up help.
    let spending = await service.spendingVerdict(for: request.person.id)
    if await stop(spending, screened) { return }
    let streamed: StreamedReply
    do throws(TurnError) {
      streamed = try await ask(admission.route, screened)
    } catch {
      await fail(error, screened)
      await settle(.unanswered)
      return
    }
    let replied = RepliedTurn(
      inputs, screened, domain: outcome.updates.domain, kind: admission.route, streamed)
    // A message whose answer was seen stays counted; a reader who left before the end may send it again.
    let end: TurnEnd =
      !replied.isAnswered ? .unanswered : Task.isCancelled ? .partiallyDelivered : .answered
    let isOurs = await settle(end)
    if replied.isAnswered, !isOurs, !Task.isCancelled {
      return await fail(
        TurnError(
          .cancelled, "another attempt at this request has taken it over", cause: "taken over"),
        screened)
    }
    await conclude(replied, screened, admission)
  }

  /// Returns `nil` if the turn is not admitted, after reporting that to the person.
  ///
  /// If the store fails, the turn is not admitted: limits must not disappear because of an outage.
  private mutating func admit(_ screened: ScreenedMessage) async -> TurnAdmission? {
    do {
      switch try await counting.admit() {
      case .admitted(let admission): return admission
      case .refused(let reason, let given):
        await refuse(reason, TurnHelp(inputs, screened))
        await show(given)
      case .invalid(let problem):
        await fail(
          TurnError(.invalidRequest, problem, cause: "request id used before"), screened)
      }
    } catch {
      // The store may have counted the message, and recorded notices, before it failed.
      unshown = NoticeKind.known
      await settle(.unanswered)
      await fail(
        TurnError(
          .unknown, "the store of counts and request ids failed: \(error)", cause: "usage store"),
        screened)
    }
    return nil
  }

  /// Ends a turn that may not spend anything, which leaves no trace in the person's counts. Returns whether it did.
  private mutating func stop(_ spending: SpendingVerdict, _ screened: ScreenedMessage) async -> Bool
  {
    switch spending {
    case .allowed: return false
    case .reached(let cap):
      outcome.route = .refused
      outcome.trace.reachedCap = cap
      await refuse(.spendingCap(resumesAt: cap.resumesAt), TurnHelp(inputs, screened))
      await settle(.uncounted)
    case .unknown(let error):
      await fail(
        TurnError(
          .unknown, "the limit on spending could not be read: \(error)", cause: "spending limit"),
        screened)
      await settle(.unanswered)
    }
    return true
  }

  /// Completes the request in the store. Returns false if another attempt has taken the request over.
  @discardableResult
  private mutating func settle(_ end: TurnEnd) async -> Bool {
    switch await counting.settle(end, withdrawing: unshown) {
    case .success(let isOurs): return isOurs
    case .failure(let error):
      outcome.trace.problems.append("the turn could not be settled: \(error)")
      return true
    }
  }

  /// Prepares the turn, and asks the model until the conversation is short enough for it.
  private mutating func ask(
    _ kind: TurnRoute, _ screened: ScreenedMessage
  ) async throws(TurnError) -> StreamedReply {
    let (choices, route) = try await choose(kind, screened)
    var prepared = try inputs.prepared(choices)
    outcome.trace.timings.assembly = elapsed - outcome.trace.timings.access
    outcome.trace.memories = prepared.memories
    var isFirst = true
    while true {
      let streamed = await stream(
        prepared, route: route, timeouts: service.configuration.timeouts.reply,
        announcesStart: isFirst)
      guard streamed.isTooLong, let half = try prepared.halved() else { return streamed }
      prepared = half
      isFirst = false
    }
  }

  /// Chooses prompt, model and domain, and fetches the meaning of the message if memories are recalled for it.
  private mutating func choose(
    _ kind: TurnRoute, _ screened: ScreenedMessage
  ) async throws(TurnError) -> (TurnChoices, ModelRoute) {
    let (prompts, models) = (service.configuration.prompts, service.models)
    let opening = kind == .coaching ? inputs.opening : nil
    let own = kind.kind.flatMap { service.configuration.conversations[$0] }
    let asked =
      prompts.pinned ?? own?.prompt ?? opening?.prompt
      ?? (kind == .discovery ? prompts.discovery : prompts.coaching)
    let route =
      own.map { models[$0.model ?? "coaching"] }
      ?? (asked.name == prompts.discovery.name ? models.discovery : models.coaching)
    var choices = TurnChoices(kind: kind, prompt: asked)
    if kind != .pinned {
      do throws(SourceError) {
        choices.assignment = try inputs.assigned(asked)
      } catch {
        throw TurnError(error)
      }
    }
    if let assignment = choices.assignment {
      choices.prompt = assignment.reference
      outcome.updates.assignments =
        request.conversation.assignments.filter { $0.reference.name != asked.name } + [assignment]
    }
    choices.opening = opening
    choices.concern = screened.concern
    choices.followsDanger = screened.followsDanger
    choices.hoursWriting = notices.hoursWriting
    choices.notices = notices.given.compactMap { $0.shown(in: inputs)?.kind }
    choices.routing = try await inputs.routing(
      in: kind, of: choices.prompt, by: service.completed(routing, booking: routingCalls))
    outcome.trace.routing = choices.routing
    outcome.updates.domain = choices.routing?.continuedDomain
    if kind != .discovery, let query = inputs.recallQuery, let embeddings = service.embeddings,
      try inputs.inputNames(of: choices.prompt).contains("memories"),
      case .embedding(let meaning) = await embeddings.embedding(of: query, clock: service.clock)
    {
      choices.meaning = meaning
    }
    return (choices, route)
  }

  // MARK: Reply

  /// Asks a model and streams its reply. Coaching, discovery and crisis replies all use this function.
  mutating func stream(
    _ prepared: PreparedTurn, route: ModelRoute, timeouts: TurnTimeouts,
    announcesStart: Bool = true, opening: String = ""
  ) async -> StreamedReply {
    let reference = prepared.prompt.reference
    var modelRequest = ModelRequest(rendered: prepared.prompt, route: route)
    // A person's requests share a prefix. The digest hides an id that cannot be guessed; one that can, such as a small
    // number, can be found by trying.
    modelRequest.cacheKey = ContentDigest(ofParts: ["cache", request.person.id]).short
    modelRequest.safetyIdentifier = service.configuration.pseudonymSalt.map {
      SafetyIdentifier(of: request.person.id, salt: $0)
    }
    if announcesStart {
      await pipe.send(
        .started(
          TurnStart(
            requestID: request.id, messageID: request.messageID, route: prepared.kind,
            prompt: reference)))
      if !prepared.pipeline.isForCrisis {
        await show(notices.given)
        outcome.nextNoticeAt = notices.nextAt
      }
    }
    outcome.trace.prompt = TurnPrompt(
      reference: reference, templateDigest: prepared.prompt.templateDigest,
      requestDigest: modelRequest.digest, experiment: prepared.assignment?.runningExperiment,
      traffic: prepared.assignment?.traffic ?? [], leftOutMessages: prepared.leftOutMessages,
      leftOutInputs: prepared.leftOutInputs)
    var timeouts = timeouts
    // A crisis has no time for thoughts.
    if !prepared.pipeline.isForCrisis {
      timeouts.firstToken = modelRequest.parameters.patience(instead: timeouts.firstToken)
    }
    let streamed = await ReplyStreamer(
      route: route, request: modelRequest, timeouts: timeouts, clock: service.clock, pipe: pipe,
      pipeline: prepared.pipeline, opening: opening
    ).stream()
    // Another model continued the text, so only the prompt of a reply that broke off can be estimated.
    for part in streamed.reply.breaks {
      outcome.trace.calls.append(
        TurnCall(
          purpose: reference, model: part.failed, usage: part.usage,
          tier: modelRequest.parameters.serviceTier, prices: service.prices, at: counting.now
        ) { modelRequest.estimatedUsage(after: []) })
    }
    outcome.trace.calls.append(
      TurnCall(
        purpose: reference, model: streamed.model ?? route.model.identity,
        usage: streamed.reply.usageSinceBreak, isCut: streamed.reply.finish == nil,
        tier: modelRequest.parameters.serviceTier, prices: service.prices, at: counting.now
      ) {
        streamed.error?.isUnbilled == true && streamed.reply.parts.isEmpty
          ? .zero : modelRequest.estimatedUsage(after: [streamed.reply])
      })
    outcome.trace.problems += streamed.reply.breaks.map {
      "the reply of \($0.failed) broke off (\($0.failure.rawValue)), and \($0.next) finished it"
    }
    recordFirstText(at: streamed.firstText)
    outcome.findings += streamed.delivered.findings
    return streamed
  }

  /// Records the time of the first text; later times are ignored.
  mutating func recordFirstText(at firstText: ContinuousClock.Instant?) {
    outcome.trace.timings.timeToFirstToken =
      outcome.trace.timings.timeToFirstToken ?? firstText.map { started.duration(to: $0) }
  }

  // MARK: Conclusion

  private mutating func conclude(
    _ replied: RepliedTurn, _ screened: ScreenedMessage, _ admission: TurnAdmission
  ) async {
    if let text = replied.addedText { await pipe.send(.text(text)) }
    outcome.message = replied.message
    if let failure = replied.failure {
      await fail(
        TurnError(failure.code, failure.detail, cause: failure.cause), screened,
        keepsText: replied.isAnswered, hasHelp: replied.concern?.source == .coach)
    }
    guard replied.isAnswered else { return }
    outcome.concern = replied.concern
    // A failure has the line of help in its own text.
    if let concern = replied.concern, replied.failure == nil || concern.source == .coach {
      await pipe.send(.help(TurnHelp(inputs, screened).text(for: concern)))
    }
    await tellUsage(admission, isSilent: replied.isNearDanger(inputs))
    outcome.updates.signals = replied.signals
    outcome.isReflectionAccepted = replied.isReflectionAccepted
    if replied.endsDiscovery { await closeDiscovery(replied) }
    outcome.offer = replied.offer(in: inputs, with: outcome, at: counting.now)
  }

  private mutating func closeDiscovery(_ replied: RepliedTurn) async {
    outcome.updates.access = try? request.access.after(.discoveryCompleted, at: counting.now)
    let closing = await DiscoveryClosing(inputs, replied, tasks: service.tasks)
    outcome.discovery = closing.end
    // The conversation goes on after a purchase, and then it is clear what it is about.
    outcome.updates.domain = closing.end.profile?.coachingDomains.first
    if let call = closing.call { outcome.trace.calls.append(call) }
    if let problem = closing.problem { outcome.trace.problems.append(problem) }
  }
}
