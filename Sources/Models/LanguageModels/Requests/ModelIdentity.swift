/// The provider, the name and the server of a model, for reports, logs, caches and recordings.
///
/// Two servers can serve different models under one name, so the address belongs to the identity.
public struct ModelIdentity: Sendable, Hashable, CustomStringConvertible {
  /// The provider that serves the model, such as `openai`, `local` or `scripted`.
  public var provider: String
  /// The model's name at the provider.
  public var model: String
  /// The address of the server, such as `http://127.0.0.1:9001/v1`, without credentials; nil for the provider's usual
  /// address, and for models that are not reached over a network.
  public var address: String?
  /// The day on which the replies were recorded; nil unless they are replayed from a recording.
  public var recorded: String?

  /// Creates an identity; `recorded` is nil unless the replies are replayed from a recording.
  public init(provider: String, model: String, address: String? = nil, recorded: String? = nil) {
    self.provider = provider
    self.model = model
    self.address = address
    self.recorded = recorded
  }

  /// Whether the replies come from a recording. They cost nothing, and their latency is meaningless.
  public var isReplay: Bool { recorded != nil }

  /// The model's name without the digest of its weights.
  public var modelName: String { nameAndWeights.name }

  /// The digest of the weights as `sha256:…`; nil if the name does not contain one.
  public var weights: String? { nameAndWeights.weights }

  /// Local servers are started under a name of the form `file@sha256:digest`, so that every reply records the weights
  /// that produced it.
  private var nameAndWeights: (name: String, weights: String?) {
    let parts = model.split(separator: "@sha256:", maxSplits: 1)
    guard parts.count == 2 else { return (model, nil) }
    return (String(parts[0]), "sha256:\(parts[1])")
  }

  /// A caveat for reports if the name states fewer than a billion parameters; nil for other models.
  public var smallModelNote: String? { Self.smallModelNote(for: model) }

  /// Returns the caveat for a model name that states a size in millions of parameters, such as
  /// `SmolLM2-135M-Instruct`; nil for other names.
  public static func smallModelNote(for name: String) -> String? {
    let words = name.uppercased().split { !$0.isLetter && !$0.isNumber }
    func sizes(_ unit: Character) -> [Substring] {
      words.filter {
        $0.last == unit && $0.count > 1 && $0.dropLast().allSatisfy(\.isNumber)
      }
    }
    // "7B-Instruct-1M" is a large model with a long context.
    let size = sizes("B").isEmpty ? sizes("M").first { $0.count > 2 } : nil
    return size.map { size in
      "A model of \(size.dropLast()) million parameters keeps few of a prompt's rules: its replies"
        + " prove the path, not the prompt."
    }
  }

  /// `provider:model`, followed by the day of the recording. A digest of the weights is shortened to 12 hex digits.
  ///
  /// It does not say which server that is; see ``fullName``.
  public var description: String { name(at: nil) }

  /// The ``description`` with ` at ` and the address of the server, if there is one: what evaluations record of a model, and
  /// compare.
  public var fullName: String { name(at: address) }

  private func name(at address: String?) -> String {
    let digest = weights.map { "@\($0.prefix("sha256:".count + 12))…" } ?? ""
    let place = address.map { "\(Self.addressMark)\($0)" } ?? ""
    let name = "\(provider):\(modelName)\(digest)\(place)"
    return recorded.map { "\(name) (recorded \($0))" } ?? name
  }

  /// What stands before the address in a ``fullName``.
  package static let addressMark = " at "
}

/// The names of a model's provider and of the operation in traces and metrics, after OpenTelemetry's conventions for
/// generative AI, which differ from ours for some providers.
public struct ModelTelemetry: Sendable, Hashable {
  /// The provider (`gen_ai.provider.name`), such as `gcp.gemini`.
  public var provider: String
  /// The operation (`gen_ai.operation.name`), such as `chat`.
  public var operation: String

  /// Creates names.
  public init(provider: String, operation: String = "chat") {
    self.provider = provider
    self.operation = operation
  }
}

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
