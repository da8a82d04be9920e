package import LanguageModels

extension VectorFile {
  /// Adds the vectors of the texts that it lacks.
  ///
  /// - Parameter progress: Called with the number of these texts that have a vector, and of all.
  package mutating func add(
    _ texts: [String], from model: some EmbeddingModel, progress: (Int, Int) -> Void
  ) async throws(ModelError) {
    let missing = texts.filter { self[$0] == nil }
    for start in stride(from: 0, to: missing.count, by: 512) {
      let part = Array(missing[start..<min(start + 512, missing.count)])
      let answer = try await model.embeddings(of: part)
      for (text, vector) in zip(part, answer.vectors) { self[text] = vector.map { Float($0) } }
      progress(start + part.count, missing.count)
    }
  }
}
