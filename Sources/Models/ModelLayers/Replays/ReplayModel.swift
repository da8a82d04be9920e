public import LanguageModels
import SourceFiles

/// A model that replays a recording, and replies only to requests that were recorded.
///
/// ```swift
/// let path = "coach.jsonl"
/// let recording = try Recording(parsing: DiskFileSystem().read(path).bytes, path: path)
/// let model = ReplayModel(recording, path: path)
///
/// // Throws a `ModelError` with code `notRecorded` for any other request.
/// print(try await model.stream(request).reply().text)
/// ```
public struct ReplayModel: LanguageModel {
  /// The identity of the recorded model, with the day of the recording.
  public let identity: ModelIdentity
  private let recording: Recording
  private let path: String
  private let redactor: Redactor

  /// Creates a model from a recording.
  ///
  /// - Parameters:
  ///   - recording: The replies.
  ///   - path: The path of the recording, for error messages.
  ///   - redactor: The redactor that was used for the recording, so that redacted secrets do not show up as
  ///     differences in error messages.
  public init(_ recording: Recording, path: String, redactor: Redactor = Redactor()) {
    self.recording = recording
    self.path = path
    self.redactor = redactor
    identity = ModelIdentity(
      provider: recording.header.provider, model: recording.header.model,
      address: recording.header.address, recorded: recording.header.recorded)
  }

  /// Streams the recorded reply. Fails with `notRecorded` if the recording has none for exactly this request;
  /// the error names the nearest recorded request and the first difference.
  public func stream(_ request: ModelRequest) -> ModelStream {
    let recording = recording
    let (path, redactor) = (path, redactor)
    return ModelStream {
      let digest = request.digest
      if let reply = recording.replies[digest.hexadecimal] { return PreparedEvents(reply.events) }
      let what = request.label.map { " (\(redactor.redact($0)))" } ?? ""
      let nearest =
        recording.nearest(to: RecordedRequest(request, redactor: redactor)).map { ". \($0)" } ?? ""
      return PreparedEvents(
        [],
        failure: ModelError(
          .notRecorded, "\(path) contains no reply to request \(digest.short)\(what)\(nearest)",
          advice: "undo what has changed since, or record it again"))
    }
  }
}

extension Recording {
  /// Describes the nearest recorded request and its first difference; nil if the recording keeps no requests.
  fileprivate func nearest(to asked: RecordedRequest) -> String? {
    let candidates = replies.values.compactMap { reply in
      reply.asked.map { (reply: reply, recorded: $0, likeness: $0.likeness(to: asked)) }
    }
    let best = candidates.max { left, right in
      // Ties are broken by digest, so that the choice is deterministic.
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
