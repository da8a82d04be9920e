/// A user's reference to a model, such as `openai:gpt-6-luna`, `local` or `replay:file.jsonl`.
public struct ModelReference: Sendable, Hashable, CustomStringConvertible {
  /// The part before the first colon.
  public var provider: String
  /// The part after the first colon: a model name, or a path for `replay` and `scripted`. Empty if the provider has
  /// only one model.
  public var model: String

  /// Creates a reference from its parts.
  public init(provider: String, model: String = "") {
    self.provider = provider
    self.model = model
  }

  /// Parses a reference; nil if there is no provider before the colon.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let provider = parts.first, !provider.isEmpty else { return nil }
    self.init(provider: String(provider), model: parts.count == 2 ? String(parts[1]) : "")
  }

  /// `provider:model`, or only the provider if ``model`` is empty.
  public var description: String { model.isEmpty ? provider : "\(provider):\(model)" }
}
