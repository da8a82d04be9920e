public import Conversations

/// Something that happens while a model replies.
///
/// A stream that ends well yields `started` first and `finished` last, exactly once each.
public enum ModelEvent: Sendable, Hashable {
  /// The provider has accepted the request.
  case started(ModelStart)
  /// A part of the reply begins.
  case partStarted(index: Int, kind: ModelPartKind)
  /// More of a part.
  case partDelta(index: Int, text: String)
  /// A part is whole.
  case partEnded(index: Int)
  /// What the call has consumed so far; a later one replaces an earlier one.
  case usage(TokenUsage)
  /// Something the caller may want to know; the stream goes on.
  case warning(String)
  /// The reply is whole, or as whole as it will be.
  case finished(FinishReason)
}

/// What a provider says about a reply when it begins.
public struct ModelStart: Sendable, Hashable {
  /// The provider's name for the reply.
  public var id: String?
  /// The model that answers, in the provider's words.
  public var model: String?

  /// Creates a start.
  public init(id: String? = nil, model: String? = nil) {
    self.id = id
    self.model = model
  }
}

/// What a part of a reply holds.
public enum ModelPartKind: String, Sendable, Hashable {
  /// Words for the person.
  case text
}

/// Why a reply ended.
public enum FinishReason: Sendable, Hashable {
  /// The model had said what it wanted.
  case stop
  /// The limit of tokens was reached.
  case length
  /// The provider withheld the rest.
  case contentFilter
  /// A reason that this version does not know, in the provider's word.
  case other(String)

  /// The word used in recordings and reports.
  public var word: String {
    switch self {
    case .stop: "stop"
    case .length: "length"
    case .contentFilter: "content_filter"
    case .other(let word): word
    }
  }

  /// Reads the word; what is unknown is kept.
  public init(word: String) {
    switch word {
    case "stop": self = .stop
    case "length": self = .length
    case "content_filter": self = .contentFilter
    default: self = .other(word)
    }
  }
}
