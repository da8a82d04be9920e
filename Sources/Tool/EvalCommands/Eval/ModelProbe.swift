import CommandLineSupport
import LanguageModels
import ModelProviders
import NamedModels
import SourceFiles

/// Looks for a model at its provider without calling it.
struct ModelProbe {
  private let factory: ModelFactory

  init(_ factory: ModelFactory) {
    self.factory = factory
  }

  /// Throws if the provider cannot be reached, does not accept the key, or does not list the model.
  ///
  /// A provider that lists no models, or fails to, is not asked further: only a call would show more.
  func check(_ reference: ModelReference) async throws {
    let endpoint = try factory.endpoint(reference.provider)
    let listed: [String]
    do throws(ModelError) {
      listed = try await endpoint.models(over: factory.resolver.transport).map(\.name)
    } catch {
      switch error.code {
      case .transport, .timeout, .authentication, .permission:
        throw CommandError(error.message, hint: error.advice)
      default: return
      }
    }
    guard !reference.model.isEmpty, !listed.isEmpty, !listed.contains(reference.model),
      // Providers list dated snapshots, and accept their undated names.
      !listed.contains(where: { $0.hasPrefix(reference.model) })
    else { return }
    throw CommandError(
      "'\(reference.provider)' does not list a model '\(reference.model)'",
      hint: listed.hint(for: reference.model)
        ?? "'coachkit models --provider \(reference.provider)' lists them")
  }
}
