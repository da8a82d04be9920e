public import Documents
import LanguageModels

/// An error as a provider reports it, in the body of a response or inside a stream.
///
/// One type covers all protocols, because gateways answer in each other's forms.
public struct ProviderProblem: Error, Sendable, Hashable {
  /// The provider's message.
  public var message: String
  /// The provider's names for the kind of error, the most specific first.
  public var words: [String] = []
  /// The status that the error itself states, for errors inside a stream.
  public var status: Int?
  /// The wait that the error itself requests.
  public var retryAfter: Duration?
  /// The identifier of the request, if the error itself states it.
  public var requestID: String?

  /// Creates an error from its message and its names.
  public init(message: String, words: [String] = []) {
    self.message = message
    self.words = words
  }

  /// Parses an error in any of the known forms; nil for any other value.
  ///
  /// `{"error": {…}}` (OpenAI, Gemini, llama.cpp), the same with `"type": "error"` (Anthropic), in a list of one
  /// (Gemini), `{"error": "…"}` (Ollama), `{"object": "error", …}` (vLLM), and `{"detail": …}` (FastAPI).
  public init?(_ value: JSONValue) {
    if let first = value.array?.first {
      self.init(first)
    } else if let error = value["error"], error != .null {
      self.init(error, in: value)
    } else if value["object"]?.string == "error" || value["type"]?.string == "error" {
      self.init(value, in: value)
    } else if let detail = value["detail"] {
      self.init(message: detail.string ?? detail.text())
    } else {
      return nil
    }
  }

  private init(_ error: JSONValue, in value: JSONValue) {
    message = error["message"]?.string ?? error.string ?? error.text()
    let details = error["details"]?.array ?? []
    words = ([error["code"], error["status"], error["type"]] + details.map { $0["reason"] })
      .compactMap { $0?.string }
    let code = error["code"]
    status = code?.integer ?? code?.string.flatMap { Int($0) }
    if let wait = details.compactMap({ $0["retryDelay"]?.string }).first {
      retryAfter = RetryAfter.duration(wait)
    }
    requestID = value["request_id"]?.string
  }

  /// Parses the value of a stream's event; nil if it is not an error.
  public init?(_ json: borrowing JSONIndex) {
    guard let value = json.value(json.root) else { return nil }
    self.init(value)
  }

  /// Parses a body; nil if it is not an error in a known form.
  init?(parsing body: [UInt8]) {
    guard let value = try? JSONValue(parsing: body) else { return nil }
    self.init(value)
  }

  /// Parses any body: the start of its text becomes the message if it is not an error in a known form.
  init(body: [UInt8]) {
    self = ProviderProblem(parsing: body) ?? ProviderProblem(wordsOf: body)
  }

  /// Uses the start of the text of a body, which may be an HTML page, as the message.
  init(wordsOf body: [UInt8]) {
    let text = String(decoding: body.prefix(2000), as: UTF8.self)
    let words = Self.withoutMarkup(text).split(whereSeparator: \.isWhitespace)
    let message = words.joined(separator: " ")
    self.init(message: message.isEmpty ? "no reason is given" : String(message.prefix(200)))
  }

  /// Returns the text of an error page: everything outside its tags.
  private static func withoutMarkup(_ text: String) -> String {
    guard text.contains("<") else { return text }
    var isInTag = false
    var words = ""
    for character in text {
      if character == "<" { isInTag = true }
      if !isInTag { words.append(character) }
      if character == ">" {
        isInTag = false
        words.append(" ")
      }
    }
    return words
  }
}
