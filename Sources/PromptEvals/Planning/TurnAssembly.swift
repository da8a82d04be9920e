import CoachDomains
import CoachEngine
import CoachModel
import CoachSignals
import EvalGraders
import JSON
import LanguageModels
import PromptTemplates
import SourceFiles
import Transcripts

/// Creates the requests of one case: what the coach's model is asked at a point of the conversation.
struct TurnAssembly: Sendable {
  private let content: EvalContent
  private let evalCase: EvalCase
  private let person: Person
  private let domain: DomainConfig?
  private let parameters: ModelParameters
  /// What the reply must keep to if it is one to a task.
  private let contract: TaskContract?

  init(plan: EvalPlan, evalCase: EvalCase) throws {
    content = plan.content
    self.evalCase = evalCase
    let transcript = evalCase.subject.transcript
    let id = evalCase.variant.domain ?? transcript.domain
    domain = content.domains.first { $0.id == id }
    person = try content.person(of: evalCase.subject, in: domain)
    if domain == nil, evalCase.variant.domain != nil || evalCase.subject.task?.domain != nil {
      throw SourceError(
        Diagnostic(
          "suite.domain", "there is no domain '\(id)'",
          hint: content.domains.map(\.id).hint(for: id)))
    }
    var parameters = plan.suite.generation.parameters.overridden(by: evalCase.variant.parameters)
    parameters.seed = parameters.seed.map { evalCase.seed($0) }
    guard evalCase.subject.task != nil else {
      (self.parameters, contract) = (parameters, nil)
      return
    }
    // In use, too, a task is called with the parameters of its prompt.
    let matter = try content.library.template(evalCase.variant.prompt).frontMatter
    self.parameters = ModelParameters(matter).overridden(by: parameters)
    let request = Self.assembly(
      of: evalCase, person: person, domain: domain, domains: content.domains)
    contract = try TaskContract(of: request, in: content.library)
  }

  private static func assembly(
    of evalCase: EvalCase, person: Person, domain: DomainConfig?, domains: [DomainConfig]
  ) -> AssemblyRequest {
    var values = evalCase.subject.task?.inputs ?? [:]
    for (name, value) in evalCase.variant.inputs { values[name] = value }
    return AssemblyRequest(
      prompt: evalCase.variant.prompt, person: person, domain: domain, domains: domains,
      today: evalCase.subject.past?.history.today.description, values: values)
  }

  /// Returns the prompt for the message that follows a history.
  func prompt(after history: [Message], closing: Bool?) throws(SourceError) -> RenderedPrompt {
    var request = Self.assembly(
      of: evalCase, person: person, domain: domain, domains: content.domains)
    request.history = history
    request.closing = closing
    if let past = evalCase.subject.past {
      request.person.memories = past.memories(for: history)
    }
    let prompt = try PromptAssembler(library: content.library).assemble(request)
    return try prompt.leavingOut(evalCase.variant.leftOut)
  }

  /// Returns the task as graders see it; `nil` for a conversation.
  func task() -> GradedTask? {
    contract.map { contract in
      GradedTask(
        contract: contract, expectations: evalCase.subject.task?.expectations ?? [],
        target: evalCase.subject.task?.target)
    }
  }

  /// Returns the request for the n-th coach message, with the form of the reply as a model takes it.
  func request(
    _ prompt: RenderedPrompt, number: Int, closing: Bool?, for capabilities: ModelCapabilities
  ) -> ModelRequest {
    var parameters = parameters
    if closing != nil, let tokens = content.suite.generation.closingTokens {
      parameters.maximumTokens = tokens
    }
    let attempt = evalCase.attempt > 1 ? " · attempt \(evalCase.attempt)" : ""
    let label =
      "\(evalCase.key.transcript) · \(evalCase.key.side) · \(number.padded)\(attempt)"
    let request = ModelRequest(prompt, parameters: parameters, label: label)
    guard let form = contract?.form else { return request }
    return request.asking(for: form.sent, named: form.name, in: capabilities.schemaForm)
  }
}

extension EvalSubject.Past {
  private static let budget = ContextBudget()

  /// The person as a session's prompts know them, besides memories.
  func person(in domain: DomainConfig?) -> Person {
    var person = record.person(
      on: history.today, domain: domain?.id, default: domain?.style
    ).fitted(to: Self.budget.profile)
    if case .checkIn = record.opening(on: history.today).opening { return person }
    person.openQuestion = nil
    return person
  }

  /// The memories that a prompt shows for the person's last message.
  fileprivate func memories(for messages: [Message]) -> [Memory] {
    guard record.hasMemories, let last = messages.last, last.role == .user else { return [] }
    return record.recalled(
      for: last.text, after: messages.dropLast(), besides: messages, language: history.language,
      on: history.today, within: Self.budget.memories)
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
