package import LanguageModels

/// A layer that reports the start and the end of each call.
package struct ProbeLayer: ModelMiddleware {
  package var started: @Sendable (ModelCall) -> Void
  package var ended: @Sendable (ModelCallEnd) -> Void

  package init(
    started: @escaping @Sendable (ModelCall) -> Void = { _ in },
    ended: @escaping @Sendable (ModelCallEnd) -> Void = { _ in }
  ) {
    self.started = started
    self.ended = ended
  }

  package func open(_ call: ModelCall, with next: any LanguageModel) async throws(ModelError)
    -> OpenedReply
  {
    started(call)
    return try await next.open(call, whenEnded: ended)
  }
}
