/// Something that answers a request with a stream of events.
///
/// Providers, recordings, scripts and every wrapper around them are one type to their callers.
public protocol LanguageModel: Sendable {
  /// Which model this is, for reports and recordings.
  var identity: ModelIdentity { get }

  /// Asks the model. Nothing happens before the stream is read; failures come out of the stream.
  func stream(_ request: ModelRequest) -> ModelStream
}

/// Which model answers.
public struct ModelIdentity: Sendable, Hashable, CustomStringConvertible {
  /// Who serves it: `openai`, `local`, `scripted`.
  public var provider: String
  /// The model's name there.
  public var model: String
  /// When its replies come from a recording: the day on which they were recorded.
  public var recorded: String?

  /// Creates an identity.
  public init(provider: String, model: String, recorded: String? = nil) {
    self.provider = provider
    self.model = model
    self.recorded = recorded
  }

  /// `provider:model`, and the day of the recording.
  public var description: String {
    let name = "\(provider):\(model)"
    return recorded.map { "\(name) (recorded \($0))" } ?? name
  }
}
