import Conversations

/// A model that passes another's replies on and keeps those that came to their end.
///
/// A reply that failed or was not read to the end is not kept: it would replay as if it were whole.
public struct RecordingModel: LanguageModel {
  /// The identity of the model that is recorded.
  public var identity: ModelIdentity { base.identity }
  private let base: any LanguageModel
  private let keep: @Sendable (RecordedReply) -> Void

  /// Records a model; `keep` is called once for every whole reply, from the task that reads it.
  public init(_ base: any LanguageModel, keep: @escaping @Sendable (RecordedReply) -> Void) {
    self.base = base
    self.keep = keep
  }

  /// Asks the model and records its reply.
  public func stream(_ request: ModelRequest) -> ModelStream {
    let base = base
    let keep = keep
    return ModelStream {
      RecordingSource(
        events: base.stream(request).makeAsyncIterator(), request: request, keep: keep)
    }
  }
}

private struct RecordingSource: ModelEventSource {
  private var events: ModelStream.AsyncIterator
  private let request: ModelRequest
  private let keep: @Sendable (RecordedReply) -> Void
  private let clock = ContinuousClock()
  private let begun: ContinuousClock.Instant
  private var firstPiece: ContinuousClock.Instant?
  private var recorded: [ModelEvent] = []

  init(
    events: ModelStream.AsyncIterator, request: ModelRequest,
    keep: @escaping @Sendable (RecordedReply) -> Void
  ) {
    self.events = events
    self.request = request
    self.keep = keep
    begun = clock.now
  }

  mutating func next() async throws(ModelError) -> ModelEvent? {
    let event = try await events.next()
    guard let event else { return nil }
    recorded.append(event)
    switch event {
    case .partDelta where firstPiece == nil: firstPiece = clock.now
    case .finished: keep(reply())
    default: break
    }
    return event
  }

  private func reply() -> RecordedReply {
    let now = clock.now
    return RecordedReply(
      request: request.digest.hexadecimal, label: request.label, events: recorded,
      firstPieceMilliseconds: begun.duration(to: firstPiece ?? now).wholeMilliseconds,
      totalMilliseconds: begun.duration(to: now).wholeMilliseconds)
  }
}
