public import Documents
public import LanguageModels

/// A protocol in which providers are called: how requests are encoded, replies decoded, and a service's other
/// operations requested.
///
/// Everything that is specific to a protocol is in its conforming type. Four members have no default: ``name``,
/// ``title``, ``call(_:to:)`` and ``decoder()``. A provider is then an ``EndpointProfile`` with this wire:
///
/// ```swift
/// let acme = EndpointProfile(
///   name: "acme", wire: AcmeWire(), baseURL: "https://api.acme.example/v2", keyVariables: ["ACME_API_KEY"])
/// var resolver = ModelResolver()
/// resolver.profiles.append(acme)
/// let model = try resolver.model("acme:large")
/// ```
public protocol ProviderWire: Sendable {
  /// The type that decodes replies.
  associatedtype Decoder: ReplyDecoder

  /// The name that events and recordings keep.
  var name: WireProtocol { get }

  /// What a server speaks, for error messages, such as "Gemini's API".
  var title: String { get }

  /// How the values of a stream are delimited; by default server-sent events.
  var framing: StreamFraming { get }

  /// The headers of every request besides those that authenticate, such as the version of the API; none by default.
  var headers: [(name: String, value: String)] { get }

  /// Returns the headers that authenticate a caller; by default `authorization: Bearer …`.
  func authorization(_ key: Secret) -> [(name: String, value: String)]

  /// Encodes a request that was fitted to the model's capabilities.
  ///
  /// Throws ``ModelError`` with code `invalidRequest` for what the protocol cannot express and must not leave out.
  func call(_ request: ModelRequest, to target: WireTarget) throws(ModelError) -> WireCall

  /// Returns the decoder of one reply.
  func decoder() -> Decoder

  /// The provider of all models that are called in this protocol, as capability tables name it; `nil`, the default, if
  /// every service has models of its own.
  var modelMaker: String? { get }

  /// The name of the operation in traces, after OpenTelemetry's conventions; `chat` by default.
  var operation: String { get }

  /// Returns the request for a page of the list of models. By default it gets `models`, in OpenAI's form.
  ///
  /// - Parameter page: The name of the page, from ``ModelPage/next``; `nil` for the first.
  func models(after page: String?) -> WireExchange<ModelPage>?

  /// Returns the request for a count of input tokens; `nil`, the default, if the protocol has none.
  func tokenCount(of request: ModelRequest, model: String) throws(ModelError) -> WireExchange<Int>?

  /// Returns the request for one vector for each text; `nil`, the default, if the protocol has none.
  func embeddings(of texts: [String], model: String, dimensions: Int?) -> WireExchange<
    TextEmbeddings
  >?

  /// Returns a line of a batch file; `nil`, the default, if there is no such file in this protocol.
  ///
  /// - Parameters:
  ///   - body: The body of the call, for a whole reply instead of a stream.
  ///   - id: What the reply's line repeats.
  func batchLine(_ body: JSONObject, id: String) -> JSONObject?

  /// Returns which prefixes of a request the service reuses; `nil`, the default, if it is not known.
  func cacheRules(for capabilities: ModelCapabilities) -> PromptCacheRules?
}

extension ProviderWire {
  /// Server-sent events.
  public var framing: StreamFraming { .events }
  /// None.
  public var headers: [(name: String, value: String)] { [] }
  /// `authorization: Bearer …`.
  public func authorization(_ key: Secret) -> [(name: String, value: String)] {
    [(name: "authorization", value: "Bearer \(key.value)")]
  }
  /// `nil`: every service has models of its own.
  public var modelMaker: String? { nil }
  /// `chat`.
  public var operation: String { "chat" }
  /// `GET models`, in OpenAI's form.
  public func models(after page: String?) -> WireExchange<ModelPage>? {
    WireExchange(WireCall(get: "models")) { ModelPage($0) }
  }
  /// `nil`: there is no such operation.
  public func tokenCount(of request: ModelRequest, model: String) throws(ModelError)
    -> WireExchange<Int>?
  { nil }
  /// `nil`: there is no such operation.
  public func embeddings(of texts: [String], model: String, dimensions: Int?) -> WireExchange<
    TextEmbeddings
  >? { nil }
  /// `nil`: there is no such file.
  public func batchLine(_ body: JSONObject, id: String) -> JSONObject? { nil }
  /// `nil`: it is not known.
  public func cacheRules(for capabilities: ModelCapabilities) -> PromptCacheRules? { nil }
}

/// The protocols that this package speaks.
public enum Wires {
  /// Anthropic's Messages API, in the latest version that this package knows.
  public static let anthropic: any ProviderWire = AnthropicWire()
  /// OpenAI's Responses API.
  public static let openAIResponses: any ProviderWire = OpenAIResponsesWire()
  /// Google's Gemini API (`generateContent`).
  public static let gemini: any ProviderWire = GeminiWire()
  /// Google's Interactions API, which succeeds `generateContent`.
  public static let geminiInteractions: any ProviderWire = GeminiInteractionsWire()
  /// Ollama's own API.
  public static let ollama: any ProviderWire = OllamaWire()

  /// Returns Anthropic's Messages API in a version, for callers who depend on an older one.
  public static func anthropic(version: AnthropicVersion) -> any ProviderWire {
    AnthropicWire(version: version)
  }

  /// Returns OpenAI's Chat Completions, with the deviations of a service; by default those of most compatible servers.
  public static func openAIChat(_ dialect: ChatDialect = ChatDialect()) -> any ProviderWire {
    OpenAIChatWire(dialect: dialect)
  }
}

/// The model that is called.
public struct WireTarget: Sendable {
  /// The name at the provider.
  public var model: String
  /// What is known of the model.
  public var capabilities: ModelCapabilities

  /// Creates a target; by default nothing is known of the model.
  public init(model: String, capabilities: ModelCapabilities = ModelCapabilities()) {
    self.model = model
    self.capabilities = capabilities
  }
}

/// A call encoded in a protocol.
public struct WireCall: Sendable {
  /// The path relative to the endpoint's base URL, with the query.
  public var path: String
  /// The members of the body; `nil` for a request without one, which is sent as `GET`.
  var content: JSONObject?
  /// Headers in addition to those of the protocol and the endpoint.
  public var headers: [(name: String, value: String)] = []
  /// What this protocol cannot express, one sentence each; the reader of the reply gets them as warnings.
  public var warnings: [String] = []

  /// Creates a call that sends a body.
  public init(path: String, body: JSONObject) {
    self.path = path
    content = body
  }

  /// Creates a call without a body.
  public init(get path: String) { self.path = path }

  /// The members of the body.
  public var body: JSONObject {
    get { content ?? [:] }
    set { content = newValue }
  }
}

/// A request with a single, unstreamed answer, and the reading of the answer.
public struct WireExchange<Answer: Sendable>: Sendable {
  /// The request.
  public var call: WireCall
  /// Reads the answer; `nil` if it does not contain what was asked for.
  public var read: @Sendable (JSONValue) -> Answer?

  /// Creates an exchange.
  public init(_ call: WireCall, read: @escaping @Sendable (JSONValue) -> Answer?) {
    self.call = call
    self.read = read
  }
}
