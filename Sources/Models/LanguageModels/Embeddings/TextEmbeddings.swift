public import CoachModel

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
