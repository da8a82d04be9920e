import CoachAccess
import CoachDomains
import CoachModel
import CoachSafety
import CoachSignals
public import Documents
import LanguageModels
import PromptTemplates
public import SourceFiles

extension TurnOutcome: JSONConvertible {
  static let members = JSONObjectForm<TurnOutcome>(
    "an outcome", .required("request_id", \.requestID, .text),
    .required("person_id", \.personID, .text),
    .optional("jurisdiction", \.jurisdiction, .jurisdiction),
    .required("route", \.route, .route),
    .optional("message", \.message, CoachReply.members.form),
    .derived("discovery_complete", \.isDiscoveryComplete, .bool),
    .optional("discovery", \.discovery, DiscoveryEnd.members.form),
    .optional("reflection_accepted", \.isReflectionAccepted, .bool),
    .optional("offer", \.offer, .choice),
    .required("updates", \.updates, TurnUpdates.members.form),
    .optional("limits", \.limits, UsageNotice.members.form),
    .list("notices", \.notices, TurnNotice.members.form),
    .optional("next_notice_at", \.nextNoticeAt, .finite),
    .optional("refusal", \.refusal, TurnRefusal.members.form),
    .optional("failure", \.failure, TurnFailure.members.form),
    .derived("crisis_detected", \.isCrisis, .bool),
    .optional("safety", \.safety, SafetyAssessment.members.form),
    .optional("concern", \.concern, TurnConcern.members.form),
    .list("findings", \.findings, ReplyFinding.members.form),
    .required("trace", \.trace, TurnTrace.members.form)
  ) { object in
    TurnOutcome(
      requestID: object.requestID, personID: object.personID, jurisdiction: object.jurisdiction,
      route: object.route, message: object.message,
      discovery: object.discovery, isReflectionAccepted: object.isReflectionAccepted,
      offer: object.offer, updates: object.updates, limits: object.limits,
      notices: object.notices, nextNoticeAt: object.nextNoticeAt,
      refusal: object.refusal, failure: object.failure,
      safety: object.safety, concern: object.concern, findings: object.findings, trace: object.trace
    )
  }

  package static let document = JSONDocumentForm(members)

  /// The outcome as JSON; missing values are omitted.
  public var json: JSONValue { Self.document.json(self) }

  /// Reads an outcome from JSON. Throws ``SourceError`` with the kind and the location of the problem.
  public init(json: JSONValue) throws(SourceError) { self = try Self.document.read(json) }
}

extension TurnConcern {
  static let members = JSONObjectForm<TurnConcern>(
    "a concern", .required("source", \.source, .choice),
    .list("categories", \.categories, .choice),
    .optional("is_follow_up", \.isFollowUp, .bool, default: false),
    .optional("severity", \.severity, .choice), .optional("about", \.about, .text)
  ) {
    TurnConcern(
      source: $0.source, categories: $0.categories, isFollowUp: $0.isFollowUp,
      severity: $0.severity, about: $0.about)
  }
}

extension CoachReply {
  static let members = JSONObjectForm<CoachReply>(
    "a message of the coach", .required("id", \.id, .text), .required("text", \.text, .text),
    .optional("written", \.writtenWithTags, .text), .list("tags", \.tags, CheckedTag.members.form),
    .optional("finish", \.finish, .finishReason), .required("is_partial", \.isPartial, .bool)
  ) {
    CoachReply(
      id: $0.id, text: $0.text, written: $0.writtenWithTags ?? $0.text, tags: $0.tags,
      finish: $0.finish, isPartial: $0.isPartial)
  }

  /// What the model wrote, unless it is the text.
  private var writtenWithTags: String? { written == text ? nil : written }
}

extension JSONForm where Value == FinishReason {
  fileprivate static var finishReason: JSONForm {
    converted(
      .text, write: \.word, read: { FinishReason(word: $0) }, "turn.finish", "is not a reason")
  }
}

extension DiscoveryEnd {
  static let members = JSONObjectForm<DiscoveryEnd>(
    "the end of a discovery", .optional("profile", \.profile, DiscoveryProfile.members.form),
    .optional("source", \.source, .choice)
  ) { DiscoveryEnd(profile: $0.profile, source: $0.source) }
}

extension TurnUpdates {
  static let members = JSONObjectForm<TurnUpdates>(
    "updates", .optional("access", \.access, AccessRecord.document.form),
    .optional("domain", \.domain, .text), .optional("kind", \.kind, .conversationKind),
    .list("assignments", \.assignments, PromptAssignment.members.form),
    .list("signals", \.signals, LearningSignal.document.form)
  ) {
    TurnUpdates(
      access: $0.access, domain: $0.domain, kind: $0.kind, assignments: $0.assignments,
      signals: $0.signals)
  }
}

extension TurnTrace {
  static let members = JSONObjectForm<TurnTrace>(
    "a trace", .optional("screening", \.screening, ScreeningSummary.members.form),
    .optional("second_opinion", \.secondOpinion, .choice),
    .optional("routing", \.routing, RoutingDecision.members.form),
    .optional("prompt", \.prompt, TurnPrompt.members.form),
    .list("memories", \.memories, .text),
    .list("calls", \.calls, TurnCall.members.form),
    .derived("usage", \.usage, TokenUsage.members.form),
    .optional("cost", \.knownCost, .amount),
    .optional("spending_cap", \.reachedCap, ReachedCap.members.form),
    .list("problems", \.problems, .text),
    .required("timings", \.timings, TurnTimings.members.form)
  ) { object in
    TurnTrace(
      screening: object.screening, secondOpinion: object.secondOpinion, routing: object.routing,
      prompt: object.prompt,
      memories: object.memories, calls: object.calls, reachedCap: object.reachedCap,
      problems: object.problems, timings: object.timings)
  }

  /// The cost, if there were calls.
  private var knownCost: Double? { calls.isEmpty ? nil : cost }
}

extension ReachedCap {
  static let members = JSONObjectForm<ReachedCap>(
    "a cap on spending", .required("cap", \.cap, .choice), .required("dollars", \.dollars, .amount),
    .required("spent", \.spent, .amount), .optional("resumes_on", \.resumesOn, .day)
  ) {
    ReachedCap(cap: $0.cap, dollars: $0.dollars, spent: $0.spent, resumesOn: $0.resumesOn)
  }
}

extension TurnPrompt {
  static let members = JSONObjectForm<TurnPrompt>(
    "a prompt of a turn", .required("reference", \.reference, .text),
    .required("template_digest", \.templateDigest, .digest),
    .required("request_digest", \.requestDigest, .digest),
    .optional("experiment", \.experiment, .text),
    .optional("traffic", \.traffic, .shares, default: []),
    .optional("left_out_messages", \.leftOutMessages, .integer(), default: 0),
    .list("left_out_inputs", \.leftOutInputs, .text)
  ) {
    TurnPrompt(
      reference: $0.reference, templateDigest: $0.templateDigest, requestDigest: $0.requestDigest,
      experiment: $0.experiment, traffic: $0.traffic, leftOutMessages: $0.leftOutMessages,
      leftOutInputs: $0.leftOutInputs)
  }
}

extension JSONForm where Value == ContentDigest {
  fileprivate static var digest: JSONForm {
    converted(
      .text, write: \.description, read: { ContentDigest(description: $0) }, "turn.digest",
      "is not a digest", hint: "it is 'sha256:' and 64 hexadecimal digits")
  }
}

extension TurnCall {
  package static let members = JSONObjectForm<TurnCall>(
    "a call", .required("purpose", \.purpose, .text),
    .required("provider", \.model.provider, .text), .required("model", \.model.model, .text),
    .optional("address", \.model.address, .text), .optional("recorded", \.model.recorded, .text),
    .optional("usage", \.usage, TokenUsage.members.form), .optional("cost", \.cost, .amount),
    .optional("is_estimated", \.isEstimated, .bool, default: false)
  ) {
    TurnCall(
      purpose: $0.purpose,
      model: ModelIdentity(
        provider: $0[\.model.provider], model: $0[\.model.model], address: $0[\.model.address],
        recorded: $0[\.model.recorded]),
      usage: $0.usage, cost: $0.cost, isEstimated: $0.isEstimated)
  }
}

extension TurnTimings {
  static let members = JSONObjectForm<TurnTimings>(
    "timings", .required("access_ms", \.access, .milliseconds),
    .required("assembly_ms", \.assembly, .milliseconds),
    .optional("first_words_ms", \.timeToFirstToken, .milliseconds),
    .required("total_ms", \.total, .milliseconds)
  ) {
    TurnTimings(
      access: $0.access, assembly: $0.assembly, timeToFirstToken: $0.timeToFirstToken,
      total: $0.total)
  }
}

extension JSONForm where Value == Duration {
  /// A duration in milliseconds, rounded to three decimal places.
  fileprivate static var milliseconds: JSONForm {
    converted(
      // Up to 1,000 years.
      .number(in: 0...3.2e13),
      write: { duration in
        let (seconds, attoseconds) = duration.components
        return Double(seconds) * 1000 + (Double(attoseconds) / 1e12).rounded() / 1000
      }, read: { .microseconds(Int64(($0 * 1000).rounded())) }, "turn.duration", "is no duration")
  }
}
