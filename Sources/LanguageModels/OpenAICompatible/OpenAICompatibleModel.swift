import Conversations

/// A model behind a server that speaks OpenAI's Chat Completions: OpenAI itself, llama.cpp, vLLM,
/// OpenRouter, LiteLLM and many others.
public struct OpenAICompatibleModel: LanguageModel {
  /// Which model this is.
  public let identity: ModelIdentity
  private let endpoint: OpenAIEndpoint
  private let transport: any HTTPTransport

  /// Creates a model at an endpoint.
  public init(model: String, at endpoint: OpenAIEndpoint, over transport: any HTTPTransport) {
    identity = ModelIdentity(provider: endpoint.provider, model: model)
    self.endpoint = endpoint
    self.transport = transport
  }

  /// Asks the model.
  public func stream(_ request: ModelRequest) -> ModelStream {
    let call = endpoint.chatRequest(request, model: identity.model)
    let transport = transport
    return ModelStream {
      OpenAIChatSource(request: call, transport: transport)
    }
  }
}

/// A server that speaks OpenAI's protocol.
public struct OpenAIEndpoint: Sendable {
  /// Its name in reports.
  public var provider: String
  /// The address up to and including the version, such as `https://api.openai.com/v1`.
  public var baseURL: String
  /// The key, where one is needed.
  public var key: Secret?
  /// How long to wait.
  public var timeouts: HTTPTimeouts

  /// Creates an endpoint; a trailing slash of the address is dropped.
  public init(
    provider: String, baseURL: String, key: Secret? = nil, timeouts: HTTPTimeouts = HTTPTimeouts()
  ) {
    self.provider = provider
    self.baseURL = baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL
    self.key = key
    self.timeouts = timeouts
  }

  var headers: [(name: String, value: String)] {
    let authorization = key.map { [(name: "authorization", value: "Bearer \($0.value)")] }
    return authorization ?? []
  }

  /// A text where there is only text, which every compatible server takes; parts where there are images.
  private static func content(of message: ModelMessage) -> JSONValue {
    guard !message.images.isEmpty else { return .string(message.text) }
    return .array(
      message.parts.map { part in
        switch part {
        case .text(let text): ["type": "text", "text": .string(text)]
        case .image(let url): ["type": "image_url", "image_url": ["url": .string(url)]]
        }
      })
  }

  func chatRequest(_ request: ModelRequest, model: String) -> HTTPRequest {
    var body: JSONObject = [
      "model": .string(model),
      "messages": .array(
        request.messages.map { message in
          ["role": .string(message.role.rawValue), "content": Self.content(of: message)]
        }),
      "stream": true,
      "stream_options": ["include_usage": true],
    ]
    for (name, value) in request.parameters.json { body[name] = value }
    return HTTPRequest(
      method: "POST", url: "\(baseURL)/chat/completions",
      headers: headers + [("content-type", "application/json"), ("accept", "text/event-stream")],
      body: Array(JSONValue.object(body).text().utf8), timeouts: timeouts)
  }
}
