public import CoachModel

/// A model that turns texts into vectors.
///
/// The models of providers are `EndpointEmbeddings`; a model of your own needs one function:
///
/// ```swift
/// struct MyEmbeddings: EmbeddingModel {
///   let identity = ModelIdentity(provider: "mine", model: "small")
///
///   func embeddings(of texts: [String]) async throws(ModelError) -> TextEmbeddings {
///     TextEmbeddings(vectors: texts.map(vector))
///   }
/// }
/// ```
public protocol EmbeddingModel: Sendable {
  /// The provider and the name of the model.
  var identity: ModelIdentity { get }

  /// Returns one vector for each text, in their order, all of the same length; none for no texts.
  func embeddings(of texts: [String]) async throws(ModelError) -> TextEmbeddings
}

/// Embedding vectors of texts: texts with similar meanings have vectors that are close together.
public struct TextEmbeddings: Sendable, Hashable {
  /// One vector per text, in the order of the texts, all of the same length.
  public var vectors: [[Double]]
  /// The model's name as its server reports it; nil if the server does not.
  public var model: String?
  /// The tokens that the call consumed; nil if the provider did not report them.
  public var usage: TokenUsage?

  /// Creates a result with one vector per text, in the order of the texts.
  public init(vectors: [[Double]], model: String? = nil, usage: TokenUsage? = nil) {
    self.vectors = vectors
    self.model = model
    self.usage = usage
  }
}
