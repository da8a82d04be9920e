package import ArgumentParser
package import CoachEngine
package import CoachModel
import LanguageModels
import ModelProviders

/// The option for the embedding model.
package struct EmbeddingOptions: ParsableArguments {
  package init() {}

  @Option(
    help: ArgumentHelp(
      "The embedding model: local-embeddings (see 'make local-embeddings') or provider:model.",
      valueName: "model"))
  package var embeddings: String?

  /// Returns the source of embeddings for turns; nil if none is wanted.
  package func source(timeout: Duration = .milliseconds(300)) throws -> MessageEmbeddings? {
    try embeddings.map {
      MessageEmbeddings(try ModelFactory(baseURL: nil).embeddings($0), timeout: timeout)
    }
  }

  /// Returns the embedding of a message; nil if none is wanted. Throws if the model does not answer.
  package func embedding(of message: String) async throws -> TextEmbedding? {
    guard let embeddings else { return nil }
    let model = try ModelFactory(baseURL: nil).embeddings(embeddings)
    return TextEmbedding(first: try await model.embeddings(of: [message]), by: model)
  }
}
