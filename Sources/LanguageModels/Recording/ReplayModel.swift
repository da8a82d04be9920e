import Conversations

/// A model that answers from a recording, and only what was recorded.
public struct ReplayModel: LanguageModel {
  /// The recorded model, with the day of the recording.
  public let identity: ModelIdentity
  private let recording: Recording
  private let path: String

  /// Creates a model from a recording; `path` is named in errors.
  public init(_ recording: Recording, path: String) {
    self.recording = recording
    self.path = path
    identity = ModelIdentity(
      provider: recording.header.provider, model: recording.header.model,
      recorded: recording.header.recorded)
  }

  /// Gives the recorded reply, or fails when there is none for exactly this request.
  public func stream(_ request: ModelRequest) -> ModelStream {
    let recording = recording
    let path = path
    return ModelStream {
      let digest = request.digest
      if let reply = recording.replies[digest.hexadecimal] { return PreparedEvents(reply.events) }
      let what = request.label.map { " (\($0))" } ?? ""
      return PreparedEvents(
        [],
        failure: ModelError(
          .notRecorded, "\(path) holds no reply to request \(digest.short)\(what)",
          advice: "a prompt, transcript or parameter has changed since; record it again"))
    }
  }
}
