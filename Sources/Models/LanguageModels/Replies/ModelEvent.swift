public import CoachModel

/// An event of a model's reply.
///
/// A stream that succeeds yields `started` first and `finished` last, exactly once each. A part starts before its
/// deltas and ends after them. Parts are numbered from 0 in the order in which they start, and several may be open at
/// once.
///
/// ```swift
/// for try await event in model.stream(request) {
///   switch event {
///   case .started(let start): print("model: \(start.model ?? "unknown")")
///   case .partDelta(_, .text(let text)): print(text, terminator: "")
///   case .warning(let warning): print("warning: \(warning)")
///   case .finished(let reason): print("finished: \(reason.word)")
///   default: break
///   }
/// }
/// ```
public enum ModelEvent: Sendable, Hashable {
  /// The provider has accepted the request.
  case started(ModelStart)
  /// A part of the reply starts.
  case partStarted(index: Int, kind: ModelPartKind)
  /// More content of an open part.
  case partDelta(index: Int, delta: ModelDelta)
  /// A part is complete.
  case partEnded(index: Int)
  /// What a part holds is of another kind than its start said: what was sent as text is reasoning, because the model's
  /// template left out the tag before it, or the other way around. Whoever has shown the text removes it.
  case partReclassified(index: Int, kind: ModelPartKind)
  /// The reply broke off, and another model finishes it. All parts have ended; its text goes on in new ones.
  case continued(ReplyBreak)
  /// The tokens that the call has consumed so far, in total. A later event replaces an earlier one, up to a break.
  case usage(TokenUsage)
  /// A warning for the caller; the stream continues.
  case warning(String)
  /// The end of the reply, with the reason. No event follows.
  case finished(FinishReason)

  /// The text that this event adds to ``ModelReply/text``; nil for other events.
  public var text: String? {
    if case .partDelta(_, .text(let text)) = self { text } else { nil }
  }

  /// The text that this event adds to ``ModelReply/words``, which includes refusals; nil for other events.
  public var words: String? {
    if case .partDelta(_, .refusal(let text)) = self { text } else { text }
  }
}

/// What a provider states at the start of a reply.
public struct ModelStart: Sendable, Hashable {
  /// The provider's identifier of the reply.
  public var id: String?
  /// The name of the answering model, as the provider states it.
  public var model: String?
  /// The provider's identifier of the request, to quote to its support.
  public var requestID: String?
  /// The protocol in which the reply arrived. Provider-specific parts are sent back in this protocol only.
  public var wire: WireProtocol?
  /// Whether the reply was cached from an earlier call, so that its timing says nothing about the model.
  public var isCached: Bool

  /// Creates a start. By default nothing is known and the reply is not cached.
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

/// Where a reply broke off that another model finishes; see `ModelStack.finishesBrokenReplies` (module ModelLayers).
public struct ReplyBreak: Sendable, Hashable {
  /// The model whose reply broke off.
  public var failed: ModelIdentity
  /// Why it broke off.
  public var failure: ModelError.Code
  /// The tokens that this model consumed; nil if they are not known.
  public var usage: TokenUsage?
  /// The model that goes on.
  public var next: ModelIdentity

  /// Creates a break.
  public init(
    failed: ModelIdentity, failure: ModelError.Code, usage: TokenUsage? = nil, next: ModelIdentity
  ) {
    self.failed = failed
    self.failure = failure
    self.usage = usage
    self.next = next
  }
}

/// The kind of content that a part of a reply holds.
public enum ModelPartKind: Sendable, Hashable {
  /// Text for the person.
  case text
  /// Reasoning that the model produces before its answer.
  case reasoning
  /// The text in which the model declines to answer.
  case refusal
  /// A tool call, whose arguments follow as deltas.
  case toolCall(id: String, name: String)
  /// Provider-specific content, with the provider's name for it.
  case other(String)
}

/// An increment of a part. Each kind of part has deltas of its own kind; reasoning and tool calls may also have a
/// signature.
public enum ModelDelta: Sendable, Hashable {
  /// Text for the person.
  case text(String)
  /// A piece of the reasoning.
  case reasoning(String)
  /// The provider's signature of the part, or its encrypted reasoning. Not human-readable.
  case signature(String, isHidden: Bool = false)
  /// A piece of the text in which the model declines.
  case refusal(String)
  /// A piece of the JSON text of a tool call's arguments.
  case arguments(String)
  /// Provider-specific content as JSON, in one delta per part.
  case other(String)
}

extension ModelPartKind {
  /// Whether the start of such a part alone shows that the model is generating.
  package var isContent: Bool {
    switch self {
    // A provider that withholds the reasoning announces only its start.
    case .toolCall, .reasoning: true
    case .text, .refusal, .other: false
    }
  }
}
