import Conversations

/// An error as OpenAI-compatible servers write it, in a body or inside a stream.
struct OpenAIProblem {
  var message: String
  var type: String?
  var code: String?

  /// Reads `{"error": {…}}`, `{"error": "…"}` and vLLM's `{"object": "error", …}`; nil for others.
  init?(event value: JSONValue) {
    if let error = value["error"], error != .null {
      message = error["message"]?.string ?? error.string ?? error.text()
      type = error["type"]?.string
      code = error["code"]?.string ?? error["code"]?.integer.map { String($0) }
    } else if value["object"]?.string == "error" {
      message = value["message"]?.string ?? value.text()
      type = value["type"]?.string
      code = value["code"]?.integer.map { String($0) }
    } else {
      return nil
    }
  }

  /// A body that is not an error in that form: its first words stand for the message.
  init(body: [UInt8]) {
    if let value = try? JSONValue(parsing: body), let problem = OpenAIProblem(event: value) {
      self = problem
      return
    }
    let text = String(decoding: body.prefix(200), as: UTF8.self)
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    message = words.isEmpty ? "no reason is given" : words
  }

  /// The error that a caller sees; `url` names the server in it.
  func error(
    from url: String, status: Int? = nil, retryAfter: Duration? = nil, partialText: String = ""
  ) -> ModelError {
    let code = modelCode(status: status ?? self.code.flatMap { Int($0) })
    return ModelError(
      code, "\(url.prefixThroughHost) answers: \(message)", advice: Self.advice(code),
      status: status, retryAfter: retryAfter, partialText: partialText)
  }

  private func modelCode(status: Int?) -> ModelError.Code {
    let words = [type, code, message].compactMap { $0 }.joined(separator: " ").lowercased()
    if words.contains("insufficient_quota") { return .quota }
    let isOverflow =
      words.contains("context_length") || words.contains("context size")
      || words.contains("exceed_context") || words.contains("maximum context")
    if isOverflow { return .contextOverflow }
    switch status {
    case 401: return .authentication
    case 402: return .quota
    case 403: return .permission
    case 404: return .notFound
    case 408: return .timeout
    case 429: return .rateLimit
    case .some(300..<400): return .notFound
    case 400?, 405?, 409?, 413?, 415?, 422?: return .invalidRequest
    default: return .overloaded
    }
  }

  private static func advice(_ code: ModelError.Code) -> String {
    switch code {
    case .authentication: "check the key in the environment"
    case .quota: "add credit to the account, or use another key"
    case .permission: "use a key that may use this model"
    case .notFound: "check the model's name and the address (--base-url)"
    case .contextOverflow: "shorten the conversation or use a model with a larger context"
    case .rateLimit: "wait, or send fewer requests at a time"
    case .invalidRequest: "change what the message names; some models refuse some parameters"
    default: "try again later"
    }
  }
}
