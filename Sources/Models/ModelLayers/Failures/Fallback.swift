public import LanguageModels

/// A layer that calls other models, in order, if one fails before its first content, and has them finish a reply that breaks
/// off after it if it is told to.
public struct Fallback: ModelMiddleware {
  /// The models to call after the first one, in order.
  public let others: [any LanguageModel]
  /// The error codes after which the next model is called.
  public let codes: Set<ModelError.Code>
  /// Whether the next model finishes a reply that breaks off after text was shown; see
  /// ``ModelStack/finishesBrokenReplies``.
  public let finishesBroken: Bool

  /// Creates a chain of models. Each can have its own layers, such as retries.
  public init(
    to others: [any LanguageModel], on codes: Set<ModelError.Code> = Fallback.usualCodes,
    finishingBroken finishesBroken: Bool = false
  ) {
    self.others = others
    self.codes = codes
    self.finishesBroken = finishesBroken
  }

  /// The codes of failures that concern the model or its provider rather than the request.
  ///
  /// Not included: an invalid request, a content filter, the caller's own budget, and cancellation.
  public static let usualCodes: Set<ModelError.Code> = [
    .authentication, .permission, .notFound, .contextOverflow, .rateLimit, .quota, .overloaded,
    .timeout, .transport, .decoding, .truncated, .emptyReply,
  ]

  /// Calls one model after the other until content arrives. Retries of a model leave one attempt for each of
  /// the models after it.
  public func open(_ call: ModelCall, with next: any LanguageModel) async throws(ModelError)
    -> OpenedReply
  {
    var call = call
    var later = others[...]
    var model = next
    let kept = call.attemptsKeptForOthers
    while true {
      call.attemptsKeptForOthers = kept + later.count
      do throws(ModelError) {
        let reply = try await model.open(call)
        guard finishesBroken, !later.isEmpty else { return reply }
        let events = ContinuedReply(
          reply.watched(call.clock), by: model.identity, then: later, for: call, keeping: kept)
        return try await OpenedReply(from: events)
      } catch {
        guard codes.contains(error.code), call.attempts.remaining > kept,
          let other = later.popFirst()
        else { throw error }
        model = other
      }
    }
  }
}
