/// The reason why a reply ended.
public enum FinishReason: Sendable, Hashable {
  /// The model completed its reply or reached a stop sequence.
  case stop
  /// The token limit was reached.
  case length
  /// The model waits for the results of its tool calls.
  case toolCalls
  /// The provider's content filter withheld the rest.
  case contentFilter
  /// The model declined to answer.
  case refusal
  /// The provider paused a long turn; sending the reply back resumes it.
  case pause
  /// The context window is full.
  case contextFull
  /// A reason that this version does not know, as the provider names it. It never counts as success.
  case other(String)

  /// The name used in recordings and reports. A provider's own name that collides with one of these gets the prefix
  /// `other:`.
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

  /// The prefix of a provider's name that would otherwise read as one of ours, because only ours may stand for
  /// success.
  private static let mark = "other:"

  /// Parses a name as ``word`` writes it. An unknown name becomes ``other(_:)``.
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
