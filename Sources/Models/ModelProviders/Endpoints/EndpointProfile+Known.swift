package import LanguageModels

/// The services known by name. To add one, add a profile here and to ``known``, or create a profile in your own code.
extension EndpointProfile {
  /// Anthropic, through its Messages API.
  public static let anthropic = EndpointProfile(
    name: "anthropic", wire: Wires.anthropic, baseURL: "https://api.anthropic.com/v1",
    keyVariables: ["ANTHROPIC_API_KEY"], needsKey: true,
    keyPage: "console.anthropic.com/settings/keys")

  /// OpenAI, through its Responses API.
  public static let openAI = EndpointProfile(
    name: "openai", wire: Wires.openAIResponses, baseURL: "https://api.openai.com/v1",
    keyVariables: ["OPENAI_API_KEY"], needsKey: true,
    keyPage: "platform.openai.com/api-keys")

  /// OpenAI's Chat Completions API.
  public static let openAIChat = EndpointProfile(
    name: "openai-chat",
    wire: Wires.openAIChat(
      ChatDialect(
        maximumTokensName: "max_completion_tokens", takesCacheKey: true,
        takesSafetyIdentifier: true, takesLateInstructions: true, takesLengthLimits: false)),
    baseURL: "https://api.openai.com/v1", keyVariables: ["OPENAI_API_KEY"], needsKey: true,
    keyPage: "platform.openai.com/api-keys", maker: "openai", telemetryName: "openai")

  /// OpenAI's models at Microsoft, through Chat Completions. Every resource has its own address:
  /// `https://NAME.openai.azure.com/openai/v1`, where the model's name is that of a deployment, or
  /// `https://NAME.openai.azure.com/openai/deployments/DEPLOYMENT?api-version=…`
  /// (learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle).
  public static let azure = EndpointProfile(
    name: "azure",
    wire: Wires.openAIChat(
      ChatDialect(
        maximumTokensName: "max_completion_tokens", takesLateInstructions: true,
        takesLengthLimits: false)),
    keyVariables: ["AZURE_OPENAI_API_KEY"], needsKey: true, keyPage: "portal.azure.com",
    maker: "openai", telemetryName: "azure.ai.openai")

  /// Google, through its Gemini API.
  public static let gemini = EndpointProfile(
    name: "gemini", wire: Wires.gemini, baseURL: "https://generativelanguage.googleapis.com/v1beta",
    keyVariables: ["GEMINI_API_KEY", "GOOGLE_API_KEY"], needsKey: true,
    keyPage: "aistudio.google.com/apikey", sendsEndMark: false,
    telemetryName: "gcp.gemini")

  /// Google, through its Interactions API.
  public static let geminiInteractions = EndpointProfile(
    name: "gemini-interactions", wire: Wires.geminiInteractions,
    baseURL: "https://generativelanguage.googleapis.com/v1beta",
    keyVariables: ["GEMINI_API_KEY", "GOOGLE_API_KEY"], needsKey: true,
    keyPage: "aistudio.google.com/apikey", telemetryName: "gcp.gemini")

  /// A local Ollama server, in its native protocol.
  public static let ollama = EndpointProfile(
    name: "ollama", wire: Wires.ollama, baseURL: "http://127.0.0.1:11434",
    keyVariables: ["OLLAMA_API_KEY"])

  /// Any other server with a Chat Completions API. Its key has a variable of its own, so that OpenAI's key is never
  /// sent to a third party.
  public static let compatible = EndpointProfile(
    name: "compatible", wire: Wires.openAIChat(), keyVariables: ["COMPATIBLE_API_KEY"])

  /// A local llama.cpp server.
  public static let llamaCpp = EndpointProfile(
    name: "llamacpp", wire: Wires.openAIChat(), baseURL: "http://127.0.0.1:8080/v1",
    keyVariables: ["LLAMA_API_KEY"])

  /// A local vLLM server.
  public static let vLLM = EndpointProfile(
    name: "vllm", wire: Wires.openAIChat(), baseURL: "http://127.0.0.1:8000/v1",
    keyVariables: ["VLLM_API_KEY"])

  /// A local LM Studio server.
  public static let lmStudio = EndpointProfile(
    name: "lmstudio", wire: Wires.openAIChat(), baseURL: "http://127.0.0.1:1234/v1",
    keyVariables: ["LM_STUDIO_API_KEY"])

  /// A local LiteLLM proxy.
  public static let liteLLM = EndpointProfile(
    name: "litellm", wire: Wires.openAIChat(), baseURL: "http://127.0.0.1:4000/v1",
    keyVariables: ["LITELLM_API_KEY"])

  /// OpenRouter, through its Chat Completions API.
  public static let openRouter = EndpointProfile(
    name: "openrouter", wire: Wires.openAIChat(ChatDialect(reasoning: .object)),
    baseURL: "https://openrouter.ai/api/v1",
    keyVariables: ["OPENROUTER_API_KEY"], needsKey: true,
    keyPage: "openrouter.ai/settings/keys")

  /// Groq's API. It reports usage without being asked and rejects `stream_options`.
  public static let groq = EndpointProfile(
    name: "groq",
    wire: Wires.openAIChat(
      ChatDialect(maximumTokensName: "max_completion_tokens", takesStreamOptions: false)),
    baseURL: "https://api.groq.com/openai/v1",
    keyVariables: ["GROQ_API_KEY"], needsKey: true,
    keyPage: "console.groq.com/keys")

  /// Mistral's API. It reports usage without being asked and rejects `stream_options`.
  public static let mistral = EndpointProfile(
    name: "mistral", wire: Wires.openAIChat(ChatDialect(takesStreamOptions: false)),
    baseURL: "https://api.mistral.ai/v1",
    keyVariables: ["MISTRAL_API_KEY"], needsKey: true,
    keyPage: "console.mistral.ai/api-keys", telemetryName: "mistral_ai")

  /// DeepSeek's API. It requires the reasoning behind a tool call to be sent back.
  public static let deepSeek = EndpointProfile(
    name: "deepseek", wire: Wires.openAIChat(ChatDialect(replaysReasoningAs: "reasoning_content")),
    baseURL: "https://api.deepseek.com",
    keyVariables: ["DEEPSEEK_API_KEY"], needsKey: true,
    keyPage: "platform.deepseek.com/api_keys")

  /// Together AI, through its Chat Completions API.
  public static let together = EndpointProfile(
    name: "together", wire: Wires.openAIChat(ChatDialect(takesStreamOptions: false)),
    baseURL: "https://api.together.ai/v1",
    keyVariables: ["TOGETHER_API_KEY"], needsKey: true,
    keyPage: "api.together.ai/settings/api-keys")

  /// The llama.cpp server on this machine that `make local-model` starts.
  package static let local = llamaCpp.named("local", at: "http://127.0.0.1:18080/v1")

  /// The embedding server on this machine that `make local-embeddings` starts.
  package static let localEmbeddings = compatible.named(
    "local-embeddings", at: "http://127.0.0.1:18081/v1")

  private func named(_ name: String, at baseURL: String) -> EndpointProfile {
    var profile = self
    profile.name = name
    profile.baseURL = baseURL
    return profile
  }

  /// The services of the protocols' own vendors, one for each protocol.
  fileprivate static let vendors: [EndpointProfile] = [
    .anthropic, .openAIChat, .openAI, .gemini, .geminiInteractions, .ollama,
  ]

  /// Returns the service of the protocol's own vendor; ``compatible`` for protocols that this package does not speak.
  package static func vendor(of wire: WireProtocol) -> EndpointProfile {
    vendors.first { $0.wire.name == wire } ?? .compatible
  }

  /// All known services, in the order in which they are listed.
  public static let known: [EndpointProfile] = [
    .anthropic, .openAI, .openAIChat, .azure, .gemini, .geminiInteractions, .ollama, .openRouter,
    .groq, .mistral, .deepSeek, .together, .llamaCpp, .vLLM, .lmStudio, .liteLLM, .compatible,
  ]

  /// Returns the known service with a name; nil if there is none.
  public static func named(_ name: String) -> EndpointProfile? {
    known.first { $0.name == name }
  }

  /// Returns the address that the service with a name has unless it is replaced; nil for services that are not known and
  /// those of which every installation has its own address.
  static func usualAddress(of name: String) -> String? {
    (known + [.local, .localEmbeddings]).first { $0.name == name }?.baseURL
  }
}

extension WireProtocol {
  /// The protocols that this package speaks.
  package static let included = EndpointProfile.vendors.map(\.wire.name)
}
