package import LanguageModels

extension ScreenMessages {
  /// Gives every message the vector that a file holds or an embedding model returns, which the file then holds, too.
  ///
  /// - Parameter progress: Called with the number of messages that have a vector, and of all.
  package mutating func embed(
    with model: some EmbeddingModel, keeping file: inout VectorFile, progress: (Int, Int) -> Void
  ) async throws(ModelError) {
    let missing = texts.filter { file[$0] == nil }
    for start in stride(from: 0, to: missing.count, by: 512) {
      let part = Array(missing[start..<min(start + 512, missing.count)])
      let answer = try await model.embeddings(of: part)
      for (text, vector) in zip(part, answer.vectors) { file[text] = vector.map { Float($0) } }
      progress(start + part.count, missing.count)
    }
    embeddings = texts.map { file[$0] ?? [] }
  }
}
