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
    case .other(let word): Self.known(word) == nil ? word : "\(Self.mark)\(word)"
    }
  }

  /// Goes before a provider's word that would read as one of ours: only ours stand for success.
  private static let mark = "other:"

  /// Reads the word; what is unknown is kept.
  public init(word: String) {
    let bare = word.hasPrefix(Self.mark) ? String(word.dropFirst(Self.mark.count)) : word
    self = Self.known(word) ?? .other(bare)
  }

  private static func known(_ word: String) -> FinishReason? {
    switch word {
    case "stop": .stop
    case "length": .length
    case "tool_calls": .toolCalls
    case "content_filter": .contentFilter
    case "refusal": .refusal
    case "pause": .pause
    case "context_full": .contextFull
    default: nil
    }
  }
}
