import CoachKit

/// A layer that reports every call and how it began.
public struct CallJournal: ModelMiddleware {
  private let write: @Sendable (String) -> Void

  /// Creates a layer that passes a line to `write` for each call.
  public init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

  /// Calls the model below, and reports the result.
  public func open(_ call: ModelCall, with next: any LanguageModel) async throws(ModelError)
    -> OpenedReply
  {
    do throws(ModelError) {
      let reply = try await next.open(call)
      write("\(next.identity): answers")
      return reply
    } catch {
      write("\(next.identity): \(error.code)")
      throw error
    }
  }
}
