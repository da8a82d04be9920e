import CoachDomains
import CoachModel
import CoachSafety
import LanguageModels
import ModelMiddleware
import PromptTemplates
import SafetyRules
import SourceFiles

struct TurnRun {
  let service: ChatService
  let request: TurnRequest
  let pipe: TurnPipe
  /// The prompts and domains of this turn, unaffected by reloads.
  let library: PromptLibrary
  let domains: [DomainConfig]
  let routing: any DomainRouting
  var outcome: TurnOutcome
  /// The kind of what made the turn fail, without anybody's words, for the log.
  private(set) var failureCause: String?
  /// The categories of danger that the message may signal, for the choice of a line of help.
  var suspected: [CrisisCategory] = []
  /// What the person said about their situation in a message that may signal danger, or before it.
  var circumstances: [CrisisCircumstance] = []
  /// The language of the message if the screen does not read it; `nil` if it does, or nobody can tell.
  var foreignLanguage: String?
  private let started: ContinuousClock.Instant
  /// The id of this run's attempt at the request, and of its reservation. A repeated request is a new attempt and
  /// subject to the rate windows like any other.
  let attempt: String
  /// The time of the turn in seconds since 1970, fixed for the whole turn so that its parts agree.
  let now: Double

  init(service: ChatService, request: TurnRequest, pipe: TurnPipe) {
    self.service = service
    self.request = request.withoutBlankMessages
    self.pipe = pipe
    library = service.prompts()
    let set = service.domains()
    (domains, routing) = (set.domains, set.routing)
    attempt = "\(request.id)/\(service.random())"
    started = service.clock.now()
    now = service.clock.unixTime()
    outcome = TurnOutcome(requestID: request.id, personID: request.person.id, route: .refused)
  }

  /// The current day at the person's location.
  var today: CalendarDay { request.today ?? CalendarDay(unixTime: now) }

  var elapsed: Duration { started.duration(to: service.clock.now()) }

  /// The number of the coach message to be written, from 1.
  var messageNumber: Int {
    request.conversation.messages.count { $0.role == .assistant } + 1
  }

  /// Runs the turn to its end. The crisis screen comes before everything else.
  mutating func run() async {
    let report: ScreeningReport? =
      if let message = request.message { await screen(message) } else { nil }
    if let assessment = report?.assessment {
      await answerCrisis(assessment)
    } else {
      await answer(report)
    }
    await finish()
  }

  /// Screens the message, and answers it only if it signals a crisis. It is no turn of a conversation.
  mutating func answerCrisisOnly(assuming assumed: SafetyAssessment?) async {
    if let message = request.message {
      let report = await screen(message)
      var assessment = report.assessment
      if assessment == nil { assessment = await secondOpinion(on: message, report) }
      if let assessment = assessment ?? assumed { await answerCrisis(assessment) }
    }
    await pipe.send(.done(outcome))
  }

  /// Reports a turn that came too late: the service is shutting down, and another process answers its repetition. A message
  /// that the screen itself flags is answered all the same.
  mutating func refuseForShutdown() async {
    if let message = request.message, let assessment = await screen(message).assessment {
      await answerCrisis(assessment)
    } else {
      await fail(.cancelled, "the service is shutting down", cause: "shutdown")
    }
    await finish()
  }

  private mutating func finish() async {
    outcome.trace.timings.total = elapsed
    log()
    if let onOutcome = service.onOutcome {
      // Storing must not fail because the reader has left.
      let (request, outcome) = (request, outcome)
      await Task.onPreferredExecutor { await onOutcome(request, outcome) }.value
    }
    await pipe.send(.done(outcome))
  }

  /// Admits the turn and answers it. Of messages about which the screen is not sure, only those that are admitted are
  /// shown to a model.
  private mutating func answer(_ report: ScreeningReport?) async {
    if let problem = request.problem {
      return await fail(problem.code, problem.detail, cause: problem.cause)
    }
    let admission = await admit()
    outcome.trace.timings.access = elapsed
    guard let admission else { return }
    outcome.route = admission.route
    let lease = renewLease()
    defer { lease.cancel() }
    if let message = request.message, let report,
      let assessment = await secondOpinion(on: message, report)
    {
      // The store comes afterwards: a crisis does not wait for it.
      await answerCrisis(assessment)
      await settle(.uncounted)
      return
    }
    outcome.trace.timings.access = elapsed
    await converse(admission)
  }

  /// Returns the version of a prompt assigned to the person, and the experiment that assigned it.
  func dealt(_ prompt: PromptReference) throws(SourceError) -> (
    reference: PromptReference, experiment: String?
  ) {
    try library.dealt(prompt, to: request.person.id)
  }

  /// Returns the guardrails for one reply, by the product's policy, which is stricter in a crisis. The reply must not repeat
  /// `instructions`.
  func guardrail(
    isDiscovery: Bool, isCrisis: Bool = false, instructions: [String] = []
  ) -> ReplyGuard {
    let policy = service.configuration.guardrails
    return ReplyGuard(
      policy: isCrisis ? policy.inCrisis : policy, isDiscovery: isDiscovery,
      language: request.person.language, instructions: instructions)
  }

  // MARK: Catalog texts

  /// Returns a text of the message catalog in the person's language.
  func text(_ key: CopyKey, with values: CopyValues = CopyValues()) -> String {
    service.copy.text(key, in: request.person.language, with: values)
  }

  /// Reports a missing or incomplete message to the person.
  mutating func fail(
    _ code: TurnFailure.Code, _ detail: String, cause: String, keepsText: Bool = false
  ) async {
    failureCause = cause
    let failure = TurnFailure(
      code: code, text: withHelp(text(code.copyKey(keepsText: keepsText))), detail: detail,
      keepsText: keepsText)
    outcome.failure = failure
    await pipe.send(.failed(failure))
  }

  // MARK: Calls

  /// Records a call with its cost.
  mutating func note(_ usage: TokenUsage?, of purpose: String, by model: ModelIdentity) {
    outcome.trace.calls.append(service.call(of: purpose, by: model, usage: usage, at: now))
  }

  /// Records the time of the first text; later times are ignored.
  mutating func note(firstWords: ContinuousClock.Instant?) {
    outcome.trace.timings.firstWords =
      outcome.trace.timings.firstWords ?? firstWords.map { started.duration(to: $0) }
  }
}
