import CoachModel
import Documents
import LanguageModels

/// Encodes messages for Chat Completions. Tool results become messages of their own, before the rest of the message.
struct OpenAIChatMessages {
  var dialect: ChatDialect
  /// The role of system messages.
  var instructionRole = "system"
  /// Whether cache breakpoints are written.
  var marks = false

  func messages(_ message: ModelMessage) -> [JSONValue] {
    switch message.role {
    case .assistant: return [.object(assistant(message))]
    case .system, .user:
      let results = message.parts.compactMap(Self.result)
      let isOnlyResults = message.parts.allSatisfy { part in
        switch part {
        case .toolResult, .cacheBreakpoint: true
        default: false
        }
      }
      if isOnlyResults, !results.isEmpty { return results }
      let role = message.role == .system ? instructionRole : message.role.rawValue
      return results + [["role": .string(role), "content": content(message)]]
    }
  }

  /// Encodes a string if there is only text, which every compatible server accepts, and parts if there are images or
  /// breakpoints.
  private func content(_ message: ModelMessage) -> JSONValue {
    guard marks || !message.images.isEmpty else { return .string(message.text) }
    var parts: [JSONObject] = []
    for part in message.parts {
      switch part {
      case .text(let text): parts.append(["type": "text", "text": .string(text)])
      case .image(let url):
        parts.append(["type": "image_url", "image_url": ["url": .string(url)]])
      case .cacheBreakpoint where marks: OpenAICache.mark(lastOf: &parts)
      default: break
      }
    }
    return message.images.isEmpty && !OpenAICache.isMarked(parts)
      ? .string(message.text) : .array(parts.map { .object($0) })
  }

  private static func result(_ part: ModelPart) -> JSONValue? {
    guard case .toolResult(let result) = part else { return nil }
    return [
      "role": "tool", "tool_call_id": .string(result.callID), "content": .string(result.content),
    ]
  }

  private func assistant(_ message: ModelMessage) -> JSONObject {
    var object: JSONObject = ["role": "assistant", "content": .string(message.text)]
    var calls: [JSONValue] = []
    var thoughts = ""
    for part in message.parts {
      switch part {
      case .toolCall(let call):
        let arguments = JSONValue.object(call.argumentsObject).text()
        calls.append([
          "id": .string(call.id), "type": "function",
          "function": ["name": .string(call.name), "arguments": .string(arguments)],
        ])
      case .refusal(let text): object["refusal"] = .string(text)
      case .reasoning(let reasoning): thoughts += reasoning.text
      case .other(let item) where item.type == ReasoningDetails.name:
        if dialect.reasoning == .object, item.wire == .openAIChat {
          object[item.type] = try? JSONValue(parsing: item.json)
        }
      default: break
      }
    }
    if !calls.isEmpty {
      object["tool_calls"] = .array(calls)
      if message.text.isEmpty { object["content"] = .null }
    }
    if let name = dialect.replaysReasoningAs, !thoughts.isEmpty {
      object[name] = .string(thoughts)
    }
    return object
  }
}
