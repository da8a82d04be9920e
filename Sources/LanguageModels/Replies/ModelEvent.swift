public import CoachModel

/// Something that happens while a model replies.
///
/// A stream that ends well yields `started` first and `finished` last, exactly once each. A part is
/// started before its deltas and ended after them; parts are numbered from 0 in the order in which
/// they start, and several may be open at once.
public enum ModelEvent: Sendable, Hashable {
  /// The provider has accepted the request.
  case started(ModelStart)
  /// A part of the reply begins.
  case partStarted(index: Int, kind: ModelPartKind)
  /// More of a part.
  case partDelta(index: Int, delta: ModelDelta)
  /// A part is whole.
  case partEnded(index: Int)
  /// What the call has consumed so far, in all; a later one replaces an earlier one.
  case usage(TokenUsage)
  /// Something the caller may want to know; the stream goes on.
  case warning(String)
  /// The reply is whole, or as whole as it will be.
  case finished(FinishReason)

  /// The words that this event adds to the reply's text, if it does.
  public var text: String? {
    if case .partDelta(_, .text(let text)) = self { text } else { nil }
  }

  /// The words that this event adds for the person to read: text, and with what the model declines.
  public var words: String? {
    if case .partDelta(_, .refusal(let text)) = self { text } else { text }
  }
}

/// What a provider says about a reply when it begins.
public struct ModelStart: Sendable, Hashable {
  /// The provider's name for the reply.
  public var id: String?
  /// The model that answers, in the provider's words.
  public var model: String?
  /// The provider's name for the request, to quote when asking its support.
  public var requestID: String?
  /// The protocol that the reply came in. What only its provider understands is sent back in no other.
  public var wire: WireProtocol?
  /// Whether the reply was kept from an earlier call, so that its time says nothing of the model.
  public var isCached: Bool

  /// Creates a start.
  public init(
    id: String? = nil, model: String? = nil, requestID: String? = nil, wire: WireProtocol? = nil,
    isCached: Bool = false
  ) {
    self.id = id
    self.model = model
    self.requestID = requestID
    self.wire = wire
    self.isCached = isCached
  }
}

/// What a part of a reply holds.
public enum ModelPartKind: Sendable, Hashable {
  /// Words for the person.
  case text
  /// What the model thinks before it speaks.
  case reasoning
  /// Words with which the model declines.
  case refusal
  /// The model asks for a tool; its arguments follow.
  case toolCall(id: String, name: String)
  /// Something that only the provider understands, in its word.
  case other(String)
}

/// More of a part of a reply. Each part has deltas of its own kind; reasoning and tool calls may have
/// a signature, too.
public enum ModelDelta: Sendable, Hashable {
  /// Words for the person.
  case text(String)
  /// Thoughts.
  case reasoning(String)
  /// The provider's seal on the part, or thoughts that it hides. Not for reading.
  case signature(String, isHidden: Bool = false)
  /// Words with which the model declines.
  case refusal(String)
  /// A piece of the arguments' JSON.
  case arguments(String)
  /// A piece that only the provider understands, as JSON; one for each part.
  case other(String)
}

extension ModelPartKind {
  /// Whether its beginning alone tells that the model is writing.
  package var isContent: Bool {
    switch self {
    // A provider that hides the thoughts says only that they begin.
    case .toolCall, .reasoning: true
    case .text, .refusal, .other: false
    }
  }
}
