/// A model that answers a request with a stream of events.
///
/// Providers, recordings, scripts and all layers around them conform, so that callers need not distinguish them.
/// ``identity`` and ``stream(_:)`` are the only requirements without a default.
///
/// ```swift
/// struct Echo: LanguageModel {
///   let identity = ModelIdentity(provider: "example", model: "echo")
///
///   func stream(_ request: ModelRequest) -> ModelStream {
///     ScriptedModel(replies: [request.messages.last?.text ?? ""]).stream(request)
///   }
/// }
///
/// let request = ModelRequest(messages: [ModelMessage(Message(.user, "Hello"))])
/// let text = try await Echo().stream(request).reply().text  // Hello
/// ```
public protocol LanguageModel: Sendable {
  /// The provider and name of the model, for reports and recordings.
  var identity: ModelIdentity { get }

  /// What the model is known to support. By default nothing is known.
  var capabilities: ModelCapabilities { get }

  /// The server's address; nil, the default, if the model is not reached over a network.
  var server: ServerAddress? { get }

  /// The names of the provider and the operation in traces; by default the identity's provider, and `chat`.
  var telemetry: ModelTelemetry { get }

  /// Calls the model.
  ///
  /// Nothing is sent before the stream is read, and failures are thrown while reading it.
  func stream(_ request: ModelRequest) -> ModelStream

  /// Opens a reply on behalf of the layers around the model, and returns when its first content has arrived.
  ///
  /// The default implementation makes one attempt that reads ``stream(_:)``.
  func open(_ call: ModelCall) async throws(ModelError) -> OpenedReply
}

extension LanguageModel {
  /// No known capabilities: every request is sent as it is.
  public var capabilities: ModelCapabilities { ModelCapabilities() }

  /// Nil: not reached over a network.
  public var server: ServerAddress? { nil }

  /// The identity's provider, and `chat`.
  public var telemetry: ModelTelemetry { ModelTelemetry(provider: identity.provider) }

  /// Makes one attempt and reads its stream up to the first content.
  public func open(_ call: ModelCall) async throws(ModelError) -> OpenedReply {
    let stream = stream(call.request)
    return try await call.attempt(by: identity) { () async throws(ModelError) in
      try await OpenedReply(reading: stream)
    }
  }
}
