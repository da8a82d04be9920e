/// Something that answers a request with a stream of events.
///
/// Providers, recordings, scripts and every wrapper around them are one type to their callers.
public protocol LanguageModel: Sendable {
  /// Which model this is, for reports and recordings.
  var identity: ModelIdentity { get }

  /// What the model is known to take and to refuse; by default nothing is known.
  var capabilities: ModelCapabilities { get }

  /// Where it is reached, when it is reached over a network.
  var server: ServerAddress? { get }

  /// Asks the model. Nothing happens before the stream is read; failures come out of the stream.
  func stream(_ request: ModelRequest) -> ModelStream

  /// Asks the model on behalf of the layers around it, and returns when the first content is there.
  ///
  /// By default this is one attempt that reads ``stream(_:)``.
  func open(_ call: ModelCall) async throws(ModelError) -> OpenedReply
}

extension LanguageModel {
  /// Nothing.
  public var capabilities: ModelCapabilities { ModelCapabilities() }

  /// Nowhere.
  public var server: ServerAddress? { nil }

  /// Makes one attempt and reads its stream up to the first content.
  public func open(_ call: ModelCall) async throws(ModelError) -> OpenedReply {
    let stream = stream(call.request)
    return try await call.attempt(by: identity) { () async throws(ModelError) in
      try await OpenedReply(reading: stream)
    }
  }
}
