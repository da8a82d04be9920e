public import LanguageModels
import SourceFiles

/// Passes a model's replies on and keeps those that came to their end, with what was asked.
///
/// A reply that failed or was not read to the end is not kept: it would replay as if it were whole. Secrets
/// are taken out of all that is kept; a reply in which the model repeats one is the only one that does not
/// replay as it was.
public struct RecordingLayer: ModelMiddleware {
  private let redactor: Redactor
  private let keep: @Sendable (RecordedReply) -> Void

  /// Creates a layer; `keep` is called once for every whole reply, from the task that reads it.
  public init(
    redactor: Redactor = Redactor(), keep: @escaping @Sendable (RecordedReply) -> Void
  ) {
    self.redactor = redactor
    self.keep = keep
  }

  /// Opens the reply and keeps it at its end.
  public func open(_ call: ModelCall, with next: any LanguageModel) async throws(ModelError)
    -> OpenedReply
  {
    let begun = call.clock.now()
    // What is replayed has no time of its own.
    let isMeasured = !next.identity.isReplay
    let (request, redactor, keep) = (call.request, redactor, keep)
    var reply = try await next.open(call)
    reply.whenEnded(call, keepingEvents: true) { end in
      guard end.finish != nil else { return }
      let first = end.firstContent ?? end.ended
      let form = request.digestForm
      let hasTime = isMeasured && !end.start.isCached
      keep(
        RecordedReply(
          request: ModelRequest.digest(of: form).hexadecimal,
          label: request.label.map(redactor.redact),
          asked: RecordedRequest(redactor.redact(form)), events: redactor.redact(end.events),
          firstPieceMilliseconds: hasTime ? begun.duration(to: first).wholeMilliseconds : nil,
          totalMilliseconds: hasTime ? begun.duration(to: end.ended).wholeMilliseconds : nil))
    }
    return reply
  }
}

extension Redactor {
  /// The events without secrets. A secret may be cut in two by the pieces of a reply: the pieces of a part
  /// that holds one become one piece.
  func redact(_ events: [ModelEvent]) -> [ModelEvent] {
    var texts: [PieceKind: String] = [:]
    for case .partDelta(let index, let delta) in events {
      texts[PieceKind(index, delta), default: ""] += delta.content
    }
    let unclean = texts.filter { !isClean($0.value) }
    guard !unclean.isEmpty || events.contains(where: \.isWarning) else { return events }
    var written: Set<PieceKind> = []
    return events.compactMap { event in
      switch event {
      case .partDelta(let index, let delta):
        let kind = PieceKind(index, delta)
        guard let text = unclean[kind] else { return event }
        guard written.insert(kind).inserted else { return nil }
        return .partDelta(index: index, delta: delta.with(redact(text)))
      case .warning(let text): return .warning(redact(text))
      case .started, .partStarted, .partEnded, .usage, .finished: return event
      }
    }
  }
}

/// A part, and one of the kinds of pieces that it has: thoughts have a seal beside their words.
private struct PieceKind: Hashable {
  let index: Int
  let isSignature: Bool

  init(_ index: Int, _ delta: ModelDelta) {
    self.index = index
    if case .signature = delta { isSignature = true } else { isSignature = false }
  }
}

extension ModelEvent {
  fileprivate var isWarning: Bool { if case .warning = self { true } else { false } }
}

extension ModelDelta {
  /// A piece of the same kind.
  fileprivate func with(_ text: String) -> ModelDelta {
    switch self {
    case .text: .text(text)
    case .reasoning: .reasoning(text)
    case .signature(_, let isHidden): .signature(text, isHidden: isHidden)
    case .refusal: .refusal(text)
    case .arguments: .arguments(text)
    case .other: .other(text)
    }
  }
}
