import CoachModel
import Documents
import LanguageModels

/// Encodes a message as items of OpenAI's Responses API, in which tool calls, tool results and reasoning are items of
/// their own next to the messages.
enum OpenAIResponsesItems {
  /// Encodes a message; `marks` is whether cache breakpoints are written.
  static func items(_ message: ModelMessage, marks: Bool) -> [JSONValue] {
    let role = message.role == .system ? "developer" : message.role.rawValue
    var items: [JSONValue] = []
    var words: [JSONObject] = []
    func endMessage() {
      guard !words.isEmpty else { return }
      // The model's own text may be sent back only as plain text, unless with the IDs that the provider assigned.
      let text = words.compactMap { $0["text"]?.string }.joined()
      let content: JSONValue =
        message.role == .assistant ? .string(text) : .array(words.map { .object($0) })
      items.append(["type": "message", "role": .string(role), "content": content])
      words = []
    }
    for part in message.parts {
      if let word = content(part) {
        words.append(word)
      } else if let item = item(part) {
        endMessage()
        items.append(item)
      } else if marks, case .cacheBreakpoint = part {
        OpenAICache.mark(lastOf: &words)
      }
    }
    endMessage()
    // Reasoning is rejected without the item that it led to, which a truncated reply lacks.
    while items.last?["type"] == "reasoning" { items.removeLast() }
    return items
  }

  private static func content(_ part: ModelPart) -> JSONObject? {
    switch part {
    case .text(let text), .refusal(let text): ["type": "input_text", "text": .string(text)]
    case .image(let url):
      ["type": "input_image", "image_url": .string(url), "detail": "auto"]
    default: nil
    }
  }

  private static func item(_ part: ModelPart) -> JSONValue? {
    switch part {
    case .toolCall(let call):
      return [
        "type": "function_call", "call_id": .string(call.id.portableCallID),
        "name": .string(call.name),
        "arguments": .string(JSONValue.object(call.argumentsObject).text()),
      ]
    case .toolResult(let result):
      return [
        "type": "function_call_output", "call_id": .string(result.callID.portableCallID),
        "output": .string(result.content),
      ]
    case .reasoning(let reasoning):
      // The signature is the whole item as the provider sent it.
      guard reasoning.wire == .openAIResponses, let item = reasoning.signature else { return nil }
      return try? JSONValue(parsing: item)
    case .other(let item):
      return item.wire == .openAIResponses ? try? JSONValue(parsing: item.json) : nil
    case .text, .refusal, .image, .cacheBreakpoint: return nil
    }
  }
}
