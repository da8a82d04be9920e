/// The vector of a text by an embedding model.
public struct TextEmbedding: Sendable, Hashable {
  /// The name of the model as its server reports it; vectors of two models cannot be compared.
  public var model: String
  /// The numbers of the vector.
  public var vector: [Float]

  /// Creates an embedding.
  public init(model: String, vector: [Float]) {
    self.model = model
    self.vector = vector
  }
}
