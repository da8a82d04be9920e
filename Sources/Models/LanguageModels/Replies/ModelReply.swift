public import CoachModel

/// A reply accumulated from the events of its stream. It is partial if the stream did not reach its end.
public struct ModelReply: Sendable, Hashable {
  /// The parts of the reply, in the order in which they started.
  public private(set) var parts: [ModelPart] = []
  /// What the provider stated at the start.
  public private(set) var start = ModelStart()
  /// The tokens that the call consumed, by all models; nil if one of them did not report them.
  public var usage: TokenUsage? {
    breaks.reduce(usageSinceBreak) { sum, part in
      sum.flatMap { sum in part.usage.map { sum + $0 } }
    }
  }
  /// The tokens that the model consumed that wrote the end of the reply; nil if its provider did not report them.
  public private(set) var usageSinceBreak: TokenUsage?
  /// Where the reply broke off and another model went on.
  public private(set) var breaks: [ReplyBreak] = []
  /// Why the reply ended; nil if it did not reach its end.
  public private(set) var finish: FinishReason?
  /// The warnings that the stream contained.
  public private(set) var warnings: [String] = []

  /// Creates an empty reply, to be filled with ``add(_:)``.
  public init() {}

  /// The concatenated text parts, reply tags included.
  public var text: String { joined { $0.text } }

  /// The text in which the model declined; empty if it did not.
  public var refusal: String {
    joined { if case .refusal(let text) = $0 { text } else { nil } }
  }

  /// The text for the person: text and refusals, in order.
  public var words: String {
    joined { if case .refusal(let text) = $0 { text } else { $0.text } }
  }

  /// The reasoning, as far as the provider discloses it.
  public var reasoning: String {
    joined { if case .reasoning(let reasoning) = $0 { reasoning.text } else { nil } }
  }

  /// The tool calls that the model requests, in order.
  public var toolCalls: [ToolCall] {
    parts.compactMap { if case .toolCall(let call) = $0 { call } else { nil } }
  }

  private func joined(_ text: (ModelPart) -> String?) -> String {
    parts.compactMap(text).joined()
  }

  /// Adds the next event of the stream.
  public mutating func add(_ event: ModelEvent) {
    switch event {
    case .started(let start): self.start = start
    case .partStarted(_, let kind): parts.append(emptyPart(kind))
    case .partDelta(let index, let delta) where parts.indices.contains(index):
      parts[index].add(delta)
    case .partReclassified(let index, let kind) where parts.indices.contains(index):
      parts[index] = parts[index].reclassified(as: kind, wire: start.wire)
    case .partDelta, .partEnded, .partReclassified: break
    case .continued(let part):
      breaks.append(part)
      usageSinceBreak = nil
    case .usage(let usage): usageSinceBreak = usage
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
  /// Returns text as reasoning, and reasoning as text; other parts as they are.
  fileprivate func reclassified(as kind: ModelPartKind, wire: WireProtocol?) -> ModelPart {
    switch (self, kind) {
    case (.text(let text), .reasoning): .reasoning(ModelReasoning(text: text, wire: wire))
    case (.reasoning(let reasoning), .text): .text(reasoning.text)
    default: self
    }
  }

  /// Appends a delta; one of another kind is ignored. `self` gives up its reference to the text while it grows, since
  /// each of the hundreds of deltas would otherwise copy it.
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
  /// Creates the message that adds a reply to the conversation, so that the next request continues from it. It
  /// includes reasoning and tool calls, which some providers require to be sent back unchanged.
  public init(_ reply: ModelReply) {
    self.init(role: .assistant, parts: reply.parts)
  }
}
