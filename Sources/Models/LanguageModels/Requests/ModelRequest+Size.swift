import Documents

extension ModelRequest {
  /// An estimate of the prompt's size in tokens, for reserving capacity: one token per four bytes of text and tool
  /// declarations, four per message, 1000 per image. The count that the provider reports replaces it.
  public var roughInputTokens: Int { promptBytes / 4 + messages.count * 4 + 4 + imageTokens }

  /// The estimate, for comparison with a provider's count; nil if the prompt is short or has images, of which nobody knows what
  /// they count.
  package var countableInput: Int? {
    imageTokens == 0 && roughInputTokens >= 1000 ? roughInputTokens : nil
  }

  /// A conservative upper estimate of the prompt's size in tokens: one token per byte of text, since a token is at
  /// least one byte. Images count twice their rough size.
  public var inputTokensAtMost: Int { promptBytes + messages.count * 8 + 64 + 2 * imageTokens }

  private var imageTokens: Int { messages.reduce(0) { $0 + $1.images.count } * 1000 }

  private var promptBytes: Int {
    var bytes = 0
    for message in messages {
      for part in message.parts { bytes += part.byteCount }
    }
    for tool in tools {
      bytes += tool.name.utf8.count + tool.description.utf8.count
      bytes += tool.parameters.text().utf8.count
    }
    if case .schema(_, let schema, _) = format { bytes += schema.text().utf8.count }
    return bytes
  }
}

extension ModelPart {
  fileprivate var byteCount: Int {
    switch self {
    case .text(let text), .refusal(let text): text.utf8.count
    case .reasoning(let reasoning): reasoning.text.utf8.count
    case .toolCall(let call): call.name.utf8.count + call.arguments.utf8.count
    case .toolResult(let result): result.content.utf8.count
    case .other(let item): item.json.utf8.count
    case .image, .cacheBreakpoint: 0
    }
  }
}
