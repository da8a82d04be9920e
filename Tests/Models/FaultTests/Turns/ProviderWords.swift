import CoachAccess
import Documents
import LanguageModels
import WireFaults

/// Replies and refusals in the two families of protocols that most providers use.
struct ProviderWords: Sendable {
  /// The reason for the end of a reply.
  enum Ending: Sendable {
    /// The reply is complete.
    case stop
    /// The provider withholds the rest.
    case withheld
    /// The context window is full; only Anthropic reports this.
    case full
  }

  /// The reason for the rejection of a request.
  enum Problem: Sendable {
    case busy
    case wrongKey
    case tooManyRequests
    case tooLong
    case filtered
  }

  static let families: [ProviderWords] = [
    ProviderWords(wire: .openAIChat), ProviderWords(wire: .anthropic),
  ]

  let wire: WireProtocol

  /// The head of a streamed reply that ends with its connection.
  static let head = ServerStep.send(
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")

  /// The steps of a server that sends a complete reply.
  var goodReply: [ServerStep] { [Self.head, .send(SampleReply.of(wire).bytes)] }

  /// The text of the complete reply.
  var goodText: String { SampleReply.of(wire).text }

  /// A reply with this text, up to its end.
  func reply(_ words: [String], _ ending: Ending) -> [ServerStep] {
    beginning(words) + [.send(event(end(ending)))] + lastMark
  }

  /// A reply that starts with this text; the caller appends the rest.
  func beginning(_ words: [String]) -> [ServerStep] {
    let start: [JSONValue] =
      wire == .anthropic
      ? [
        [
          "type": "message_start",
          "message": ["id": "msg_1", "type": "message", "role": "assistant", "content": []],
        ]
      ] : [chunk(["role": "assistant", "content": ""], nil)]
    return [Self.head, .send((start + words.map(piece)).flatMap(event))]
  }

  /// The response to a rejected request.
  func refusal(_ problem: Problem, retryAfter seconds: Int? = nil) -> [ServerStep] {
    let (status, body) = wire == .anthropic ? anthropic(problem) : chat(problem)
    let text = body.text()
    let lines = [
      "HTTP/1.1 \(status) X", "Content-Type: application/json",
      "Content-Length: \(text.utf8.count)",
    ]
    let wait = seconds.map { ["Retry-After: \($0)"] } ?? []
    return [.send((lines + wait + ["", text]).joined(separator: "\r\n")), .keep]
  }

  /// A reply in which the model declines in words, which only this protocol distinguishes from other text.
  static let declinedInWords: [ServerStep] = {
    let words = ProviderWords(wire: .openAIChat)
    let refusal = words.chunk(["refusal": "I would rather not."], nil)
    return words.beginning([]) + [.send(words.event(refusal) + words.event(words.end(.stop)))]
      + words.lastMark
  }()

  // MARK: Events

  private func event(_ json: JSONValue) -> [UInt8] {
    let name = wire == .anthropic ? "event: \(json["type"]?.string ?? "")\n" : ""
    return Array("\(name)data: \(json.text())\n\n".utf8)
  }

  private func chunk(_ delta: JSONValue, _ reason: String?) -> JSONValue {
    let reason = reason.map { JSONValue.string($0) } ?? .null
    return ["id": "c1", "choices": [["index": 0, "delta": delta, "finish_reason": reason]]]
  }

  private func piece(_ words: String) -> JSONValue {
    wire == .anthropic
      ? [
        "type": "content_block_delta", "index": 0,
        "delta": ["type": "text_delta", "text": .string(words)],
      ] : chunk(["content": .string(words)], nil)
  }

  private func end(_ ending: Ending) -> JSONValue {
    guard wire == .anthropic else {
      return chunk([:], ending == .withheld ? "content_filter" : "stop")
    }
    let reason: JSONValue =
      switch ending {
      case .stop: "end_turn"
      case .withheld: "refusal"
      case .full: "model_context_window_exceeded"
      }
    return ["type": "message_delta", "delta": ["stop_reason": reason]]
  }

  private var lastMark: [ServerStep] {
    [.send(wire == .anthropic ? event(["type": "message_stop"]) : Array("data: [DONE]\n\n".utf8))]
  }

  // MARK: Refusals

  private func anthropic(_ problem: Problem) -> (status: Int, body: JSONValue) {
    let (status, type, message): (Int, JSONValue, JSONValue) =
      switch problem {
      case .busy: (529, "overloaded_error", "Overloaded")
      case .wrongKey: (401, "authentication_error", "invalid x-api-key")
      case .tooManyRequests: (429, "rate_limit_error", "This would exceed your rate limit")
      case .tooLong:
        (400, "invalid_request_error", "prompt is too long: 201234 tokens > 200000 maximum")
      case .filtered:
        (400, "invalid_request_error", "Output blocked by content filtering policy")
      }
    return (
      status,
      ["type": "error", "error": ["type": type, "message": message], "request_id": "req_1"]
    )
  }

  private func chat(_ problem: Problem) -> (status: Int, body: JSONValue) {
    let (status, type, code, message): (Int, JSONValue, JSONValue, JSONValue) =
      switch problem {
      case .busy: (503, "server_error", .null, "The server is busy")
      case .wrongKey: (401, "invalid_request_error", "invalid_api_key", "Incorrect API key")
      case .tooManyRequests: (429, "requests", "rate_limit_exceeded", "Rate limit reached")
      case .tooLong:
        (
          400, "invalid_request_error", "context_length_exceeded",
          "This model's maximum context length is 8192 tokens, and your messages have 9000"
        )
      case .filtered: (400, .null, "content_filter", "The response was filtered")
      }
    return (status, ["error": ["message": message, "type": type, "param": .null, "code": code]])
  }
}

extension ProviderWords: CustomStringConvertible {
  var description: String { wire.rawValue }
}
