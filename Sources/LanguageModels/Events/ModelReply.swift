public import Conversations

/// A whole reply, gathered from its stream.
public struct ModelReply: Sendable, Hashable {
  /// The words, tags included.
  public var text = ""
  /// What the provider said when it began.
  public var start = ModelStart()
  /// What the call consumed; nil when the provider did not say.
  public var usage: TokenUsage?
  /// Why it ended.
  public var finish: FinishReason = .stop
  /// What the provider warned of.
  public var warnings: [String] = []

  /// Creates an empty reply, to be filled by ``add(_:)``.
  public init() {}

  /// Takes the next event into account.
  public mutating func add(_ event: ModelEvent) {
    switch event {
    case .started(let start): self.start = start
    case .partDelta(_, let more): text += more
    case .usage(let usage): self.usage = usage
    case .warning(let warning): warnings.append(warning)
    case .finished(let reason): finish = reason
    case .partStarted, .partEnded: break
    }
  }
}

extension ModelStream {
  /// Reads the stream to its end.
  public func reply() async throws(ModelError) -> ModelReply {
    var reply = ModelReply()
    var events = makeAsyncIterator()
    while let event = try await events.next() { reply.add(event) }
    return reply
  }
}
