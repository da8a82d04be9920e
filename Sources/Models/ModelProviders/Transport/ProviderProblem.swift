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

  /// Reads an error in any of the known forms; nil for any other value, such as a part of a reply, and for an error that
  /// says nothing, which some servers send with every part.
  ///
  /// The forms are `{"error": {…}}` (OpenAI, Gemini, llama.cpp), also with `"type": "error"` (Anthropic), in a list
  /// (Gemini), as a text (Ollama), or in a choice (OpenRouter) or `x_groq`; `{"errors": […]}` (Cloudflare);
  /// `{"base_resp": {…}}` (MiniMax); `{"Error": {…}}`, also in `Response` (Tencent); and the error alone:
  /// `{"object": "error", …}` (vLLM), `{"detail": …}` (FastAPI), `{"code": …, "message": …}` (DashScope),
  /// `{"error_code": …, "error_msg": …}` (Baidu), `{"__type": …, "message": …}` (AWS), `{"success": false, …}`,
  /// `{"status": "error", …}` and `{"message": …, "status_code": 503}`.
  public init?(_ value: JSONValue) {
    if let elements = value.array {
      let problem = elements.lazy.compactMap { ProviderProblem($0) }.first
      guard let problem else { return nil }
      self = problem
    } else {
      guard let error = Self.error(in: value) else { return nil }
      self.init(error, in: value)
    }
  }

  /// Reads a value that can only be an error, of whatever form; nil if it says nothing.
  ///
  /// - Parameter value: The value that contains the error, which may say more about it.
  public init?(error: JSONValue?, in value: JSONValue) {
    guard let error, !error.saysNothing else { return nil }
    self.init(error, in: value)
  }

  private init(_ error: JSONValue, in value: JSONValue) {
    var main = error.array?.first ?? error
    // Gateways put the provider's whole answer into their own.
    while let inner = main["error"], inner.object != nil, !inner.saysNothing { main = inner }
    // A name of the kind of error, or a flag, next to the message.
    let isName = main.object == nil && main.string?.contains(" ") != true
    let around = value.said(Self.messageNames)?.string
    message =
      (isName ? around : nil) ?? Self.message(of: error) ?? around
      ?? String(error.text().prefix(1000))
    let details: [JSONValue?] = (main["details"]?.array ?? []).map { Optional($0) }
    var names: [JSONValue?] = [
      main.said(["code"]), main["status"], main.said(["type"]), main["innererror"]?["code"],
    ]
    names += details.map { $0?["reason"] }
    if isName { names.append(main) }
    names += [value.said(["code"]), value["status"], value.said(["type"])]
    words = names.compactMap { $0?.string } + Self.numbers(in: value)
    status = Self.status(main) ?? Self.status(value)
    var parts: [JSONValue?] = [main, value, main["metadata"], main["details"]]
    parts += details
    retryAfter = RetryAfter.duration(in: parts) ?? RetryAfter.duration(inWords: message)
    let places = [value, main, value["Response"] ?? .null]
    requestID = places.lazy.compactMap { $0.said(["requestid"])?.string }.first
  }

  /// Reads the value of a stream's event; nil if it is not an error.
  public init?(_ json: borrowing JSONIndex) {
    guard Self.isSuspected(json), let value = json.value(json.root) else { return nil }
    self.init(value)
  }

  /// Reads the data of an event that its name declares an error, which it then is in any form: JSON or words.
  public init(ofErrorEvent data: some Collection<UInt8>) {
    let value = try? JSONValue(parsing: data)
    if let value, let problem = ProviderProblem(value) ?? ProviderProblem(error: value, in: value) {
      self = problem
    } else {
      self.init(wordsOf: value == nil ? Array(data) : [])
    }
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

  /// Uses the message in a body of JSON, or the start of the text of any other, which may be an HTML page.
  init(wordsOf body: [UInt8]) {
    if let value = try? JSONValue(parsing: body), value.said(Self.messageNames) != nil {
      self.init(value, in: value)
      return
    }
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
