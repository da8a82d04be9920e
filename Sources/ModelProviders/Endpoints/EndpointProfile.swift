public import LanguageModels

/// The particularities of a service: its protocol, its address, and its deviations from the protocol's original.
///
/// What the service's models accept is in the capability table (``CapabilityTable``), not here.
///
/// A service that is not among ``known`` needs only a profile:
///
/// ```swift
/// let profile = EndpointProfile(
///   name: "inference", wire: .openAIChat, baseURL: "https://inference.example.com/v1",
///   keyVariables: ["INFERENCE_API_KEY"], needsKey: true,
///   chat: ChatDialect(maximumTokensName: "max_completion_tokens"))
/// let endpoint = Endpoint(profile, key: key)
/// let model = ProviderModel("llama-3.3-70b", at: endpoint, over: CurlTransport())
/// ```
public struct EndpointProfile: Sendable, Hashable {
  /// The service's name in model references, reports and capability tables.
  public var name: String
  /// The protocol of the service.
  public var wire: WireProtocol
  /// The base URL up to and including the version; nil if every installation has its own.
  public var baseURL: String?
  /// The environment variables that may hold the key; the first one that is set is used.
  public var keyVariables: [String]
  /// Whether requests require a key.
  public var needsKey: Bool
  /// The page where the service issues keys, without a scheme; nil if it is unknown.
  public var keyPage: String?
  /// The headers that the service requires of every caller, such as the version of its API. They are not secret; a
  /// caller's own are in ``Endpoint/headers``.
  public var headers: [String: String]
  /// Whether the service ends a stream with the protocol's final mark. If false, a finish reason counts as the end,
  /// and a missing mark causes no warning.
  public var sendsEndMark: Bool
  /// The deviations from OpenAI's Chat Completions; ignored for other protocols.
  public var chat: ChatDialect

  /// Creates a profile. By default the service needs no key, sends the final mark and uses the common Chat dialect.
  public init(
    name: String, wire: WireProtocol, baseURL: String? = nil, keyVariables: [String] = [],
    needsKey: Bool = false, keyPage: String? = nil, headers: [String: String] = [:],
    sendsEndMark: Bool = true, chat: ChatDialect = ChatDialect()
  ) {
    self.name = name
    self.wire = wire
    self.baseURL = baseURL
    self.keyVariables = keyVariables
    self.needsKey = needsKey
    self.keyPage = keyPage
    self.headers = headers
    self.sendsEndMark = sendsEndMark
    self.chat = chat
  }
}

extension EndpointProfile {
  /// The provider of the service's models, as the capability table names it.
  package var modelMaker: String {
    switch wire {
    case .anthropic: "anthropic"
    case .openAIResponses: "openai"
    case .gemini: "gemini"
    case .openAIChat: name.hasPrefix("openai") ? "openai" : name
    case .ollama: name
    }
  }
}

/// A server's deviations from OpenAI's Chat Completions.
public struct ChatDialect: Sendable, Hashable {
  /// The name of the member that limits output tokens.
  public var maximumTokensName: String
  /// Whether the server accepts `stream_options`, which requests usage.
  public var takesStreamOptions: Bool
  /// Whether the server accepts OpenAI's members for its cache: `prompt_cache_key`, and breakpoints for models that
  /// compare prefixes only there.
  public var takesCacheKey: Bool
  /// Whether instructions after the conversation are sent as a message in their place. If false, they become the end
  /// of the last user message: the chat templates of many models accept a system message only at the start.
  public var takesLateInstructions: Bool
  /// Whether a strict schema may limit the lengths of texts and the number of members; otherwise these limits are left out
  /// with a warning.
  public var takesLengthLimits: Bool
  /// The form in which the server accepts a reasoning effort.
  public var reasoning: ReasoningForm
  /// The member of an assistant message in which the server expects its reasoning back; nil if it expects none.
  public var replaysReasoningAs: String?

  /// The form in which a chat server accepts a reasoning effort.
  public enum ReasoningForm: Sendable, Hashable {
    /// A keyword at the top level: `"reasoning_effort": "low"`
    case effort
    /// `"reasoning": {"effort": "low"}`, or `{"max_tokens": 2048}`
    case object
    /// The server accepts none; the effort is left out with a warning.
    case none
  }

  /// Creates a dialect. The defaults fit most compatible servers.
  public init(
    maximumTokensName: String = "max_tokens", takesStreamOptions: Bool = true,
    takesCacheKey: Bool = false, takesLateInstructions: Bool = false,
    takesLengthLimits: Bool = true, reasoning: ReasoningForm = .effort,
    replaysReasoningAs: String? = nil
  ) {
    self.maximumTokensName = maximumTokensName
    self.takesStreamOptions = takesStreamOptions
    self.takesCacheKey = takesCacheKey
    self.takesLateInstructions = takesLateInstructions
    self.takesLengthLimits = takesLengthLimits
    self.reasoning = reasoning
    self.replaysReasoningAs = replaysReasoningAs
  }
}
