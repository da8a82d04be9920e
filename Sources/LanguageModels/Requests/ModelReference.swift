/// How a user names a model: `openai:gpt-6-luna`, `local`, `replay:file.jsonl`.
public struct ModelReference: Sendable, Hashable, CustomStringConvertible {
  /// The word before the colon.
  public var provider: String
  /// What follows it; for `replay` and `scripted` a path; empty where the provider has one model.
  public var model: String

  /// Creates a reference.
  public init(provider: String, model: String = "") {
    self.provider = provider
    self.model = model
  }

  /// Reads a reference; nil when there is no provider before the colon.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let provider = parts.first, !provider.isEmpty else { return nil }
    self.init(provider: String(provider), model: parts.count == 2 ? String(parts[1]) : "")
  }

  /// `provider:model`, or the provider alone.
  public var description: String { model.isEmpty ? provider : "\(provider):\(model)" }
}
