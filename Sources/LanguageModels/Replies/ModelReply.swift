public import CoachModel

/// A reply, gathered from its stream; a partial one when the stream did not come to its end.
public struct ModelReply: Sendable, Hashable {
  /// What the model said, in the order in which the parts began.
  public private(set) var parts: [ModelPart] = []
  /// What the provider said when it began.
  public private(set) var start = ModelStart()
  /// What the call consumed; nil when the provider did not say.
  public private(set) var usage: TokenUsage?
  /// Why it ended; nil when it did not come to its end.
  public private(set) var finish: FinishReason?
  /// What the provider warned of.
  public private(set) var warnings: [String] = []

  /// Creates an empty reply, to be filled by ``add(_:)``.
  public init() {}

  /// The text, tags included.
  public var text: String { joined { $0.text } }

  /// The words with which the model declined.
  public var refusal: String {
    joined { if case .refusal(let text) = $0 { text } else { nil } }
  }

  /// The words for the person to read: the text, and with what the model declined.
  public var words: String {
    joined { if case .refusal(let text) = $0 { text } else { $0.text } }
  }

  /// What the model thought, as far as the provider shows it.
  public var reasoning: String {
    joined { if case .reasoning(let reasoning) = $0 { reasoning.text } else { nil } }
  }

  /// The tools that the model asks for.
  public var toolCalls: [ToolCall] {
    parts.compactMap { if case .toolCall(let call) = $0 { call } else { nil } }
  }

  private func joined(_ text: (ModelPart) -> String?) -> String {
    parts.compactMap(text).joined()
  }

  /// Takes the next event into account.
  public mutating func add(_ event: ModelEvent) {
    switch event {
    case .started(let start): self.start = start
    case .partStarted(_, let kind): parts.append(emptyPart(kind))
    case .partDelta(let index, let delta) where parts.indices.contains(index):
      parts[index].add(delta)
    case .partDelta, .partEnded: break
    case .usage(let usage): self.usage = usage
    case .warning(let warning): warnings.append(warning)
    case .finished(let reason): finish = reason
    }
  }

  private func emptyPart(_ kind: ModelPartKind) -> ModelPart {
    switch kind {
    case .text: .text("")
    case .reasoning: .reasoning(ModelReasoning(wire: start.wire))
    case .refusal: .refusal("")
    case .toolCall(let id, let name): .toolCall(ToolCall(id: id, name: name))
    case .other(let type):
      .other(ProviderItem(type: type, json: "", wire: start.wire ?? .openAIChat))
    }
  }
}

extension ModelPart {
  /// Adds a piece; one of another kind is passed over. While a text grows the part lets go of it, or
  /// each of its hundreds of pieces would copy it.
  fileprivate mutating func add(_ delta: ModelDelta) {
    switch self {
    case .text(var text):
      guard case .text(let more) = delta else { return }
      self = .text("")
      text += more
      self = .text(text)
    case .refusal(var text):
      guard case .refusal(let more) = delta else { return }
      self = .refusal("")
      text += more
      self = .refusal(text)
    case .reasoning(var reasoning):
      self = .text("")
      switch delta {
      case .reasoning(let more): reasoning.text += more
      case .signature(let more, let isHidden):
        reasoning.signature = (reasoning.signature ?? "") + more
        if isHidden { reasoning.isHidden = true }
      default: break
      }
      self = .reasoning(reasoning)
    case .toolCall(var call):
      self = .text("")
      switch delta {
      case .arguments(let more): call.arguments += more
      case .signature(let more, _): call.signature = (call.signature ?? "") + more
      default: break
      }
      self = .toolCall(call)
    case .other(var item):
      guard case .other(let more) = delta else { return }
      item.json += more
      self = .other(item)
    case .image, .toolResult, .cacheBreakpoint: break
    }
  }
}

extension ModelMessage {
  /// Creates the message that puts a reply into the conversation, so that the next request goes on
  /// from it: reasoning and tool calls included, which some providers demand back unchanged.
  public init(_ reply: ModelReply) {
    self.init(role: .assistant, parts: reply.parts)
  }
}
