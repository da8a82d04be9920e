extension ModelStream {
  /// Creates the stream of a reply whose text arrives in pieces, such as that of a model that runs in this process.
  ///
  /// The stream has the events that the protocol promises: a start, one part of text, and the end. An error of the
  /// sequence that is no ``ModelError`` becomes one with code `transport`, so that layers may try again.
  ///
  /// ```swift
  /// struct LocalModel: LanguageModel {
  ///   let identity = ModelIdentity(provider: "mine", model: "small")
  ///   let generate: @Sendable (String) -> AsyncThrowingStream<String, any Error>
  ///
  ///   func stream(_ request: ModelRequest) -> ModelStream {
  ///     ModelStream(text: generate(request.messages.last?.text ?? ""))
  ///   }
  /// }
  /// ```
  public init<Pieces: AsyncSequence & Sendable>(text pieces: Pieces)
  where Pieces.Element == String {
    self.init { TextEvents(pieces.makeAsyncIterator()) }
  }
}

/// The events of a reply that consists of pieces of text.
private struct TextEvents<Pieces: AsyncIteratorProtocol>: ModelEventSource
where Pieces.Element == String {
  private var pieces: Pieces
  private var reply = ModelReply()
  private var separator = ReasoningSeparator()
  /// The events to return before the next piece is read.
  private var waiting: ArraySlice<ModelEvent> = [.started(ModelStart())]
  private var hasText = false
  private var isOver = false

  init(_ pieces: Pieces) { self.pieces = pieces }

  mutating func next() async throws(ModelError) -> ModelEvent? {
    while true {
      if let event = waiting.popFirst() {
        reply.add(event)
        return event
      }
      guard !isOver else { return nil }
      try await read()
    }
  }

  private mutating func read() async throws(ModelError) {
    do {
      guard let piece = try await pieces.next(isolation: #isolation) else {
        isOver = true
        return wait(for: (hasText ? [.partEnded(index: 0)] : []) + [.finished(.stop)])
      }
      guard !piece.isEmpty else { return }
      let start = hasText ? [] : [ModelEvent.partStarted(index: 0, kind: .text)]
      wait(for: start + [.partDelta(index: 0, delta: .text(piece))])
      hasText = true
    } catch {
      isOver = true
      var failure =
        switch error {
        case let error as ModelError: error
        case is CancellationError:
          ModelError(.cancelled, "the call was cancelled", advice: "call again if you need it")
        default:
          ModelError(.transport, "the model stopped with an error: \(error)", advice: "try again")
        }
      if hasText { failure.partial = failure.partial ?? reply }
      throw failure
    }
  }

  private mutating func wait(for events: [ModelEvent]) {
    var separated: [ModelEvent] = []
    for event in events { separator.take(event, into: &separated) }
    waiting = separated[...]
  }
}
