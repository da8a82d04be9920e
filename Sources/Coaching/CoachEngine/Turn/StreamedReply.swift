package import LanguageModels

/// A model's reply as it was streamed to the person.
struct StreamedReply: Sendable {
  /// The reply as the model sent it, before guardrails.
  var reply = ModelReply()
  /// What the person got of it.
  var delivered = DeliveredReply()
  /// The reason why the reply broke off or never started.
  var error: ModelError?
  /// The time of the first visible text.
  var firstText: ContinuousClock.Instant?
  /// The model that answered, or that was asked last.
  var model: ModelIdentity?

  /// Whether the model or its provider's filter declined to answer.
  var isDeclined: Bool {
    reply.isDeclined || error?.code == .contentFilter
  }

  /// Whether the model rejected the conversation as too long.
  var isTooLong: Bool {
    delivered.text.isEmpty && (error?.code == .contextOverflow || reply.finish == .contextFull)
  }
}

extension ModelReply {
  /// Whether the model or its provider's filter declined to answer.
  package var isDeclined: Bool {
    !refusal.isEmpty || finish == .refusal || finish == .contentFilter
  }
}
