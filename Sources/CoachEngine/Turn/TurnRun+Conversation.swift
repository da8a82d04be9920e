import CoachDomains
import CoachSignals
import Conversations
import LanguageModels
import PromptTemplates
import SourceFiles
import StreamParsing

extension TurnRun {
  /// How often a conversation that is too long for the model is halved.
  private static let mostHalvings = 3

  /// Asks the model and passes its reply on.
  mutating func converse(_ admission: TurnAdmission) async {
    let library = turn.prompts()
    let route = admission.route == .discovery ? turn.models.discovery : turn.models.coaching
    guard let (reference, experiment) = await prompt(for: admission.route, in: library) else {
      return await settle(admission, isAnswered: false)
    }
    if admission.route == .discovery, request.isOpening, !request.conversation.messages.isEmpty {
      await fail(.unknown, "the coach is to speak first in a discovery that has begun")
      return await settle(admission, isAnswered: false)
    }
    var assembly = AssemblyRequest(
      prompt: reference, person: request.person, persona: request.persona,
      opening: request.isOpening, today: today.description, values: request.inputs)
    await chooseDomain(&assembly, in: library)
    var window: HistoryWindow? = HistoryWindow(
      request.messages, tokens: turn.configuration.historyTokens)
    var spoken = SpokenReply()
    var halvings = 0
    while let messages = window {
      guard let rendered = await assemble(&assembly, messages, in: library) else {
        return await settle(admission, isAnswered: false)
      }
      let modelRequest = ModelRequest(rendered, route)
      if halvings == 0 {
        outcome.timings.assembly = elapsed - outcome.timings.access
        await pipe.send(
          .started(
            TurnStart(
              requestID: request.id, messageID: request.messageID, route: admission.route,
              prompt: rendered.reference)))
      }
      outcome.prompt = TurnPrompt(
        reference: rendered.reference, templateDigest: rendered.templateDigest,
        requestDigest: modelRequest.digest, experiment: experiment,
        leftOutMessages: messages.leftOut)
      spoken = await ReplySpeaker(
        route: route, request: modelRequest, contract: rendered.contract,
        patience: turn.configuration.patience, clock: turn.clock, pipe: pipe
      ).speak()
      note(spoken.reply.usage, of: rendered.reference, by: spoken.model ?? route.model.identity)
      note(firstWords: spoken.firstWords)
      guard spoken.isTooLong, halvings < Self.mostHalvings else { break }
      halvings += 1
      window = messages.half
    }
    await conclude(spoken, admission)
    await settle(admission, isAnswered: !spoken.isEmpty && !Task.isCancelled)
  }

  // MARK: What is asked

  /// The version of the prompt that the person gets, and the experiment that it is part of.
  private mutating func prompt(
    for route: TurnRoute, in library: PromptLibrary
  ) async -> (PromptReference, experiment: String?)? {
    let prompts = turn.configuration.prompts
    let reference =
      turn.configuration.pinnedPrompt
      ?? (route == .discovery ? prompts.discovery : prompts.coaching)
    if reference.version != nil || route == .pinned { return (reference, nil) }
    do throws(SourceError) {
      let assignment = try library.assign(request.person.id, to: reference.name)
      return (assignment.reference, assignment.experiment)
    } catch {
      await fail(.unknown, error.description)
      return nil
    }
  }

  /// Decides the domain for a prompt that has one.
  private mutating func chooseDomain(
    _ assembly: inout AssemblyRequest, in library: PromptLibrary
  ) async {
    let domains = turn.domains()
    let names = (try? library.prompt(assembly.prompt))?.inputNames ?? []
    if names.contains("domains") { assembly.domains = domains }
    guard names.contains("domain") else { return }
    let decision: RoutingDecision
    if let domain = request.domain {
      decision = RoutingDecision(domain: domain, confidence: 1, reason: "the request names it")
    } else {
      decision = await turn.routing.decide(
        request.message, history: request.conversation.messages,
        current: request.conversation.domain,
        preferred: request.person.discovery?.coachingDomains ?? [], among: domains)
    }
    outcome.routing = decision
    assembly.isDomainUnclear = decision.needsClarification
    // Without a domain the coach still needs a ground to stand on while it asks.
    assembly.domain =
      domains.first { $0.id == decision.domain } ?? domains.first { $0.id == "life" }
      ?? domains.first
  }

  private mutating func assemble(
    _ assembly: inout AssemblyRequest, _ window: HistoryWindow, in library: PromptLibrary
  ) async -> RenderedPrompt? {
    assembly.history = window.messages
    assembly.earlierCoachMessages = window.leftOutCoachMessages
    do throws(SourceError) {
      return try PromptAssembler(library: library).assemble(assembly)
    } catch {
      await fail(.unknown, error.description)
      return nil
    }
  }

  // MARK: What came of it

  private mutating func conclude(_ spoken: SpokenReply, _ admission: TurnAdmission) async {
    let code =
      spoken.error.map { TurnFailure.Code($0, keepsText: !spoken.isEmpty) }
      ?? TurnFailure.Code(spoken.reply.finish, hasText: !spoken.isEmpty)
    if !spoken.isEmpty {
      outcome.message = CoachReply(
        id: request.messageID, text: spoken.text, written: spoken.reply.words, tags: spoken.tags,
        finish: spoken.reply.finish, isPartial: code != nil)
    }
    if let code {
      let ending = spoken.reply.finish.map { "the model ended with '\($0.word)'" }
      await fail(
        code, spoken.error?.description ?? ending ?? "the reply ended without a word",
        keepsText: !spoken.isEmpty)
    }
    guard !spoken.isEmpty else { return }
    await tellUsage(admission)
    if admission.route == .discovery {
      await closeDiscovery(spoken, isWhole: code == nil)
    }
    propose(spoken, admission.route)
  }

  private mutating func propose(_ spoken: SpokenReply, _ route: TurnRoute) {
    if route == .coaching, let domain = outcome.routing?.domain {
      outcome.signals.append(.domainUsed(domain))
    }
    for tag in spoken.tags where tag.isUsable {
      guard let words = tag.tag.words else { continue }
      if tag.name == "PATTERN" { outcome.signals.append(.patternSurfaced(words)) }
      if tag.name == "MEMORY" { outcome.signals.append(.memoryRecalled(words)) }
    }
  }
}

extension SpokenReply {
  /// Whether the model refused the conversation as too long.
  fileprivate var isTooLong: Bool {
    isEmpty && (error?.code == .contextOverflow || reply.finish == .contextFull)
  }
}

extension ModelRequest {
  /// The request of an assembled prompt on a route.
  init(_ rendered: RenderedPrompt, _ route: ModelRoute) {
    let own = ModelParameters(rendered.template.frontMatter)
    self.init(
      rendered, parameters: own.overridden(by: route.parameters), label: rendered.reference)
  }
}
