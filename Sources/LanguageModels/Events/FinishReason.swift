/// Why a reply ended.
public enum FinishReason: Sendable, Hashable {
  /// The model had said what it wanted, or came to a text at which to stop.
  case stop
  /// The limit of tokens was reached.
  case length
  /// The model waits for the results of the tools that it asked for.
  case toolCalls
  /// The provider withheld the rest.
  case contentFilter
  /// The model declined.
  case refusal
  /// The provider has paused a long turn; sending the reply back goes on with it.
  case pause
  /// The conversation fills all that the model can read.
  case contextFull
  /// A reason that this version does not know, in the provider's word. Never taken for success.
  case other(String)

  /// The word used in recordings and reports.
  public var word: String {
    switch self {
    case .stop: "stop"
    case .length: "length"
    case .toolCalls: "tool_calls"
    case .contentFilter: "content_filter"
    case .refusal: "refusal"
    case .pause: "pause"
    case .contextFull: "context_full"
    case .other(let word): word
    }
  }

  /// Reads the word; what is unknown is kept.
  public init(word: String) {
    switch word {
    case "stop": self = .stop
    case "length": self = .length
    case "tool_calls": self = .toolCalls
    case "content_filter": self = .contentFilter
    case "refusal": self = .refusal
    case "pause": self = .pause
    case "context_full": self = .contextFull
    default: self = .other(word)
    }
  }
}
