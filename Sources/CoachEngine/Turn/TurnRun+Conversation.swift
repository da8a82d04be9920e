import CoachDomains
import CoachModel
import JSON
import LanguageModels
import PromptTemplates
import SafetyRules
import SourceFiles
import StreamParsing

extension TurnRun {
  /// The maximum number of times that a conversation is halved if it is too long for the model.
  private static let maximumHalvings = 3

  /// Asks the model, streams its reply, and settles the turn.
  mutating func converse(_ admission: TurnAdmission) async {
    let streamed: StreamedReply
    do throws(TurnError) {
      streamed = try await ask(admission.route)
    } catch {
      await fail(error.code, error.detail, cause: error.cause)
      await settle(.unanswered)
      return
    }
    // A signal may be the whole answer.
    let isAnswered =
      !streamed.text.isEmpty || streamed.tags.contains { $0.isUsable && $0.tag.words == nil }
      || believes(streamed)
    // A message whose answer was seen stays counted; a reader who left before the end may send it again.
    let end: TurnEnd = !isAnswered ? .unanswered : Task.isCancelled ? .seenInPart : .answered
    let isOurs = await settle(end)
    if isAnswered, !isOurs, !Task.isCancelled {
      return await fail(
        .cancelled, "another attempt at this request has taken it over", cause: "taken over")
    }
    await conclude(streamed, admission: admission, isAnswered: isAnswered)
  }

  // MARK: Request

  private mutating func ask(_ kind: TurnRoute) async throws(TurnError) -> StreamedReply {
    let prompts = service.configuration.prompts
    let opening = kind == .coaching ? opening() : nil
    let own = kind.kind.flatMap { service.configuration.conversations[$0] }
    let asked =
      prompts.pinned ?? own?.prompt ?? opening?.prompt
      ?? (kind == .discovery ? prompts.discovery : prompts.coaching)
    let route =
      own.map { service.models[$0.model ?? "coaching"] }
      ?? (asked.name == prompts.discovery.name ? service.models.discovery : service.models.coaching)
    let (reference, experiment) = try TurnError.ofWorkspace { () throws(SourceError) in
      kind == .pinned ? (asked, nil) : try dealt(asked)
    }
    if kind == .discovery, request.isOpening, messageNumber > 1 {
      throw TurnError(
        .invalidRequest, "the coach is to speak first in a discovery that has started")
    }
    var assembly = AssemblyRequest(
      prompt: reference, person: request.person, persona: request.persona,
      sessionMessages: request.conversation.session.count + (request.isOpening ? 0 : 1),
      opening: request.isOpening, today: today.description)
    let names = try TurnError.ofWorkspace { () throws(SourceError) in
      try library.prompt(reference).inputNames
    }
    // A caller cannot know which prompt a turn will use, except for a pinned one.
    for (name, value) in request.inputs where kind == .pinned || names.contains(name) {
      assembly.values[name] = value
    }
    if names.contains("domains") { assembly.domains = domains }
    if let concern = outcome.concern {
      if concern.isFollowUp, names.contains("after_danger") {
        assembly.values["after_danger"] = true
      } else if names.contains("concern") {
        assembly.values["concern"] = .array(concern.noticed)
      }
    }
    if kind.choosesDomain(promptInputs: names) { try await chooseDomain(&assembly) }
    let window =
      opening == nil
      ? HistoryWindow(request.messages, tokens: service.configuration.context.history)
      : HistoryWindow([])
    if kind != .discovery {
      await addPerson(to: &assembly, opening: opening, window: window, promptInputs: names)
    }
    return try await stream(
      assembly, window: window, route: route, kind: kind, experiment: experiment)
  }

  /// Chooses the domain of the conversation.
  private mutating func chooseDomain(_ assembly: inout AssemblyRequest) async throws(TurnError) {
    var decision: RoutingDecision
    if let named = request.domain {
      guard domains.contains(where: { $0.id == named }) else {
        let hint = domains.map(\.id).hint(for: named).map { "; \($0)" } ?? ""
        throw TurnError(
          .invalidRequest, "there is no domain '\(named)'\(hint)", cause: "domain unknown")
      }
      decision = RoutingDecision(domain: named, confidence: 1, reason: "the request names it")
    } else {
      decision = await stagedRouting.decide(
        request.message, history: request.conversation.messages,
        current: request.conversation.domain ?? personaDomain,
        preferred: [personaDomain].compactMap { $0 }
          + (request.person.discovery?.coachingDomains ?? []), among: domains)
    }
    outcome.trace.routing = decision
    if !decision.needsClarification { outcome.updates.domain = decision.domain }
    assembly.isDomainUnclear = decision.needsClarification
    assembly.isClinical = decision.outcome == .clinical
    // While the coach asks for the domain, it still needs one for its prompt.
    assembly.domain =
      domains.first { $0.id == decision.domain }
      ?? domains.first { $0.id == service.configuration.fallbackDomain } ?? domains.first
  }

  /// The domain of the chosen persona, with which a conversation begins and which is preferred where a message fits several.
  private var personaDomain: String? {
    request.persona?.domain.flatMap { id in domains.contains { $0.id == id } ? id : nil }
  }

  /// The routing with the vectors that were fetched for the crisis screen, and with the service's further stages.
  private var stagedRouting: any DomainRouting {
    var local = routing
    if let router = routing as? DomainRouter, let embeddings = service.embeddings {
      var embedded = EmbeddedRouting(router, embeddings, clock: service.clock)
      embedded.asks = false
      local = embedded
    }
    guard !service.routingStages.isEmpty else { return local }
    return StagedRouting(local, then: service.routingStages, clock: service.clock)
  }

  private mutating func stream(
    _ assembly: AssemblyRequest, window: HistoryWindow, route: ModelRoute, kind: TurnRoute,
    experiment: String?
  ) async throws(TurnError) -> StreamedReply {
    var (assembly, window) = (assembly, window)
    var halvings = 0
    while true {
      assembly.history = window.messages
      assembly.earlierCoachMessages = window.leftOutCoachMessages
      let rendered = try TurnError.ofWorkspace { () throws(SourceError) in
        try PromptAssembler(library: library).assemble(assembly)
      }
      if halvings == 0 { outcome.trace.timings.assembly = elapsed - outcome.trace.timings.access }
      let streamed = await stream(
        TurnReplyCall(
          kind: kind, prompt: rendered, experiment: experiment, leftOutMessages: window.leftOut,
          route: route, timeouts: service.configuration.timeouts.reply,
          pipeline: ReplyPipeline(
            rendered.contract,
            guardrail: guardrail(
              isDiscovery: kind == .discovery, instructions: rendered.instructions),
            unbelieved: unbelievedSignals(kind)),
          announcesStart: halvings == 0))
      guard streamed.isTooLong, halvings < Self.maximumHalvings, let half = window.half else {
        return streamed
      }
      halvings += 1
      window = half
    }
  }

  // MARK: Result

  private mutating func conclude(
    _ streamed: StreamedReply, admission: TurnAdmission, isAnswered: Bool
  ) async {
    let code =
      streamed.error.map { TurnFailure.Code($0, keepsText: isAnswered) }
      ?? TurnFailure.Code(
        streamed.reply.finish, hasText: isAnswered, saysSo: !streamed.reply.refusal.isEmpty)
    if isAnswered {
      var text = streamed.text
      if text.isEmpty, admission.route == .discovery {
        // The model sent the signal without a farewell.
        text = self.text(.discoveryClosing)
        await pipe.send(.text(text))
      }
      outcome.message = CoachReply(
        id: request.messageID, text: text, written: streamed.reply.words, tags: streamed.tags,
        finish: streamed.reply.finish,
        isPartial: code != nil
          || (!streamed.isBlocked && ![.stop, .refusal].contains(streamed.reply.finish)))
    }
    if let code {
      let ending = streamed.reply.finish.map { "the model ended with '\($0.word)'" }
      await fail(
        code, streamed.error?.description ?? ending ?? "the reply ended without any text",
        cause: streamed.error?.cause ?? streamed.reply.finish?.cause ?? "no text",
        keepsText: isAnswered)
    }
    guard isAnswered else { return }
    raiseConcern(streamed)
    // A failure has the line of help in its own text.
    if code == nil || outcome.concern?.source == .coach { await showHelp() }
    await tellUsage(admission)
    if admission.route == .discovery { await closeDiscovery(streamed) }
    if admission.route == .coaching, let domain = outcome.updates.domain {
      outcome.updates.signals.append(.domainUsed(domain))
    }
    for tag in streamed.tags where tag.isUsable { note(tag) }
  }

  /// Takes up the concern that the coach raised in its reply, also if what it says of it cannot be read.
  private mutating func raiseConcern(_ streamed: StreamedReply) {
    let name = service.configuration.tags.concern
    guard let tag = streamed.tags.last(where: { $0.name == name }) else { return }
    outcome.concern = TurnConcern(
      source: .coach, categories: suspected,
      severity: tag.payload?["severity"]?.string.flatMap(CrisisSeverity.init) ?? .moderate,
      about: tag.isUsable ? tag.payload?["about"]?.string : nil)
  }

  private mutating func note(_ tag: CheckedTag) {
    let names = service.configuration.tags
    switch (tag.name, tag.tag.words) {
    case (names.pattern, let words?): outcome.updates.signals.append(.patternSurfaced(words))
    case (names.memory, let words?): outcome.updates.signals.append(.memoryRecalled(words))
    case (names.reflectionAccepted, nil):
      outcome.isReflectionAccepted = true
      outcome.updates.signals.append(.reflectionAccepted(.monthly))
    case (names.reflectionDeclined, nil):
      outcome.isReflectionAccepted = false
      outcome.updates.signals.append(.reflectionDeclined(.monthly))
    default: break
    }
  }
}

/// The reason why no model was asked.
struct TurnError: Error {
  var code: TurnFailure.Code
  var detail: String
  /// The kind of what is wrong, without anybody's words.
  var cause: String

  init(_ code: TurnFailure.Code, _ detail: String, cause: String = "request") {
    self.code = code
    self.detail = detail
    self.cause = cause
  }

  /// Converts a problem of a prompt, a domain or an input to an error with its location for operators.
  static func ofWorkspace<Value>(
    _ work: () throws(SourceError) -> Value
  ) throws(TurnError) -> Value {
    do throws(SourceError) {
      return try work()
    } catch {
      let codes = error.diagnostics.map(\.code)
      throw TurnError(.unknown, error.description, cause: codes.first ?? "prompt")
    }
  }
}
