public import LanguageModels

/// An embedding model at a provider.
///
/// ```swift
/// let model = EndpointEmbeddings("text-embedding-3-small", at: Endpoint(.openAI, key: key), over: transport)
/// let vectors = try await model.embeddings(of: ["I feel stuck", "I got the job"]).vectors
/// ```
public struct EndpointEmbeddings: EmbeddingModel {
  /// The name of the endpoint's profile and the model's name.
  public let identity: ModelIdentity
  /// The length of the vectors, for models that can shorten them; nil is the model's default.
  public var dimensions: Int?
  private let endpoint: Endpoint
  private let transport: any HTTPTransport

  /// Creates an embedding model at an endpoint.
  public init(
    _ model: String, at endpoint: Endpoint, dimensions: Int? = nil,
    over transport: any HTTPTransport
  ) {
    identity = ModelIdentity(provider: endpoint.profile.name, model: model)
    self.dimensions = dimensions
    self.endpoint = endpoint
    self.transport = transport
  }

  /// Returns one vector for each text in one call; see ``Endpoint/embeddings(of:model:dimensions:over:)``.
  public func embeddings(of texts: [String]) async throws(ModelError) -> TextEmbeddings {
    try await endpoint.embeddings(
      of: texts, model: identity.model, dimensions: dimensions, over: transport)
  }
}
