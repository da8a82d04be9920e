import CoachDomains
import CoachModel
import CoachSignals
import Documents
import LanguageModels
import SafetyRules
import StreamParsing

/// The stage after the model's reply: what the turn says of it and what it changes, as a function of all stages before.
struct RepliedTurn: Sendable {
  /// Why a message is missing or incomplete.
  struct Failure: Sendable {
    var code: TurnFailure.Code
    var detail: String
    /// The kind of the failure, without anybody's words.
    var cause: String
  }

  /// Whether the person got an answer. A signal may be the whole of it.
  let isAnswered: Bool
  /// The coach's message; `nil` if there is none.
  private(set) var message: CoachReply?
  /// Text that stands in place of a farewell which the model left out.
  private(set) var addedText: String?
  private(set) var failure: Failure?
  /// The concern of the message, or the one that the coach raised in its reply.
  private(set) var concern: TurnConcern?
  /// Whether the turn completes discovery: by the coach's signal, or because it has gone on for so long.
  private(set) var endsDiscovery = false
  /// Observations that later summaries may use.
  private(set) var signals: [LearningSignal] = []
  private(set) var isReflectionAccepted: Bool?
  /// What the discovery signal says of the person; `nil` if it says nothing usable.
  private(set) var profile: DiscoveryProfile?
  /// Whether ``profile`` was cut off: it lacks its last fields, which may be the most important ones.
  private(set) var isProfileCut = false

  init(
    _ inputs: TurnInputs, _ screened: ScreenedMessage, domain: String?, kind: TurnRoute,
    _ streamed: StreamedReply
  ) {
    let tags = streamed.delivered.tags
    let raised = inputs.concern(raisedBy: tags, in: screened)
    let keepsOpen = inputs.keepsDiscoveryOpen(after: screened, tags: tags)
    isAnswered = inputs.isAnswer(streamed.delivered, in: kind, keepsDiscoveryOpen: keepsOpen)
    concern = screened.concern
    failure = Failure(streamed, isAnswered: isAnswered)
    guard isAnswered else { return }
    let text = inputs.text(of: streamed.delivered, in: kind, keepsDiscoveryOpen: keepsOpen)
    if streamed.delivered.text.isEmpty, !text.isEmpty { addedText = text }
    message = CoachReply(
      id: inputs.request.messageID, text: text, written: streamed.reply.words, tags: tags,
      finish: streamed.reply.finish,
      isPartial: failure != nil
        || (!streamed.delivered.isBlocked
          && ![.stop, .refusal].contains(streamed.reply.finish))
    )
    concern = raised ?? concern
    // Before the ceiling, a reply that broke off before its signal does not close discovery. At the ceiling it does: otherwise
    // whoever hangs up on each reply would have an endless free conversation. It does not while a message may signal danger,
    // or is in a language that nobody read, nor for the messages after one that may signal danger.
    endsDiscovery =
      inputs.endsDiscovery(tags, in: kind, keepsDiscoveryOpen: keepsOpen)
      || inputs.isAtDiscoveryCeiling(in: kind)
        && inputs.mayEndDiscoveryByLength(after: screened, tags: tags)
    if endsDiscovery {
      signals.append(.discoveryCompleted)
      readProfile(in: tags, inputs)
    }
    if kind == .coaching, let domain { signals.append(.domainUsed(domain)) }
    for tag in tags where tag.isUsable { take(tag, inputs.configuration.tags) }
  }

  /// Whether the message may signal danger, or one in the last days did and the coach has not asked since how things are.
  func isNearDanger(_ inputs: TurnInputs) -> Bool {
    inputs.isNearDanger(concern)
  }

  private mutating func readProfile(in tags: [CheckedTag], _ inputs: TurnInputs) {
    let signal = tags.last { $0.name == inputs.configuration.discovery.signal && $0.isUsable }
    profile = signal?.payload.flatMap { DiscoveryProfile($0) }.flatMap { $0.isEmpty ? nil : $0 }
    isProfileCut = signal?.repairs.contains(JSONRepair.cut.rawValue) ?? false
  }

  private mutating func take(_ tag: CheckedTag, _ names: TurnConfiguration.Tags) {
    switch (tag.name, tag.tag.words) {
    case (names.pattern, let words?): signals.append(.patternSurfaced(words))
    case (names.memory, let words?): signals.append(.memoryRecalled(words))
    case (names.reflectionAccepted, nil):
      isReflectionAccepted = true
      signals.append(.reflectionAccepted(.monthly))
    case (names.reflectionDeclined, nil):
      isReflectionAccepted = false
      signals.append(.reflectionDeclined(.monthly))
    default: break
    }
  }
}

extension TurnInputs {
  fileprivate func concern(raisedBy tags: [CheckedTag], in screened: ScreenedMessage)
    -> TurnConcern?
  {
    TurnConcern(raisedBy: tags, configuration.tags.concern, suspected: screened.suspected)
  }

  /// Returns whether discovery goes on after a reply with these tags, because danger may be near.
  package func keepsDiscoveryOpen(after screened: ScreenedMessage, tags: [CheckedTag]) -> Bool {
    keepsDiscoveryOpen(
      concern(raisedBy: tags, in: screened) ?? screened.concern,
      followsDanger: screened.followsDanger)
  }

  /// Returns whether discovery may end at its maximum, whatever the reply with these tags says: not near danger, nor after a
  /// message in a language that nobody read.
  package func mayEndDiscoveryByLength(after screened: ScreenedMessage, tags: [CheckedTag]) -> Bool
  {
    !keepsDiscoveryOpen(after: screened, tags: tags)
      && !isNearDanger(concern(raisedBy: tags, in: screened) ?? screened.concern)
  }
}

extension TurnConcern {
  /// The concern that the coach raised in its reply, also if what it says of it cannot be read; `nil` if it raised none.
  fileprivate init?(raisedBy tags: [CheckedTag], _ name: String, suspected: [CrisisCategory]) {
    guard let tag = tags.last(where: { $0.name == name }) else { return nil }
    self.init(
      source: .coach, categories: suspected,
      severity: tag.payload?["severity"]?.string.flatMap(CrisisSeverity.init) ?? .moderate,
      about: tag.isUsable ? tag.payload?["about"]?.string : nil)
  }
}

extension RepliedTurn.Failure {
  /// Returns what is wrong with a reply; `nil` if nothing is.
  fileprivate init?(_ streamed: StreamedReply, isAnswered: Bool) {
    let code =
      streamed.error.map { TurnFailure.Code($0, keepsText: isAnswered) }
      ?? TurnFailure.Code(
        streamed.reply.finish, hasText: isAnswered, saysSo: !streamed.reply.refusal.isEmpty)
    guard let code else { return nil }
    let ending = streamed.reply.finish.map { "the model ended with '\($0.word)'" }
    self.init(
      code: code,
      detail: streamed.error?.description ?? ending ?? "the reply ended without any text",
      cause: streamed.error?.cause ?? streamed.reply.finish?.cause ?? "no text")
  }
}

extension ModelError {
  /// The code and the HTTP status, without what the provider wrote.
  fileprivate var cause: String {
    "model: \(code.rawValue)" + (status.map { ", HTTP \($0)" } ?? "")
  }
}

extension FinishReason {
  /// The reason, unless it is in a provider's own words.
  fileprivate var cause: String {
    if case .other = self { "finish: other" } else { "finish: \(word)" }
  }
}

extension RepliedTurn {
  /// What to ask a new person, who has just got a whole reply; nothing where danger is near.
  func offer(in inputs: TurnInputs, with outcome: TurnOutcome, at time: Double) -> Offer? {
    let (policy, request) = (inputs.configuration.offers, inputs.request)
    guard policy.afterFirstReply, !isNearDanger(inputs), outcome.message?.isPartial == false,
      request.message != nil, var record = request.record, record.sessions.count == 0
    else { return nil }
    record.take(outcome, of: request, at: time, on: inputs.today)
    return record.offer(by: policy).offer
  }
}
