import CoachSafety
import LanguageModels

/// A model's reply as it was said to the person.
struct StreamedReply: Sendable {
  /// The reply as it came.
  var reply = ModelReply()
  /// What the person read.
  var text = ""
  /// The tags, in order.
  var tags: [CheckedTag] = []
  /// Why it broke off, or never began.
  var error: ModelError?
  /// What the guardrails found in it.
  var findings: [ReplyFinding] = []
  /// Whether the guardrails ended it early.
  var isBlocked = false
  /// When the first words came.
  var firstWords: ContinuousClock.Instant?
  /// Who answered, or was asked last.
  var model: ModelIdentity?
  /// The resources that a reply to a crisis named.
  var namedResources: [CrisisResource] = []

  /// Whether the model, or its provider's filter, declined.
  var isDeclined: Bool {
    !reply.refusal.isEmpty || reply.finish == .refusal || reply.finish == .contentFilter
      || error?.code == .contentFilter
  }

  /// Whether the model refused the conversation as too long.
  var isTooLong: Bool {
    text.isEmpty && (error?.code == .contextOverflow || reply.finish == .contextFull)
  }
}
