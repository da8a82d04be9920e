public import LanguageModels
import SourceFiles

/// A model that answers from a recording, and only what was recorded.
public struct ReplayModel: LanguageModel {
  /// The recorded model, with the day of the recording.
  public let identity: ModelIdentity
  private let recording: Recording
  private let path: String
  private let redactor: Redactor

  /// Creates a model from a recording; `path` is named in errors. The redactor should be that of the
  /// recording, so that a secret it took out is no difference.
  public init(_ recording: Recording, path: String, redactor: Redactor = Redactor()) {
    self.recording = recording
    self.path = path
    self.redactor = redactor
    identity = ModelIdentity(
      provider: recording.header.provider, model: recording.header.model,
      recorded: recording.header.recorded)
  }

  /// Gives the recorded reply, or fails when there is none for exactly this request.
  public func stream(_ request: ModelRequest) -> ModelStream {
    let recording = recording
    let (path, redactor) = (path, redactor)
    return ModelStream {
      let digest = request.digest
      if let reply = recording.replies[digest.hexadecimal] { return PreparedEvents(reply.events) }
      let what = request.label.map { " (\(redactor.redact($0)))" } ?? ""
      let nearest =
        recording.nearest(to: RecordedRequest(request, redactor)).map { ". \($0)" } ?? ""
      return PreparedEvents(
        [],
        failure: ModelError(
          .notRecorded, "\(path) holds no reply to request \(digest.short)\(what)\(nearest)",
          advice: "undo what has changed since, or record it again"))
    }
  }
}

extension Recording {
  /// Which recorded request is the nearest, and where it first differs; nil when no requests are kept.
  fileprivate func nearest(to asked: RecordedRequest) -> String? {
    let candidates = replies.values.compactMap { reply in
      reply.asked.map { (reply: reply, recorded: $0, likeness: $0.likeness(to: asked)) }
    }
    let best = candidates.max { left, right in
      // Digests decide between equals, so that the same one is named each time.
      (left.likeness.same, left.likeness.prefix, left.reply.request)
        < (right.likeness.same, right.likeness.prefix, right.reply.request)
    }
    guard let (reply, recorded, _) = best else { return nil }
    let name = ([String(reply.request.prefix(12))] + (reply.label.map { ["(\($0))"] } ?? []))
      .joined(separator: " ")
    return recorded.firstDifference(to: asked)
      .map { "The nearest is \(name): \($0)" } ?? "The nearest is \(name)"
  }
}
