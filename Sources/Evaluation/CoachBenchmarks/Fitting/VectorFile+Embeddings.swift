package import LanguageModels

extension VectorFile {
  /// Adds the vectors of texts.
  ///
  /// - Parameter progress: Called with the number of these texts that have a vector.
  package mutating func add(
    _ texts: [String], from model: some EmbeddingModel, progress: (Int) -> Void
  ) async throws(ModelError) {
    for start in stride(from: 0, to: texts.count, by: 512) {
      let part = Array(texts[start..<min(start + 512, texts.count)])
      let answer = try await model.embeddings(of: part)
      for (text, vector) in zip(part, answer.vectors) { self[text] = vector.map { Float($0) } }
      progress(start + part.count)
    }
  }
}
