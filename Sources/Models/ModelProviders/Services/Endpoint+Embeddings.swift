import CoachModel
public import LanguageModels

extension Endpoint {
  /// Returns the embeddings of texts by a model.
  ///
  /// Throws ``ModelError`` as a call does: with code `invalidRequest` for a protocol without embeddings, such as
  /// Anthropic's, and with code `decoding` if the response does not hold one vector for each text.
  ///
  /// - Parameter dimensions: The length of the vectors, for models that can shorten them; nil is the model's default.
  public func embeddings(
    of texts: [String], model: String, dimensions: Int? = nil,
    over transport: any HTTPTransport
  ) async throws(ModelError) -> TextEmbeddings {
    let exchange = profile.wire.embeddings(of: texts, model: model, dimensions: dimensions)
    guard let exchange else { throw unsupported("embed texts") }
    guard !texts.isEmpty else { return TextEmbeddings(vectors: [], usage: .zero) }
    let what = "a vector for each of the \(texts.count) texts"
    let answer = try await answer(to: exchange, for: "embed texts", with: what, over: transport)
    let vectors = answer.vectors
    let length = vectors.first?.count ?? 0
    guard vectors.count == texts.count, length > 0, vectors.allSatisfy({ $0.count == length })
    else { throw unexpected(what) }
    guard vectors.allSatisfy({ $0.allSatisfy { $0.magnitude <= Self.largestNumber } }) else {
      throw unexpected("vectors of numbers up to \(Self.largestNumber)")
    }
    return answer
  }

  /// The largest number of a vector: far above those of any model, and small enough that sums of products stay finite.
  private static let largestNumber = 1e6
}
