import CoachSafety
import LanguageModels

/// A model's reply as it was streamed to the person.
struct StreamedReply: Sendable {
  /// The reply as the model sent it, before guardrails.
  var reply = ModelReply()
  /// The text that the person saw, without tags.
  var text = ""
  var tags: [CheckedTag] = []
  /// The reason why the reply broke off or never started.
  var error: ModelError?
  var findings: [ReplyFinding] = []
  /// Whether the guardrails ended the reply early.
  var isBlocked = false
  /// The time of the first visible text.
  var firstWords: ContinuousClock.Instant?
  /// The model that answered, or that was asked last.
  var model: ModelIdentity?
  /// The resources named in a reply to a crisis.
  var namedResources: [CrisisResource] = []

  /// Whether the model or its provider's filter declined to answer.
  var isDeclined: Bool {
    !reply.refusal.isEmpty || reply.finish == .refusal || reply.finish == .contentFilter
      || error?.code == .contentFilter
  }

  /// Whether the model rejected the conversation as too long.
  var isTooLong: Bool {
    text.isEmpty && (error?.code == .contextOverflow || reply.finish == .contextFull)
  }
}
