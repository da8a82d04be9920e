import CoachAccess
import CoachDomains
import CoachEngine
import CoachModel
import CoachSignals
import CoachTranscripts
import Documents
import EvalGraders
import LanguageModels
import PromptTemplates
import SourceFiles

/// Creates what the coach's model is asked at the points of one case.
///
/// With ``EvalPipeline/turn`` the stages of the product's turn do it: screening, routing, window, person and memories. With
/// ``EvalPipeline/prompt``, and for a task, a prompt is assembled from the transcript, the profile and the domain alone.
struct CaseAssembly: Sendable {
  /// A coach message that is about to be generated.
  enum PreparedMessage {
    /// The reply is shown as it is written.
    case prompt(RenderedPrompt)
    /// The reply passes the turn's pipeline.
    case turn(PreparedTurn, TurnInputs, ScreenedMessage)
    /// The product answers the person's message, not the version that is evaluated.
    case crisis(PreparedCrisisReply)
  }

  private let content: EvalContent
  private let evalCase: EvalCase
  /// The profile of the person; `nil` for one with earlier sessions.
  private let person: Person?
  private let domain: DomainConfig?
  private let parameters: ModelParameters
  /// What the reply must keep to if it is one to a task.
  private let taskContract: TaskContract?
  /// The tools that are declared for the replies.
  let tools: [ToolDeclaration]

  init(plan: EvalPlan, evalCase: EvalCase) throws {
    content = plan.content
    self.evalCase = evalCase
    let transcript = evalCase.subject.transcript
    let id = evalCase.variant.domain ?? transcript.domain
    domain = content.domains.first { $0.id == id }
    person = evalCase.subject.record == nil ? try content.person(transcript.person) : nil
    if domain == nil, evalCase.variant.domain != nil || evalCase.subject.task?.domain != nil {
      throw SourceError(
        Diagnostic(
          "suite.domain", "there is no domain '\(id)'",
          hint: content.domains.map(\.id).hint(for: id)))
    }
    var parameters = plan.suite.generation.parameters.overridden(by: evalCase.variant.parameters)
    parameters.seed = parameters.seed.map { evalCase.seed($0) }
    self.parameters = parameters
    tools = try content.tools(of: evalCase.variant)
    guard evalCase.subject.task != nil, let person else {
      taskContract = nil
      return
    }
    taskContract = try TaskContract(
      of: Self.assembly(of: evalCase, person: person, domain: domain, domains: content.domains),
      in: content.library)
  }

  private var isTurn: Bool { content.suite.pipeline == .turn }

  // MARK: Bare prompt

  private static func assembly(
    of evalCase: EvalCase, person: Person, domain: DomainConfig?, domains: [DomainConfig]
  ) -> AssemblyRequest {
    var values = evalCase.subject.task?.inputs ?? [:]
    for (name, value) in evalCase.variant.inputs { values[name] = value }
    return AssemblyRequest(
      prompt: evalCase.variant.prompt, person: person, domain: domain, domains: domains,
      values: values)
  }

  private func barePrompt(after history: [Message], closing: Bool?) throws(SourceError)
    -> RenderedPrompt
  {
    guard let person else {
      throw SourceError(
        Diagnostic(
          "suite.pipeline",
          "'\(evalCase.subject.transcript.id)' has earlier sessions, of which only a turn makes a prompt",
          hint: "write pipeline: turn"))
    }
    var request = Self.assembly(
      of: evalCase, person: person, domain: domain, domains: content.domains)
    request.history = history
    request.closing = closing
    return try PromptAssembler(library: content.library).assemble(request)
      .leavingOut(evalCase.variant.leftOut)
  }

  // MARK: Turn

  /// Returns the inputs of the turn that follows a history, in a conversation that has been in a domain until then.
  private func inputs(after history: [Message], closing: Bool?, domain: String?) -> TurnInputs {
    let subject = evalCase.subject
    let isAnswer = history.last?.role == .user
    var values = evalCase.variant.inputs
    if let closing { values["closing"] = .bool(closing) }
    let conversation = TurnRequest.Conversation(
      id: subject.transcript.id, messages: isAnswer ? history.dropLast() : history, domain: domain)
    let message = isAnswer ? history.last?.text : nil
    let access = AccessRecord(updatedAt: 0)
    let request =
      if let record = subject.record, let history = subject.history {
        TurnRequest(
          id: "case", record: record, access: access, conversation: conversation,
          message: message, domain: evalCase.variant.domain, inputs: values,
          today: history.today)
      } else {
        TurnRequest(
          id: "case", person: person ?? Person(id: subject.transcript.person), access: access,
          conversation: conversation, message: message, domain: evalCase.variant.domain,
          inputs: values)
      }
    return TurnInputs(
      request, library: content.library, domains: content.domains,
      configuration: content.configuration, today: content.suite.today)
  }

  private func prepared(
    _ inputs: TurnInputs, routing: RoutingDecision?, screened: ScreenedMessage = ScreenedMessage()
  ) throws(TurnError) -> PreparedTurn {
    var choices = TurnChoices(kind: kind, prompt: evalCase.variant.prompt)
    choices.routing = routing
    choices.concern = screened.concern
    choices.followsDanger = screened.followsDanger
    // Where the product would open with another prompt, the version is asked as for any other message.
    choices.opening = inputs.opening.flatMap {
      $0.prompt.name == evalCase.variant.prompt.name ? $0 : nil
    }
    choices.leftOutSections = evalCase.variant.leftOut
    return try inputs.prepared(choices)
  }

  private var kind: TurnRoute { content.configuration.route(of: evalCase.variant.prompt) }

  // MARK: Prompts and requests

  /// Returns the prompt for the message that follows a history, for estimates and checks: nothing is screened, and the domain
  /// is the one with which the conversation begins.
  func plannedPrompt(after history: [Message], closing: Bool?) throws(SourceError)
    -> RenderedPrompt
  {
    guard isTurn else { return try barePrompt(after: history, closing: closing) }
    let inputs = inputs(after: history, closing: closing, domain: domain?.id)
    let routing = domain.map {
      RoutingDecision(domain: $0.id, confidence: 1, reason: "the suite names it")
    }
    do throws(TurnError) {
      return try prepared(inputs, routing: routing).prompt
    } catch {
      throw error.source ?? SourceError(Diagnostic("suite.pipeline", error.detail))
    }
  }

  /// Prepares the message that follows a history.
  ///
  /// - Parameter domain: The domain in which the conversation has been; afterwards, the one that the turn chose.
  func message(
    after history: [Message], closing: Bool?, domain: inout String?
  ) async throws -> PreparedMessage {
    guard isTurn else { return .prompt(try barePrompt(after: history, closing: closing)) }
    let inputs = inputs(after: history, closing: closing, domain: domain)
    let screened = inputs.screened(by: content.screen)
    if let crisis = PreparedCrisisReply(inputs, screened) { return .crisis(crisis) }
    let decision = try await decision(inputs)
    domain = decision?.continuedDomain ?? domain
    return .turn(
      try prepared(inputs, routing: decision, screened: screened), inputs, screened)
  }

  /// Returns the prompt with which the message that follows a history is asked for; `nil` if no model is asked, or if the
  /// turn fails.
  ///
  /// - Parameter domain: As for ``message(after:closing:domain:)``.
  func prompt(
    after history: [Message], closing: Bool?, domain: inout String?
  ) async throws -> RenderedPrompt? {
    do {
      switch try await message(after: history, closing: closing, domain: &domain) {
      case .prompt(let prompt): return prompt
      case .turn(let turn, _, _): return turn.prompt
      case .crisis(let crisis): return try? crisis.turn.get().prompt
      }
    } catch is TurnError {
      return nil
    }
  }

  /// Returns the domain in which a conversation is after a turn that follows a history and is not evaluated itself.
  func domain(after history: [Message], from domain: String?) async throws -> String? {
    guard isTurn else { return domain }
    let inputs = inputs(after: history, closing: nil, domain: domain)
    // A crisis is answered without a domain.
    guard let decision = try await decision(inputs),
      inputs.screened(by: content.screen).crisis == nil
    else { return domain }
    return decision.continuedDomain ?? domain
  }

  private func decision(_ inputs: TurnInputs) async throws -> RoutingDecision? {
    try await inputs.routing(
      in: kind, of: evalCase.variant.prompt, by: content.routing)
  }

  /// The domain with which the conversation begins; `nil` if there is none.
  var firstDomain: String? { domain?.id }

  /// Returns what the version's prompt allows in a reply.
  func contract() throws(SourceError) -> ReplyContract {
    try content.library.template(evalCase.variant.prompt).frontMatter.contract
  }

  /// Returns the task as graders see it; `nil` for a conversation.
  func task() -> GradedTask? {
    taskContract.map { contract in
      let task = evalCase.subject.task
      return GradedTask(
        contract: contract, expectations: task?.expectations ?? [], target: task?.target,
        hiding: Set(content.suite.comparison.variants.flatMap(\.inputs.keys)),
        caseInputs: task?.inputs ?? [:])
    }
  }

  /// Returns the request for the n-th coach message, with the form of the reply as a model takes it.
  func request(
    _ prompt: RenderedPrompt, number: Int, closing: Bool?, for capabilities: ModelCapabilities
  ) -> ModelRequest {
    var parameters = parameters
    if isTurn || taskContract != nil {
      // In use, too, a prompt is called with its own parameters.
      parameters = ModelParameters(prompt.template.frontMatter).overridden(by: parameters)
    }
    if closing != nil, let tokens = content.suite.generation.closingTokens {
      parameters.maximumTokens = tokens
    }
    let attempt = evalCase.attempt > 1 ? " · attempt \(evalCase.attempt)" : ""
    let label =
      "\(evalCase.key.transcript) · \(evalCase.key.side) · \(number.padded)\(attempt)"
    var request = ModelRequest(prompt, parameters: parameters, label: label)
    request.tools = tools
    request.toolChoice = tools.isEmpty ? nil : content.suite.generation.toolChoice
    guard let form = taskContract?.form else { return request }
    return request.asking(for: form.sent, named: form.name, in: capabilities.schemaForm)
  }
}

extension EvalCase {
  /// Derives the seed of a sample's generation from the suite's, the transcript and the attempt.
  ///
  /// With one seed for all, every opening of a variant would be the same reply, and eleven copies of one reply
  /// would count as eleven observations. All variants share the seed of a transcript.
  func seed(_ seed: Int) -> Int {
    let attempt = attempt > 1 ? " #\(attempt)" : ""
    let digest = ContentDigest(of: "\(seed) \(key.transcript)\(attempt)").hexadecimal
    return Int(digest.prefix(7), radix: 16) ?? seed
  }
}

extension Int {
  /// At least two digits, so that labels sort.
  fileprivate var padded: String { self < 10 ? "0\(self)" : String(self) }
}
