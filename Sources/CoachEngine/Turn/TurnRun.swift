import CoachDomains
import CoachModel
import CoachSafety
import LanguageModels
import ModelMiddleware
import PromptTemplates
import SourceFiles

/// One turn under way.
struct TurnRun {
  let turn: ChatTurn
  let request: TurnRequest
  let pipe: TurnPipe
  /// The prompts and domains of this turn, whatever is reloaded meanwhile.
  let library: PromptLibrary
  let domains: [DomainConfig]
  let routing: any DomainRouting
  var outcome: TurnOutcome
  private let begun: ContinuousClock.Instant
  /// Names what is counted for this run: a request that is sent again is another attempt, held to the rate
  /// windows like any other.
  let reservationID: String
  /// The time of the turn in seconds since 1970: one for all of it, so that its parts agree.
  let now: Double

  init(turn: ChatTurn, request: TurnRequest, pipe: TurnPipe) {
    self.turn = turn
    self.request = request
    self.pipe = pipe
    library = turn.prompts()
    let set = turn.domains()
    (domains, routing) = (set.domains, set.routing)
    reservationID = "\(request.id)/\(turn.random())"
    begun = turn.clock.now()
    now = turn.clock.unixTime()
    outcome = TurnOutcome(requestID: request.id, person: request.person.id, route: .refused)
  }

  /// The person's day.
  var today: CalendarDay { request.today ?? CalendarDay(unixTime: now) }

  /// The time since the turn began.
  var elapsed: Duration { begun.duration(to: turn.clock.now()) }

  /// The number of the coach message that the turn is to bring, from 1.
  var messageNumber: Int {
    request.conversation.messages.count { $0.role == .assistant } + 1
  }

  /// Runs it to its end. The screen stands before everything else.
  mutating func run() async {
    if let message = request.message, let assessment = await screen(message) {
      outcome.safety = assessment
      await answerCrisis(assessment)
    } else {
      await answer()
    }
    outcome.timings.total = elapsed
    await turn.onOutcome?(outcome)
    await pipe.send(.done(outcome))
  }

  private mutating func answer() async {
    if let problem = request.problem { return await fail(.invalidRequest, problem) }
    let admission = await admit()
    outcome.timings.access = elapsed
    guard let admission else { return }
    outcome.route = admission.route
    await converse(admission)
  }

  /// The version of a prompt that the person gets, and the experiment that it is part of.
  func dealt(_ prompt: PromptReference) throws(SourceError) -> (
    reference: PromptReference, experiment: String?
  ) {
    guard prompt.version == nil else { return (prompt, nil) }
    let assignment = try library.assign(request.person.id, to: prompt.name)
    return (assignment.reference, assignment.traffic.isEmpty ? nil : assignment.experiment)
  }

  /// Looks for what a coach must not say, by the product's policy.
  func guardrail(isDiscovery: Bool) -> ReplyGuard {
    ReplyGuard(
      policy: turn.configuration.guardrails, isDiscovery: isDiscovery,
      language: request.person.language)
  }

  // MARK: Words without a model

  /// A text of the copy table in the person's language.
  func text(_ key: CopyKey, _ values: CopyValues = CopyValues()) -> String {
    turn.copy.text(key, in: request.person.language, values)
  }

  /// Tells the person that there is no message, or none that is whole.
  mutating func fail(_ code: TurnFailure.Code, _ detail: String, keepsText: Bool = false) async {
    let failure = TurnFailure(
      code: code, text: text(code.copyKey), detail: detail, keepsText: keepsText)
    outcome.failure = failure
    await pipe.send(.failed(failure))
  }

  // MARK: Calls

  /// Notes a call with what it cost.
  mutating func note(_ usage: TokenUsage?, of purpose: String, by model: ModelIdentity) {
    let day = CalendarDay(unixTime: now)
    let cost = usage.flatMap { turn.prices.cost(of: $0, by: model, on: day) }
    outcome.calls.append(TurnCall(purpose: purpose, model: model, usage: usage, cost: cost))
  }

  /// Notes when the first words came.
  mutating func note(firstWords: ContinuousClock.Instant?) {
    outcome.timings.firstWords =
      outcome.timings.firstWords ?? firstWords.map { begun.duration(to: $0) }
  }
}
