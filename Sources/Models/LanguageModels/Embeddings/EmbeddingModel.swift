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
