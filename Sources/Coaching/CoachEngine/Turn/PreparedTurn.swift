package import CoachDomains
package import CoachModel
import CoachSignals
import Documents
package import PromptTemplates
import SourceFiles
import StreamParsing

/// What is decided before the prompt of a turn can be assembled.
package struct TurnChoices: Sendable {
  package var kind: TurnRoute
  /// The version of the prompt.
  package var prompt: PromptReference
  /// What assigned the version; `nil` if the product names it.
  package var assignment: PromptAssignment?
  /// How the coach opens the session; `nil` unless it speaks first with something that is due.
  package var opening: CoachOpening?
  /// The domain; `nil` for a turn without one.
  package var routing: RoutingDecision?
  /// What the coach is told about signs of danger.
  package var concern: TurnConcern?
  /// Whether one of the last messages may have signalled danger: discovery is not brought to its end then.
  package var followsDanger = false
  /// The whole hours for which the person has been writing without a long pause; `nil` before the third.
  package var hoursWriting: Int?
  /// The notices of laws that are shown above the reply.
  package var notices: [NoticeKind] = []
  /// The meaning of what memories are recalled for; `nil` if it is unknown.
  package var meaning: TextEmbedding?
  /// The names of sections that are left out, to see what they are good for.
  package var leftOutSections: [String] = []

  package init(kind: TurnRoute, prompt: PromptReference) {
    self.kind = kind
    self.prompt = prompt
  }
}

/// The stage before a model is asked: the prompt, and what becomes of the reply's text.
package struct PreparedTurn: Sendable {
  package let kind: TurnRoute
  package let prompt: RenderedPrompt
  /// The processing of the reply's text.
  package let pipeline: ReplyPipeline
  /// What assigned the prompt's version; `nil` if the product names it.
  let assignment: PromptAssignment?
  /// The number of earlier messages that the prompt omits.
  let leftOutMessages: Int
  /// The ids of the messages of earlier sessions that the prompt recalls.
  let memories: [String]
  /// The caller's inputs, and parts of them, that the prompt was not given because its version does not declare them.
  let leftOutInputs: [String]
  /// What the turn was prepared from; `nil` if it is not prepared again.
  private let origin: Origin?

  /// What is needed to prepare a turn again from a shorter conversation.
  private struct Origin: Sendable {
    var inputs: TurnInputs
    var choices: TurnChoices
    var assembly: AssemblyRequest
    var window: HistoryWindow
    var halvings = 0
  }

  init(
    kind: TurnRoute, prompt: RenderedPrompt, pipeline: ReplyPipeline, leftOutMessages: Int
  ) {
    self.kind = kind
    self.prompt = prompt
    self.pipeline = pipeline
    self.leftOutMessages = leftOutMessages
    assignment = nil
    memories = []
    leftOutInputs = []
    origin = nil
  }

  /// The maximum number of times that a conversation is halved if it is too long for the model.
  private static let maximumHalvings = 3

  /// Returns the same turn with the second half of the conversation, for a model that finds it too long; `nil` if nothing
  /// more can be left out.
  package func halved() throws(TurnError) -> PreparedTurn? {
    guard var origin, origin.halvings < Self.maximumHalvings, let half = origin.window.half else {
      return nil
    }
    origin.window = half
    origin.halvings += 1
    return try PreparedTurn(origin)
  }

  /// Prepares a turn from its assembly and the part of the conversation that it shows.
  fileprivate init(
    _ inputs: TurnInputs, _ choices: TurnChoices, _ assembly: AssemblyRequest,
    window: HistoryWindow
  ) throws(TurnError) {
    try self.init(
      Origin(inputs: inputs, choices: choices, assembly: assembly, window: window))
  }

  private init(_ origin: Origin) throws(TurnError) {
    let (inputs, choices) = (origin.inputs, origin.choices)
    var assembly = origin.assembly
    assembly.history = origin.window.messages
    assembly.earlierCoachMessages = origin.window.leftOutCoachMessages
    do throws(SourceError) {
      prompt = try PromptAssembler(library: inputs.library).assemble(assembly)
        .leavingOut(choices.leftOutSections)
    } catch {
      throw TurnError(error)
    }
    self.origin = origin
    kind = choices.kind
    let keepsDiscoveryOpen = inputs.keepsDiscoveryOpen(
      choices.concern, followsDanger: choices.followsDanger)
    pipeline = ReplyPipeline(
      prompt.contract,
      guardrail: inputs.guardrail(
        isDiscovery: kind == .discovery, instructions: prompt.instructions),
      rejectedTags: inputs.rejectedTags(in: kind, keepsDiscoveryOpen: keepsDiscoveryOpen))
    assignment = choices.assignment
    leftOutMessages = origin.window.leftOut
    leftOutInputs =
      inputs.request.inputs.keys.filter { assembly.values[$0] == nil }
      + prompt.leftOutInputs.filter { $0.giver == .caller }.map(\.description)
    memories =
      inputs.request.record == nil ? [] : assembly.person.memories.compactMap(\.message)
  }
}

extension TurnInputs {
  /// Prepares the turn: window of the conversation, person, memories and prompt.
  ///
  /// Throws ``TurnError`` if the prompt cannot be assembled, or the request does not fit it.
  package func prepared(_ choices: TurnChoices) throws(TurnError) -> PreparedTurn {
    let kind = choices.kind
    if kind == .discovery, request.isOpening, messageNumber > 1 {
      throw TurnError(
        .invalidRequest, "the coach is to speak first in a discovery that has started")
    }
    let names = try inputNames(of: choices.prompt)
    var assembly = AssemblyRequest(
      prompt: choices.prompt, person: request.person, persona: request.persona,
      sessionMessages: request.conversation.session.count + (request.isOpening ? 0 : 1),
      opening: request.isOpening, today: today.description)
    assembly.closing = request.inputs["closing"]?.bool
    assembly.closingMessage = configuration.discovery.closingMessage
    assembly.lastMessage = configuration.discovery.ceiling
    if keepsDiscoveryOpen(choices.concern, followsDanger: choices.followsDanger) {
      assembly.closing = false
      assembly.lastMessage = max(configuration.discovery.ceiling, messageNumber + 1)
    }
    // A caller cannot know which prompt a turn will use, except for a pinned one.
    let known = Set(library.versions(of: choices.prompt.name).flatMap(\.inputNames))
    for (name, value) in request.inputs where kind == .pinned || known.contains(name) {
      assembly.values[name] = value
    }
    if hasShownPattern { assembly.offered["pattern_used"] = true }
    if hasOfferedLookBack { assembly.offered["look_back_offered"] = true }
    if let hours = choices.hoursWriting { assembly.offered["hours_here"] = .integer(hours) }
    if !choices.notices.isEmpty {
      assembly.offered["notices_shown"] = .array(choices.notices.map { .string($0.rawValue) })
    }
    if mayHaveOfferedLookBack { assembly.offered["look_back_pending"] = true }
    assembly.domains = domains
    assembly.patternTag = configuration.tags.pattern
    if hasTalkedSinceDiscovery { assembly.person.discovery?.ahaInsight = "" }
    if let concern = choices.concern {
      if concern.isFollowUp, names.contains("after_danger") {
        assembly.values["after_danger"] = true
      } else if names.contains("concern") {
        assembly.values["concern"] = .array(concern.noticed)
      }
    }
    if let decision = choices.routing { assembly.take(decision, of: self) }
    let window =
      choices.opening == nil
      ? HistoryWindow(request.messages, tokens: configuration.context.history)
      : HistoryWindow([])
    if kind != .discovery {
      addPerson(to: &assembly, choices: choices, window: window, promptInputs: names)
      if bringsUp(assembly) { assembly.isOffTopic = false }
    }
    return try PreparedTurn(self, choices, assembly, window: window)
  }

  /// Whether the coach has named a pattern in this session: by the tags beside a message, in its text, or in the record.
  private var hasShownPattern: Bool {
    let tag = configuration.tags.pattern
    let conversation = request.conversation
    let shown = request.record?.shownTags(
      in: conversation.id, last: conversation.sessionStart > 0 ? conversation.session.count : nil)
    return conversation.session.contains { $0.shows(tag) } || shown?.contains(tag) ?? false
  }

  func inputNames(of prompt: PromptReference) throws(TurnError) -> [String] {
    do throws(SourceError) {
      return try library.prompt(prompt).inputNames
    } catch {
      throw TurnError(error)
    }
  }

  /// The signals that come too early to end discovery, with the reason for rejecting them.
  fileprivate func rejectedTags(
    in kind: TurnRoute, keepsDiscoveryOpen: Bool
  ) -> [String: String] {
    let discovery = configuration.discovery
    guard kind == .discovery else { return [:] }
    if messageNumber < discovery.floor {
      return [
        discovery.signal:
          "it comes with message \(messageNumber), and discovery closes from message"
          + " \(discovery.floor) on"
      ]
    }
    return keepsDiscoveryOpen
      ? [discovery.signal: "the person may be in danger, and discovery goes on until they are not"]
      : [:]
  }

  /// Returns whether the message may signal danger, or one in the last days did and the coach has not asked since how things
  /// are.
  func isNearDanger(_ concern: TurnConcern?) -> Bool {
    concern != nil || request.record?.crises.isPending ?? false
  }

  /// Returns whether discovery goes on whatever the coach writes, because danger may be near: nobody is shown a paywall then.
  ///
  /// A language that the screen does not read is no sign by itself: its speakers could never complete discovery.
  func keepsDiscoveryOpen(_ concern: TurnConcern?, followsDanger: Bool) -> Bool {
    followsDanger || isNearDanger(concern?.source == .notRead ? nil : concern)
  }

  /// Returns whether discovery ends with the coach message to be written, whatever it says.
  package func isAtDiscoveryCeiling(in kind: TurnRoute) -> Bool {
    kind == .discovery && messageNumber >= configuration.discovery.ceiling
  }

  /// Returns whether the tags of a reply end discovery, unless it is kept open.
  package func endsDiscovery(
    _ tags: [CheckedTag], in kind: TurnRoute, keepsDiscoveryOpen: Bool
  ) -> Bool {
    kind == .discovery && !keepsDiscoveryOpen && configuration.discovery.floor <= messageNumber
      && tags.contains { $0.name == configuration.discovery.signal }
  }

  /// Returns whether a reply is an answer. A signal may be the whole of it.
  func isAnswer(
    _ delivered: DeliveredReply, in kind: TurnRoute, keepsDiscoveryOpen: Bool
  ) -> Bool {
    !delivered.text.isEmpty
      || delivered.tags.contains { $0.isUsable && $0.tag.words == nil }
      || endsDiscovery(delivered.tags, in: kind, keepsDiscoveryOpen: keepsDiscoveryOpen)
  }

  /// Returns the text of the coach's message, with a farewell where the model closed discovery without one.
  package func text(
    of delivered: DeliveredReply, in kind: TurnRoute, keepsDiscoveryOpen: Bool
  ) -> String {
    guard delivered.text.isEmpty, kind == .discovery, !keepsDiscoveryOpen,
      isAnswer(delivered, in: kind, keepsDiscoveryOpen: false)
    else { return delivered.text }
    return text(.discoveryClosing)
  }

  // MARK: Domain

  /// Chooses the domain of a turn; `nil` for one without a domain.
  package func routing(
    in kind: TurnRoute, of prompt: PromptReference, by routing: any DomainRouting
  ) async throws(TurnError) -> RoutingDecision? {
    guard kind.choosesDomain(promptInputs: try inputNames(of: prompt)) else { return nil }
    if let named = request.domain {
      guard domains.contains(where: { $0.id == named }) else {
        let hint = domains.map(\.id).hint(for: named).map { "; \($0)" } ?? ""
        throw TurnError(
          .invalidRequest, "there is no domain '\(named)'\(hint)", cause: "domain unknown")
      }
      return RoutingDecision(domain: named, confidence: 1, reason: "the request names it")
    }
    return await routing.decide(
      request.message, history: routedHistory,
      current: request.conversation.domain ?? personaDomain ?? discoveredDomain,
      preferred: [personaDomain].compactMap { $0 }
        + (request.person.discovery?.coachingDomains ?? []), among: domains)
  }

  /// The earlier messages that the router reads.
  ///
  /// Discovery touches every part of a person's life. In the session after it, its messages would outweigh the domain that
  /// it found.
  var routedHistory: [Message] {
    let conversation = request.conversation
    let messages = conversation.messages
    let record = request.record
    guard request.person.sessions <= 1, kind(after: .coaching) == .discovery,
      request.person.discovery != nil || record?.sessions.last?.kind == .discovery
    else { return messages }
    let coach = messages.indices.filter { messages[$0].role == .assistant }
    let start = max(0, conversation.sessionStart)
    if coach.count(where: { $0 < start }) >= configuration.discovery.floor {
      return conversation.session
    }
    if let record {
      let session = record.open.first {
        $0.conversation == conversation.id && $0.kind != .discovery
      }
      return Array(messages.suffix(session?.messages.count ?? 0))
    }
    return Array(messages.dropFirst(discoveryEnd))
  }

  /// The number of the conversation's messages that belong to a discovery with which it began: up to its signal, or to the
  /// last one that discovery can have.
  private var discoveryEnd: Int {
    let messages = request.conversation.messages
    let coach = messages.indices.filter { messages[$0].role == .assistant }
    let signal = configuration.discovery.signal
    let end =
      coach.last { messages[$0].shows(signal) }
      ?? coach.prefix(configuration.discovery.ceiling).last
    return end.map { $0 + 1 } ?? 0
  }

  /// Whether the conversation shows an earlier session after discovery, for a caller that counts none.
  private var hasTalkedSinceDiscovery: Bool {
    guard request.record == nil, request.person.sessions == 0 else { return false }
    let conversation = request.conversation
    let start = kind(after: .coaching) == .discovery ? discoveryEnd : 0
    return conversation.messages.prefix(max(0, conversation.sessionStart)).dropFirst(start)
      .contains { $0.role == .assistant }
  }

  /// The first domain that discovery found, with which the session after it begins.
  private var discoveredDomain: String? {
    guard request.person.sessions <= 1 else { return nil }
    return request.person.discovery?.coachingDomains.first { id in
      domains.contains { $0.id == id }
    }
  }

  /// The domain of the chosen persona, with which a conversation begins and which is preferred where a message fits several.
  private var personaDomain: String? {
    request.persona?.domain.flatMap { id in domains.contains { $0.id == id } ? id : nil }
  }
}

extension AssemblyRequest {
  /// Takes the domain of a decision. While the coach asks for the domain, it still needs one for its prompt.
  fileprivate mutating func take(_ decision: RoutingDecision, of inputs: TurnInputs) {
    // A person who answers the coach's opening is not asked about something else.
    isDomainUnclear = decision.needsClarification && !inputs.isAnsweringOpening
    isClinical = decision.outcome == .clinical
    isOffTopic = decision.outcome == RoutingOutcome.Kind.none
    let fallback = inputs.configuration.fallbackDomain
    domain =
      inputs.domains.first { $0.id == decision.domain }
      ?? inputs.domains.first { $0.id == fallback } ?? inputs.domains.first
  }
}
