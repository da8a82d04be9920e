/// How much a model should reason before it answers. Providers express this as a keyword, a token budget or a switch.
public enum ReasoningEffort: Sendable, Hashable {
  /// No reasoning, if the model can turn it off.
  case none
  /// The least that the model supports.
  case minimal
  /// A small amount of reasoning.
  case low
  /// A moderate amount of reasoning.
  case medium
  /// A large amount of reasoning.
  case high
  /// At most this many tokens, which count as output.
  case tokens(Int)
  /// A provider's own keyword, such as `xhigh`.
  case other(String)

  /// The keyword, or the token count as a decimal number.
  public var word: String {
    switch self {
    case .none: "none"
    case .minimal: "minimal"
    case .low: "low"
    case .medium: "medium"
    case .high: "high"
    case .tokens(let count): String(count)
    case .other(let word): word
    }
  }

  /// Parses a keyword or a number of tokens. An unknown keyword is kept for the provider to interpret.
  public init(word: String) {
    switch word {
    case "none": self = .none
    case "minimal": self = .minimal
    case "low": self = .low
    case "medium": self = .medium
    case "high": self = .high
    default: self = Int(word).map { .tokens($0) } ?? .other(word)
    }
  }

  /// The token budget for a keyword, for providers that expect one. The figures are this library's choice: a power of
  /// two each.
  package var tokenCount: Int {
    switch self {
    case .none: 0
    case .minimal: 1024
    case .low: 2048
    case .medium: 8192
    case .high: 16384
    case .tokens(let count): count
    case .other: 16384
    }
  }

  /// How many times longer a model may be silent before it answers. The factors are this library's choice: with the usual two
  /// minutes, they exceed the longest silences that users of other clients have reported (5 minutes at `high`).
  package var patience: Int {
    switch self {
    case .none, .minimal, .low: 1
    case .medium: 2
    case .high: 4
    case .other: 6
    case .tokens(let count): count < 4096 ? 1 : count < 16384 ? 2 : 4
    }
  }

  /// The keyword closest to a token budget, for providers that accept only keywords.
  package var effortWord: String {
    guard case .tokens(let count) = self else { return word }
    switch count {
    case ...0: return "none"
    case ..<2048: return "minimal"
    case ..<8192: return "low"
    case ..<16384: return "medium"
    default: return "high"
    }
  }
}

extension ModelParameters {
  /// Returns how long the model may be silent before it answers: ``patience``, or a usual time that grows with the effort.
  package func patience(instead usual: Duration) -> Duration {
    patience ?? usual * (reasoning?.patience ?? 1)
  }
}
