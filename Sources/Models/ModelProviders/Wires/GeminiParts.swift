import Documents
import LanguageModels

/// Encodes a message as Gemini's parts. Signed parts are sent back with their signature.
enum GeminiParts {
  static func parts(_ message: ModelMessage) throws(ModelError) -> [JSONValue] {
    var parts: [JSONValue] = []
    for part in message.parts {
      if let part = try self.part(part) { parts.append(.object(part)) }
    }
    return parts
  }

  private static func part(_ part: ModelPart) throws(ModelError) -> JSONObject? {
    switch part {
    case .text(let text), .refusal(let text): return text.isEmpty ? nil : ["text": .string(text)]
    case .image(let url): return try image(url)
    case .reasoning(let reasoning):
      guard reasoning.wire == .gemini, let signature = reasoning.signature else { return nil }
      // A signature without reasoning belongs to the text before it, and is accepted in a part of its own.
      var object: JSONObject = ["text": .string(reasoning.text)]
      if !reasoning.isHidden { object["thought"] = true }
      object["thoughtSignature"] = .string(signature)
      return object
    case .toolCall(let call):
      var object: JSONObject = [
        "functionCall": [
          "id": .string(call.id), "name": .string(call.name), "args": .object(call.argumentsObject),
        ]
      ]
      object["thoughtSignature"] = call.signature.map { .string($0) }
      return object
    case .toolResult(let result):
      // The response must be an object; the provider defines the member names for success and failure.
      let content = (try? JSONValue(parsing: result.content)) ?? .string(result.content)
      let response: JSONValue =
        content.object != nil && !result.isError
        ? content : .object([result.isError ? "error" : "output": content])
      return [
        "functionResponse": [
          "id": .string(result.callID), "name": .string(result.name), "response": response,
        ]
      ]
    case .other(let item):
      return item.wire == .gemini ? (try? JSONValue(parsing: item.json))?.object : nil
    case .cacheBreakpoint: return nil
    }
  }

  private static func image(_ url: String) throws(ModelError) -> JSONObject {
    if let data = DataURL(url) {
      return [
        "inlineData": ["mimeType": .string(data.mediaType), "data": .string(data.content)]
      ]
    }
    guard let type = mediaType(of: url) else { throw .image(url, refusedBy: "Gemini") }
    return ["fileData": ["mimeType": .string(type), "fileUri": .string(url)]]
  }

  /// Gemini requires the media type of an image at a URL; the file extension is the only source for it.
  static func mediaType(of url: String) -> String? {
    let path = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
    let types = [
      "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp",
      "gif": "image/gif", "heic": "image/heic", "heif": "image/heif",
    ]
    return path.split(separator: ".").last.flatMap { types[String($0)] }
  }
}
