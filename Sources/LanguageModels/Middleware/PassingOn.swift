/// A layer that does nothing: it makes a stream of a model that only opens replies.
struct PassingOn: ModelMiddleware {
  func open(_ call: ModelCall, with next: any LanguageModel) async throws(ModelError)
    -> OpenedReply
  {
    try await next.open(call)
  }
}
