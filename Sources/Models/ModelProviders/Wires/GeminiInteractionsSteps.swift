import CoachModel
import Documents
import LanguageModels

/// Encodes a message as steps of Gemini's Interactions API, in which tool calls, tool results and thoughts are steps of their
/// own next to what the person and the model said. Thoughts are sent back with their signature, unchanged.
enum GeminiInteractionsSteps {
  static func steps(_ message: ModelMessage) throws(ModelError) -> [JSONValue] {
    let type = message.role == .assistant ? "model_output" : "user_input"
    var steps: [JSONValue] = []
    var contents: [JSONValue] = []
    func endContents() {
      guard !contents.isEmpty else { return }
      steps.append(["type": .string(type), "content": .array(contents)])
      contents = []
    }
    for part in message.parts {
      if let content = try content(part) {
        contents.append(content)
      } else if let step = step(part) {
        endContents()
        steps.append(step)
      }
    }
    endContents()
    return steps
  }

  private static func content(_ part: ModelPart) throws(ModelError) -> JSONValue? {
    switch part {
    case .text(let text), .refusal(let text):
      return text.isEmpty ? nil : ["type": "text", "text": .string(text)]
    case .image(let url): return try image(url)
    case .other(let item):
      guard contentTypes.contains(item.type) else { return nil }
      return value(of: item)
    default: return nil
    }
  }

  private static func step(_ part: ModelPart) -> JSONValue? {
    switch part {
    case .reasoning(let reasoning):
      guard reasoning.wire == .geminiInteractions, let signature = reasoning.signature else {
        return nil
      }
      var step: JSONObject = ["type": "thought", "signature": .string(signature)]
      if !reasoning.text.isEmpty {
        step["summary"] = [["type": "text", "text": .string(reasoning.text)]]
      }
      return .object(step)
    case .toolCall(let call):
      return [
        "type": "function_call", "id": .string(call.id), "name": .string(call.name),
        "arguments": .object(call.argumentsObject),
      ]
    case .toolResult(let result):
      var step: JSONObject = [
        "type": "function_result", "call_id": .string(result.callID), "name": .string(result.name),
        "result": .string(result.content),
      ]
      if result.isError { step["is_error"] = true }
      return .object(step)
    case .other(let item): return contentTypes.contains(item.type) ? nil : value(of: item)
    case .text, .image, .refusal, .cacheBreakpoint: return nil
    }
  }

  /// The kinds of contents besides text that a model writes; other items are steps.
  static let contentTypes: Set = ["audio", "document", "image", "video"]

  private static func value(of item: ProviderItem) -> JSONValue? {
    guard item.wire == .geminiInteractions,
      let object = (try? JSONValue(parsing: item.json))?.object
    else { return nil }
    return .object(object)
  }

  private static func image(_ url: String) throws(ModelError) -> JSONValue {
    if let data = DataURL(url) {
      return [
        "type": "image", "data": .string(data.content), "mime_type": .string(data.mediaType),
      ]
    }
    guard let type = GeminiParts.mediaType(of: url) else {
      throw .image(url, refusedBy: "Gemini")
    }
    return ["type": "image", "uri": .string(url), "mime_type": .string(type)]
  }
}
