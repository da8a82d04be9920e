import CoachEngine
import CoachModel
import Documents
import EvalGraders
import LanguageModels
import PromptTemplates
import SourceFiles
import StreamParsing

/// A person whom a model plays according to a card.
struct SimulatedPerson: ReplayPerson {
  let opening: String?
  let coachMessages: Int
  /// False, since the end is not planned: the coach closes, the person leaves, or the maximum length is
  /// reached.
  let endsWithClose = false
  private(set) var faults: [PersonFault] = []
  private let use: SimulatedPersonUse
  private let card: ClientProfile
  private let evalCase: EvalCase
  private let calls: SampleCalls
  private let prompts: JudgePrompts
  private let content: EvalContent

  /// `nil` if the suite has no simulated person, or the case has no card.
  init?(plan: EvalPlan, evalCase: EvalCase, calls: SampleCalls, prompts: JudgePrompts) {
    guard let use = plan.suite.generation.person, let card = evalCase.subject.persona else {
      return nil
    }
    self.use = use
    self.card = card
    self.evalCase = evalCase
    self.calls = calls
    self.prompts = prompts
    content = plan.content
    opening = card.opening
    coachMessages = use.coachMessages
  }

  func recorded(_ number: Int) -> String? { nil }

  mutating func answer(to number: Int, after history: [Message]) async throws -> String? {
    let prompt = try prompts.prompt(use.prompt, or: JudgePrompts.person)
    // For the model that plays the person, the coach is the user.
    let turned = history.map { Message($0.role == .user ? .assistant : .user, $0.text) }
    let inputs = PromptInputs(card.inputs, history: turned)
    let rendered = try prompt.render(try prompt.bind(inputs))
    var parameters = ModelParameters(prompt.template.frontMatter).overridden(by: use.parameters)
    parameters.seed = parameters.seed.map { evalCase.seed($0 &+ number) }
    let request = ModelRequest(
      rendered, parameters: parameters,
      label: "person \(card.id) · \(evalCase.key.side) · \(number)")
    let model = try model(use.model, step: "person \(number)", message: number)
    let reply: ModelReply
    do throws(ModelError) {
      reply = try await model.stream(request).reply()
    } catch {
      guard !error.endsRun, !Task.isCancelled else { throw error }
      faults.append(
        PersonFault(
          .modelFailed, after: number, reason: "the person's model failed: \(error.message)"))
      return nil
    }
    let events = ReplyTagParser.parse(reply.words, declarations: rendered.contract.tags)
    let words = events.visibleText.trimmingWhitespace
    let leaves = events.tags.contains { $0.name == "LEAVES" }
    faults += SimulatedPersonRules.faults(
      in: words, after: number, earlier: history.filter { $0.role == .user }.map(\.text),
      leaves: leaves)
    return words.isEmpty || leaves ? nil : words
  }

  mutating func check(_ history: [Message]) async throws {
    guard let checker = use.checker, history.contains(where: { $0.role == .user }),
      // Such a sample is excluded from scores, whatever else is found.
      !faults.contains(where: { $0.kind == .modelFailed })
    else { return }
    let prompt = try prompts.prompt(nil, or: JudgePrompts.personCheck)
    let rendered = try JudgePrompts.render(
      prompt, with: ["card": .string(card.role.text), "conversation": history.spoken])
    let request = ModelRequest(
      rendered, parameters: ModelParameters(prompt.template.frontMatter),
      label: "person check \(card.id) · \(evalCase.key.side)")
    let model = try model(checker, step: "person check")
    do {
      let reply = try await model.value(
        for: request, schema: try JudgeForm.faultSchema(), named: "faults",
        reading: JudgeForm.reading(
          deciding: JudgeForm.decisiveMembersOfFaults, shown: request.messages)
      ) { json in json }
      let said = history.filter { $0.role == .user }.map(\.text)
      for fault in reply.value["faults"]?.array ?? [] {
        guard let kind = fault["kind"]?.string.flatMap(PersonFault.Kind.init),
          let number = fault["message"]?.integer, (1..<(said.count + 1)).contains(number),
          // A fault is only accepted with a quote of what the person said.
          let quote = fault["quote"]?.string, !quote.trimmingWhitespace.isEmpty,
          said[number - 1].contains(quote)
        else { continue }
        let after = opening == nil ? number : number - 1
        faults.append(PersonFault(kind, after: after, reason: "\"\(quote)\" (\(checker))"))
      }
    } catch let error as StructuredOutputError {
      // A failed check is not a fault; the rules have been applied already.
      guard !error.cause.endsRun, !Task.isCancelled else { throw error.cause }
    }
  }

  private func model(_ reference: ModelReference, step: String, message: Int? = nil) throws
    -> any LanguageModel
  {
    KeptCallsModel(
      try content.model(reference), calls: calls, step: step,
      role: message == nil ? .personCheck : .person, message: message)
  }
}

extension ClientProfile {
  /// The card as inputs of a prompt.
  var inputs: JSONObject {
    var values: JSONObject = [
      "about": .string(role.about), "voice": .string(role.voice), "mood": .string(role.mood),
      "language": .string(language), "goals": .array(role.goals.map { .string($0) }),
      "facts": .array(role.facts.map { .string($0) }),
      "hidden": .array(
        role.hiddenFacts.map { ["fact": .string($0.fact), "revealed": .string($0.revealed)] }),
    ]
    values["leaves"] = role.leaves.map { .string($0) }
    return values
  }
}

extension ClientProfile.Role {
  /// The role as text, for the checker.
  fileprivate var text: String {
    let lists = facts.map { "- \($0)" } + hiddenFacts.map { "- \($0.fact)" }
    return ([about, voice, mood, goals.joined(separator: " ")] + lists).joined(separator: "\n")
  }
}
