public import LanguageModels

/// Asks other models, in order, when one fails before its first content.
public struct Fallback: ModelMiddleware {
  /// The models after the first.
  public let others: [any LanguageModel]
  /// The failures after which another model is asked.
  public let codes: Set<ModelError.Code>

  /// Creates a chain. Each model may have layers of its own, such as retries.
  public init(
    to others: [any LanguageModel], on codes: Set<ModelError.Code> = Fallback.usualCodes
  ) {
    self.others = others
    self.codes = codes
  }

  /// Failures that say something of the model or its provider and not of the request: not a request that
  /// is wrong, withheld by a filter, beyond the caller's own budget, or stopped.
  public static let usualCodes: Set<ModelError.Code> = [
    .authentication, .permission, .notFound, .contextOverflow, .rateLimit, .quota, .overloaded,
    .timeout, .transport, .decoding, .truncated,
  ]

  /// Asks one model after the other until content comes. Retries of one leave each of the later ones an
  /// attempt.
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
        return try await model.open(call)
      } catch {
        guard codes.contains(error.code), call.attempts.remaining > kept,
          let other = later.popFirst()
        else { throw error }
        model = other
      }
    }
  }
}
