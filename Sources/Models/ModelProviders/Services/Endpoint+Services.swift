import CoachModel
import Documents
public import LanguageModels

extension Endpoint {
  /// An upper limit, so that a faulty server cannot make the listing endless.
  private static let maximumPages = 50

  /// Returns the models that the provider offers, in its order and each once. A list ends with a page that names no
  /// further one, names one that was read already, or has nothing new.
  ///
  /// Throws ``ModelError`` as a call does, for example for a wrong address or an invalid key.
  public func models(over transport: any HTTPTransport) async throws(ModelError) -> [ListedModel] {
    var models: [ListedModel] = []
    var names: Set<String> = []
    var pages: Set<String> = []
    var page: String?
    for _ in 0..<Self.maximumPages {
      let answer = try await answer(
        to: profile.wire.models(after: page), for: "list models", with: "a list of models",
        over: transport)
      let known = names.count
      models += answer.models.filter { names.insert($0.name).inserted }
      guard let next = answer.next, names.count > known, pages.insert(next).inserted else { break }
      page = next
    }
    return models
  }

  /// Returns what is known of a listed model: the entries of `table`, completed by the list.
  public func capabilities(of model: ListedModel, knowing table: CapabilityTable = .builtIn)
    -> ModelCapabilities
  {
    var capabilities = table.capabilities(of: model.name, provider: profile.modelMaker)
    capabilities.context = capabilities.context ?? model.context
    capabilities.output = capabilities.output ?? model.output
    return capabilities
  }
}

extension Endpoint {
  /// Returns how many calls a llama.cpp server answers at the same time, which its `/props` say
  /// (github.com/ggml-org/llama.cpp, tools/server/README.md); nil if the server does not say.
  package func slots(over transport: any HTTPTransport) async -> Int? {
    guard let base = try? address.base else { return nil }
    var root = self
    root.baseURL = base.hasSuffix("/v1") ? String(base.dropLast(3)) : base
    root.timeouts.firstToken = min(timeouts.firstToken, .seconds(5))
    guard let request = try? ResolvedEndpoint(root).request(WireCall(get: "props")),
      let answer = try? await root.answer(to: request, over: transport)
    else { return nil }
    return answer["total_slots"]?.integer.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Returns the provider's own count of a request's input tokens. It is exact, as it includes the role markers that
  /// no count of the text covers, and worth a round trip before an expensive decision.
  ///
  /// Supported by Anthropic, OpenAI and Gemini, and by llama.cpp's server in Anthropic's form. Throws ``ModelError``
  /// as a call does: with code `invalidRequest` for a protocol without such an operation, and with code `decoding` if
  /// the response holds no count.
  public func inputTokens(
    of request: ModelRequest, model: String, over transport: any HTTPTransport
  ) async throws(ModelError) -> Int {
    try await answer(
      to: profile.wire.tokenCount(of: request, model: model), for: "count tokens",
      with: "a count of tokens", over: transport)
  }
}

extension Endpoint {
  /// Returns the embeddings of texts by a model.
  ///
  /// Throws ``ModelError`` as a call does: with code `invalidRequest` for a protocol without embeddings, such as
  /// Anthropic's, and with code `decoding` if the response does not hold one vector for each text.
  ///
  /// - Parameter dimensions: The length of the vectors, for models that can shorten them; nil is the model's default.
  public func embeddings(
    of texts: [String], model: String, dimensions: Int? = nil,
    over transport: any HTTPTransport
  ) async throws(ModelError) -> TextEmbeddings {
    let exchange = profile.wire.embeddings(of: texts, model: model, dimensions: dimensions)
    guard let exchange else { throw unsupported("embed texts") }
    guard !texts.isEmpty else { return TextEmbeddings(vectors: [], usage: .zero) }
    let what = "a vector for each of the \(texts.count) texts"
    let answer = try await answer(to: exchange, for: "embed texts", with: what, over: transport)
    let vectors = answer.vectors
    let length = vectors.first?.count ?? 0
    guard vectors.count == texts.count, length > 0, vectors.allSatisfy({ $0.count == length })
    else { throw unexpected(what) }
    guard vectors.allSatisfy({ $0.allSatisfy { $0.magnitude <= Self.largestNumber } }) else {
      throw unexpected("vectors of numbers up to \(Self.largestNumber)")
    }
    return answer
  }

  /// The largest number of a vector: far above those of any model, and small enough that sums of products stay finite.
  private static let largestNumber = 1e6
}

/// An embedding model at a provider.
///
/// ```swift
/// let model = EndpointEmbeddings("text-embedding-3-small", at: Endpoint(.openAI, key: key), over: transport)
/// let vectors = try await model.embeddings(of: ["I feel stuck", "I got the job"]).vectors
/// ```
public struct EndpointEmbeddings: EmbeddingModel {
  /// The name of the endpoint's profile, the model's name, and the endpoint's address unless it is the service's usual one.
  public let identity: ModelIdentity
  /// The length of the vectors, for models that can shorten them; nil is the model's default.
  public var dimensions: Int?
  private let endpoint: Endpoint
  private let transport: any HTTPTransport

  /// Creates an embedding model at an endpoint.
  public init(
    _ model: String, at endpoint: Endpoint, dimensions: Int? = nil,
    over transport: any HTTPTransport
  ) {
    identity = ModelIdentity(
      provider: endpoint.profile.name, model: model, address: endpoint.identityAddress)
    self.dimensions = dimensions
    self.endpoint = endpoint
    self.transport = transport
  }

  /// Returns one vector for each text in one call; see ``Endpoint/embeddings(of:model:dimensions:over:)``.
  public func embeddings(of texts: [String]) async throws(ModelError) -> TextEmbeddings {
    try await endpoint.embeddings(
      of: texts, model: identity.model, dimensions: dimensions, over: transport)
  }
}
