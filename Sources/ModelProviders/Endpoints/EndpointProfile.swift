public import LanguageModels

/// What is particular to a service: its protocol, its address, and where it departs from the
/// protocol's maker.
public struct EndpointProfile: Sendable, Hashable {
  /// Its name in model references, reports and capability tables.
  public var name: String
  /// What it speaks.
  public var wire: WireProtocol
  /// Its address up to and including the version; nil when everyone has their own.
  public var baseURL: String?
  /// The environment variables that may hold its key, the first one that is set counts.
  public var keyVariables: [String]
  /// Whether it can be asked without a key.
  public var needsKey: Bool
  /// Whether it ends a stream with its protocol's final mark. Where it does not, a reason to stop is
  /// end enough and no warning is due.
  public var sendsEndMark: Bool
  /// How it differs from OpenAI's Chat Completions; ignored for other protocols.
  public var chat: ChatDialect

  /// Creates a profile.
  public init(
    name: String, wire: WireProtocol, baseURL: String? = nil, keyVariables: [String] = [],
    needsKey: Bool = false, sendsEndMark: Bool = true, chat: ChatDialect = ChatDialect()
  ) {
    self.name = name
    self.wire = wire
    self.baseURL = baseURL
    self.keyVariables = keyVariables
    self.needsKey = needsKey
    self.sendsEndMark = sendsEndMark
    self.chat = chat
  }
}

extension EndpointProfile {
  /// Whose models it serves, in the words of the capability table.
  var modelMaker: String {
    switch wire {
    case .anthropic: "anthropic"
    case .openAIResponses: "openai"
    case .gemini: "gemini"
    case .openAIChat: name.hasPrefix("openai") ? "openai" : name
    case .ollama: name
    }
  }
}

/// How a server differs from OpenAI's Chat Completions.
public struct ChatDialect: Sendable, Hashable {
  /// The name of the limit of output tokens.
  public var maximumTokensName: String
  /// Whether usage must be asked for, and may be.
  public var takesStreamOptions: Bool
  /// Whether it knows `prompt_cache_key`.
  public var takesCacheKey: Bool
  /// How much to think, in this server's form.
  public var reasoning: ReasoningForm
  /// The member of an assistant's message in which it wants its thoughts back, if it does.
  public var replaysReasoningAs: String?

  /// Where a chat server wants to read how much to think.
  public enum ReasoningForm: Sendable, Hashable {
    /// `"reasoning_effort": "low"`
    case effort
    /// `"reasoning": {"effort": "low"}`, or `{"max_tokens": 2048}`
    case object
    /// Nowhere.
    case none
  }

  /// Creates a dialect; by default that of most compatible servers.
  public init(
    maximumTokensName: String = "max_tokens", takesStreamOptions: Bool = true,
    takesCacheKey: Bool = false, reasoning: ReasoningForm = .effort,
    replaysReasoningAs: String? = nil
  ) {
    self.maximumTokensName = maximumTokensName
    self.takesStreamOptions = takesStreamOptions
    self.takesCacheKey = takesCacheKey
    self.reasoning = reasoning
    self.replaysReasoningAs = replaysReasoningAs
  }
}
