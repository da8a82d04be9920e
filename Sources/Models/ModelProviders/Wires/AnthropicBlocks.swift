import CoachModel
import Documents
import LanguageModels

/// Encodes messages as Anthropic's content blocks, with cache breakpoints.
///
/// A breakpoint becomes a mark on the block before it. The provider accepts four; of more, the last four are kept,
/// since each of them covers the prefixes of the earlier ones.
struct AnthropicBlocks {
  private var skippedBreakpoints: Int
  private var hasShortBreakpoint = false
  private(set) var warnings: [String] = []

  private static let maximumBreakpoints = 4

  init(breakpoints: Int) {
    skippedBreakpoints = max(0, breakpoints - Self.maximumBreakpoints)
    if skippedBreakpoints > 0 {
      warnings.append(
        "Anthropic takes \(Self.maximumBreakpoints) cache breakpoints; the first"
          + " \(skippedBreakpoints) of \(breakpoints) were left out")
    }
  }

  /// Encodes the instructions, which the protocol separates from the conversation.
  mutating func system(_ messages: [ModelMessage]) throws(ModelError) -> [JSONValue] {
    var blocks: [JSONObject] = []
    for message in messages { try add(message.parts, to: &blocks) }
    return blocks.map { .object($0) }
  }

  mutating func messages(_ messages: [ModelMessage]) throws(ModelError) -> [JSONValue] {
    var lists: [(role: Role, blocks: [JSONObject])] = []
    for message in messages {
      var blocks: [JSONObject] = []
      // Tool results must come first, or the provider does not find them.
      var parts =
        (message.parts.filter(\.isToolResult) + message.parts.filter { !$0.isToolResult })[...]
      // A breakpoint at the start of a message marks the end of the previous one.
      while case .cacheBreakpoint(let lifetime)? = parts.first {
        parts.removeFirst()
        if !lists.isEmpty { mark(&lists[lists.count - 1].blocks, lifetime: lifetime) }
      }
      try add(Array(parts), to: &blocks)
      if !blocks.isEmpty { lists.append((message.role, blocks)) }
    }
    // A final assistant message, which the model continues, must not end in whitespace.
    if let last = lists.indices.last, lists[last].role == .assistant {
      lists[last].blocks.trimEnd()
    }
    return lists.map { list in
      ["role": .string(list.role.rawValue), "content": .array(list.blocks.map { .object($0) })]
    }
  }

  private mutating func add(_ parts: [ModelPart], to blocks: inout [JSONObject])
    throws(ModelError)
  {
    for part in parts {
      if case .cacheBreakpoint(let lifetime) = part {
        mark(&blocks, lifetime: lifetime)
      } else if let block = try Self.block(part) {
        blocks.append(block)
      }
    }
  }

  private mutating func mark(_ blocks: inout [JSONObject], lifetime: CacheLifetime) {
    guard skippedBreakpoints == 0 else {
      skippedBreakpoints -= 1
      return
    }
    // Reasoning cannot be marked, and an empty list has nothing to mark.
    let position = blocks.lastIndex { block in
      block["type"] != "thinking" && block["type"] != "redacted_thinking"
    }
    guard let position else { return }
    var control: JSONObject = ["type": "ephemeral"]
    switch lifetime {
    case .minutes: hasShortBreakpoint = true
    case .hour where hasShortBreakpoint:
      warnings.append(
        "a cache of an hour cannot follow one of five minutes; it was made one of these")
    case .hour: control["ttl"] = .string(lifetime.rawValue)
    }
    blocks[position]["cache_control"] = .object(control)
  }

  /// Encodes a part; nil for what Anthropic would reject or not understand: blank text, other providers' reasoning.
  private static func block(_ part: ModelPart) throws(ModelError) -> JSONObject? {
    switch part {
    case .text(let text), .refusal(let text):
      return text.allSatisfy(\.isWhitespace) ? nil : ["type": "text", "text": .string(text)]
    case .image(let url): return ["type": "image", "source": try source(url)]
    case .reasoning(let reasoning):
      guard reasoning.wire == .anthropic, let signature = reasoning.signature else { return nil }
      return reasoning.isHidden
        ? ["type": "redacted_thinking", "data": .string(signature)]
        : [
          "type": "thinking", "thinking": .string(reasoning.text),
          "signature": .string(signature),
        ]
    case .toolCall(let call):
      return [
        "type": "tool_use", "id": .string(call.id.portableCallID), "name": .string(call.name),
        "input": .object(call.argumentsObject),
      ]
    case .toolResult(let result):
      var block: JSONObject = [
        "type": "tool_result", "tool_use_id": .string(result.callID.portableCallID),
        "content": .string(result.content),
      ]
      if result.isError { block["is_error"] = true }
      return block
    case .other(let item):
      return item.wire == .anthropic ? (try? JSONValue(parsing: item.json))?.object : nil
    case .cacheBreakpoint: return nil
    }
  }

  private static func source(_ url: String) throws(ModelError) -> JSONValue {
    if let data = DataURL(url) {
      return [
        "type": "base64", "media_type": .string(data.mediaType), "data": .string(data.content),
      ]
    }
    guard url.hasPrefix("https://") else {
      throw .image(url, refusedBy: "Anthropic")
    }
    return ["type": "url", "url": .string(url)]
  }
}

extension [JSONObject] {
  /// Removes trailing whitespace from the last block if it is text.
  fileprivate mutating func trimEnd() {
    guard let block = last, block["type"] == "text", let text = block["text"]?.string,
      let end = text.lastIndex(where: { !$0.isWhitespace })
    else { return }
    self[count - 1]["text"] = .string(String(text[...end]))
  }
}

extension ModelPart {
  fileprivate var isToolResult: Bool { if case .toolResult = self { true } else { false } }
}
