import CoachDomains
import CoachEngine
import CoachModel
import CoachSignals
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

  init(plan: EvalPlan, evalCase: EvalCase) throws {
    content = plan.content
    self.evalCase = evalCase
    let transcript = evalCase.subject.transcript
    let id = evalCase.variant.domain ?? transcript.domain
    domain = content.domains.first { $0.id == id }
    person = try content.person(of: evalCase.subject, in: domain)
    if domain == nil, evalCase.variant.domain != nil {
      throw SourceError(
        Diagnostic(
          "suite.domain", "there is no domain '\(id)'",
          hint: content.domains.map(\.id).hint(for: id)))
    }
    var parameters = plan.suite.generation.parameters.overridden(by: evalCase.variant.parameters)
    parameters.seed = parameters.seed.map { evalCase.seed($0) }
    self.parameters = parameters
  }

  /// Returns the prompt for the message that follows a history.
  func prompt(after history: [Message], closing: Bool?) throws(SourceError) -> RenderedPrompt {
    let variant = evalCase.variant
    var person = person
    let past = evalCase.subject.past
    if let past { person.memories = past.memories(for: history) }
    let prompt = try PromptAssembler(library: content.library).assemble(
      AssemblyRequest(
        prompt: variant.prompt, person: person, domain: domain, domains: content.domains,
        history: history, closing: closing, today: past?.history.today.description,
        values: variant.inputs))
    return try prompt.leavingOut(variant.leftOut)
  }

  /// Returns the request for the n-th coach message.
  func request(_ prompt: RenderedPrompt, number: Int, closing: Bool?) -> ModelRequest {
    var parameters = parameters
    if closing != nil, let tokens = content.suite.generation.closingTokens {
      parameters.maximumTokens = tokens
    }
    let attempt = evalCase.attempt > 1 ? " · attempt \(evalCase.attempt)" : ""
    let label =
      "\(evalCase.key.transcript) · \(evalCase.key.side) · \(number.padded)\(attempt)"
    return ModelRequest(prompt, parameters: parameters, label: label)
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
