public import LanguageModels
import SourceFiles

/// A layer that records the completed replies of a model together with their requests.
///
/// A reply that failed or was not read to its end is not recorded: it would replay as if it were complete.
/// Secrets are redacted; only a reply in which the model repeats one does not replay exactly.
///
/// ```swift
/// let writer = RecordingWriter(
///   path: "coach.jsonl",
///   header: RecordingHeader(haiku.identity, parameters: [:], recorded: "2026-03-31"))
/// let model = haiku.with(RecordingLayer { writer.add($0) })
///
/// print(try await model.stream(request).reply().text)
/// try writer.finish()
/// ```
public struct RecordingLayer: ModelMiddleware {
  private let redactor: Redactor
  private let keep: @Sendable (RecordedReply) -> Void

  /// Creates a layer; `keep` is called once for each completed reply, by the task that reads the reply.
  public init(
    redactor: Redactor = Redactor(), keep: @escaping @Sendable (RecordedReply) -> Void
  ) {
    self.redactor = redactor
    self.keep = keep
  }

  /// Opens the reply and records it when it completes.
  public func open(_ call: ModelCall, with next: any LanguageModel) async throws(ModelError)
    -> OpenedReply
  {
    let started = call.clock.now()
    // The timing of a replay is meaningless.
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
          timeToFirstTokenMilliseconds: hasTime
            ? started.duration(to: first).wholeMilliseconds : nil,
          totalMilliseconds: hasTime ? started.duration(to: end.ended).wholeMilliseconds : nil))
    }
    return reply
  }
}

extension Redactor {
  /// Returns the events without secrets.
  ///
  /// A secret can be split across deltas, so all deltas of a part that contains one are merged.
  func redact(_ events: [ModelEvent]) -> [ModelEvent] {
    var texts: [PieceKind: String] = [:]
    for case .partDelta(let index, let delta) in events {
      texts[PieceKind(index: index, delta: delta), default: ""] += delta.content
    }
    let unclean = texts.filter { !isClean($0.value) }
    guard !unclean.isEmpty || events.contains(where: \.isWarning) else { return events }
    var written: Set<PieceKind> = []
    return events.compactMap { event in
      switch event {
      case .partDelta(let index, let delta):
        let kind = PieceKind(index: index, delta: delta)
        guard let text = unclean[kind] else { return event }
        guard written.insert(kind).inserted else { return nil }
        return .partDelta(index: index, delta: delta.with(redact(text)))
      case .warning(let text): return .warning(redact(text))
      case .started, .partStarted, .partEnded, .partReclassified, .continued, .usage, .finished:
        return event
      }
    }
  }
}

/// A part and a kind of its deltas: reasoning has a signature besides its text.
private struct PieceKind: Hashable {
  let index: Int
  let isSignature: Bool

  init(index: Int, delta: ModelDelta) {
    self.index = index
    if case .signature = delta { isSignature = true } else { isSignature = false }
  }
}

extension ModelEvent {
  fileprivate var isWarning: Bool { if case .warning = self { true } else { false } }
}

extension ModelDelta {
  /// Returns a delta of the same kind with another text.
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
