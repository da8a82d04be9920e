/// Which model answers.
public struct ModelIdentity: Sendable, Hashable, CustomStringConvertible {
  /// Who serves it: `openai`, `local`, `scripted`.
  public var provider: String
  /// The model's name there.
  public var model: String
  /// When its replies come from a recording: the day on which they were recorded.
  public var recorded: String?

  /// Creates an identity.
  public init(provider: String, model: String, recorded: String? = nil) {
    self.provider = provider
    self.model = model
    self.recorded = recorded
  }

  /// Whether its replies come from a recording: they cost nothing, and their time tells nothing.
  public var isReplay: Bool { recorded != nil }

  /// The model's name without the digest of its weights.
  public var modelName: String { nameAndWeights.name }

  /// The digest of the weights as `sha256:…`, where the name states it.
  public var weights: String? { nameAndWeights.weights }

  /// A local server is started with a name of the form `file@sha256:digest`, so that every reply
  /// says which weights it is from.
  private var nameAndWeights: (name: String, weights: String?) {
    let parts = model.split(separator: "@sha256:", maxSplits: 1)
    guard parts.count == 2 else { return (model, nil) }
    return (String(parts[0]), "sha256:\(parts[1])")
  }

  /// What to know before judging the model's replies, when its name says that it has fewer than a
  /// thousand million parameters; nil for others.
  public var smallModelNote: String? { Self.smallModelNote(for: model) }

  /// The note for a name such as `SmolLM2-135M-Instruct`.
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

  /// `provider:model`, and the day of the recording. A digest of weights in the name is shortened.
  public var description: String {
    let digest = weights.map { "@\($0.prefix("sha256:".count + 12))…" } ?? ""
    let name = "\(provider):\(modelName)\(digest)"
    return recorded.map { "\(name) (recorded \($0))" } ?? name
  }
}
