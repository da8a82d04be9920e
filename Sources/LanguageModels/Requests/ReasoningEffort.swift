/// How much a model should think before it speaks. Each provider asks in its own way: a word, a
/// number of tokens, a switch.
public enum ReasoningEffort: Sendable, Hashable {
  /// Not at all, where the model can be told so.
  case none
  /// As little as the model can.
  case minimal
  /// A little.
  case low
  /// Moderately.
  case medium
  /// Thoroughly.
  case high
  /// At most so many tokens, which count as output.
  case tokens(Int)
  /// A provider's own word, such as `xhigh`.
  case other(String)

  /// The word, or the number of tokens.
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

  /// Reads a word or a number of tokens; what is unknown is kept for the provider to judge.
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

  /// The tokens that a word stands for where a provider counts: chosen by us, a power of two each.
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

  /// The word that is closest to a number of tokens where a provider knows words only.
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
