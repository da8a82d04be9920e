import CoachModel
import CurlNetwork
package import Documents
public import LanguageModels
public import ModelLayers
public import ModelProviders
public import SourceFiles

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Creates models from names such as `anthropic:claude-haiku-4-5`, with keys from the environment.
///
/// All models of a resolver share its transport and its connections. The names are those of the command line:
/// `provider:model`, `local` for the server on this machine, `replay:file` for a recording, `replies:file` for replies
/// that came from elsewhere, `scripted:file` for prepared replies, separated by lines of `---` or chosen by a YAML file,
/// and `echo` for a model that repeats what the person said. Services and models of one's own get names by ``profiles``
/// and ``models``.
///
/// ```swift
/// let resolver = ModelResolver()
/// let model = try resolver.model("anthropic:claude-haiku-4-5")  // with ANTHROPIC_API_KEY
/// ```
public struct ModelResolver: Sendable {
  /// The variables that keys, addresses and certificates are read from.
  public var environment: [String: String]
  /// The address that replaces that of every provider; `nil` for their own, or for what `COACHKIT_<PROVIDER>_URL` says,
  /// such as `COACHKIT_VLLM_URL`.
  public var baseURL: String?
  /// The timeout for connecting; `nil` for the default of each provider.
  public var connectTimeout: Duration?
  /// How long a model may be silent before its answer begins; `nil` for the default of each provider. More is allowed with a
  /// higher reasoning effort.
  public var patience: Duration?
  /// The services whose models have names. Append your own; of two with one name, the last counts.
  public var profiles = EndpointProfile.known
  /// Models of your own that are not called over HTTP: functions by the prefix of their names, which get what follows the
  /// colon. `["mine": { MyModel(weights: $0) }]` makes `mine:small` a name like any other.
  public var models: [String: @Sendable (_ name: String) throws -> any LanguageModel] = [:]
  /// The transport that all models share.
  public let transport: any HTTPTransport
  private let files: any FileSystem

  private static let localServers: Set = ["local", "local-embeddings"]

  /// The prefixes of models' names, before the colon.
  public var providers: [String] {
    models.keys.sorted() + ["local", "local-embeddings"] + profiles.map(\.name)
      + ["openai-responses", "replay", "replies", "scripted", "echo"]
  }

  /// The environment of the process.
  public static var processEnvironment: [String: String] { ProcessInfo.processInfo.environment }

  /// Creates a resolver, by default with the process's environment and a ``CurlTransport`` that trusts the certificates
  /// of `CURL_CA_BUNDLE` or `SSL_CERT_FILE`, if they are set.
  public init(
    environment: [String: String] = ModelResolver.processEnvironment, baseURL: String? = nil,
    transport: (any HTTPTransport)? = nil, files: any FileSystem = DiskFileSystem()
  ) {
    self.environment = environment
    self.baseURL = baseURL
    self.files = files
    self.transport =
      transport
      ?? CurlTransport(
        CurlConfiguration(
          certificateFile: Self.value(of: "CURL_CA_BUNDLE", in: environment)
            ?? Self.value(of: "SSL_CERT_FILE", in: environment)))
  }

  /// Returns the model with a name. Several keys in one variable, separated by commas, are used in rotation.
  ///
  /// Throws ``ModelNameError`` for an unknown name and a missing or broken key, and what reading a file throws.
  public func model(_ name: String) throws -> any LanguageModel {
    try model(Self.reference(name))
  }

  private static func reference(_ name: String) throws(ModelNameError) -> ModelReference {
    guard let reference = ModelReference(name) else {
      throw ModelNameError("'\(name)' is not a model", advice: "write provider:model, or local")
    }
    return reference
  }

  /// Returns the model of a reference; see ``model(_:)-(String)``.
  public func model(_ reference: ModelReference) throws -> any LanguageModel {
    if let own = models[reference.provider] { return try own(reference.model) }
    switch reference.provider {
    case "replay": return try replay(path(reference))
    case "replies": return try replies(path(reference))
    case "scripted": return try scripted(path(reference))
    case "echo": return EchoModel()
    default:
      let name = try providersName(reference)
      let endpoint = try endpoint(reference.provider)
      let table = try capabilities()
      let keys = try keys(of: endpoint.profile)
      let transport = transport
      let model = { (key: Secret?) -> any LanguageModel in
        var endpoint = endpoint
        endpoint.key = key
        endpoint.otherKeys = keys
        return ProviderModel(name, at: endpoint, over: transport, knowing: table)
      }
      return keys.count > 1 ? KeyRotation(keys, model: model) ?? model(keys[0]) : model(keys.first)
    }
  }

  /// Returns the embedding model with a name: `provider:model`, or `local-embeddings` for the server on this machine,
  /// which has one model.
  ///
  /// Throws ``ModelNameError`` for an unknown name and a missing or broken key.
  public func embeddings(_ name: String) throws(ModelNameError) -> EndpointEmbeddings {
    let reference = try Self.reference(name)
    guard reference.provider != "local" else {
      throw ModelNameError(
        "'local' is a model that writes, not one that embeds", advice: "write local-embeddings")
    }
    return EndpointEmbeddings(
      try providersName(reference), at: try endpoint(reference.provider), over: transport)
  }

  /// Returns the endpoint of a provider, with the first key from the environment. Throws ``ModelNameError``, also for an
  /// address that cannot be one.
  public func endpoint(_ provider: String) throws(ModelNameError) -> Endpoint {
    let profile = try profile(provider)
    let key = try keys(of: profile).first
    let address = address(of: provider)
    guard key != nil || !profile.needsKey || address != nil else {
      throw ModelNameError(
        "there is no key for '\(provider)'",
        advice: "set \(profile.keyVariables.joined(separator: " or ")) in the environment, or use"
          + " the model 'local'")
    }
    guard let url = address ?? profile.baseURL else {
      throw ModelNameError(
        "'\(provider)' has no address of its own",
        advice: "set \(Self.addressVariable(of: provider)), or give one with --base-url http://…/v1"
      )
    }
    do throws(BaseAddress.Problem) {
      _ = try BaseAddress(url, of: profile.wire.name)
    } catch {
      let source = given == nil ? Self.addressVariable(of: provider) : "--base-url"
      throw ModelNameError("the address in \(source) \(error.what)", advice: error.advice)
    }
    var endpoint = Endpoint(profile, baseURL: url, key: key)
    if let connectTimeout { endpoint.timeouts.connect = connectTimeout }
    if let patience { endpoint.timeouts.firstToken = patience }
    return endpoint
  }

  /// Returns whether a provider can be called: its key is set, or it needs none.
  public func isConfigured(_ profile: EndpointProfile) -> Bool {
    (address(of: profile.name) ?? profile.baseURL) != nil
      && (!profile.needsKey || (try? keys(of: profile))?.isEmpty == false)
  }

  /// Returns the table of model capabilities; the file named by `COACHKIT_MODELS` overrides the built-in table.
  public func capabilities() throws -> CapabilityTable {
    guard let path = value(of: "COACHKIT_MODELS") else { return .builtIn }
    let file = try files.read(path)
    do throws(ModelError) {
      return CapabilityTable.builtIn.overridden(by: try CapabilityTable(parsing: file.bytes))
    } catch {
      throw ModelNameError(
        "\(path) (from COACHKIT_MODELS): \(error.message)", advice: error.advice)
    }
  }

  /// Returns the table of prices. A file overrides the built-in table, and the one named by `COACHKIT_PRICES` overrides both.
  ///
  /// Throws ``SourceError`` with every entry that cannot be used.
  ///
  /// - Parameter path: The file with prices of one's own; `nil` for none.
  public func prices(file path: String? = nil) throws(SourceError) -> PriceTable {
    var prices = PriceTable.builtIn
    for path in [path, value(of: "COACHKIT_PRICES")].compactMap(\.self) {
      prices = prices.overridden(by: try PriceTable(try files.read(path)))
    }
    return prices
  }

  /// Returns which prefixes of a request a model's provider reuses; `nil` if it is not known. No key is needed.
  public func cacheRules(of name: String) throws -> PromptCacheRules? {
    let reference = try Self.reference(name)
    let profile = try profile(reference.provider)
    return profile.wire.cacheRules(
      for: try capabilities().capabilities(of: reference.model, provider: profile.modelMaker))
  }

  /// Returns the line of a batch file that a request to a model becomes; no key is needed.
  package func batchLine(of request: ModelRequest, id: String, for name: String) throws
    -> JSONObject
  {
    let reference = try Self.reference(name)
    return try Endpoint(try profile(reference.provider)).batchLine(
      of: request, id: id, model: reference.model, knowing: try capabilities())
  }

  /// A redactor that knows the keys in the environment.
  public var redactor: Redactor {
    let names = profiles.flatMap(\.keyVariables)
    return Redactor(names.flatMap { keyTexts(in: $0) }.compactMap { Secret($0) })
  }

  // MARK: Providers

  /// Returns the name at the provider.
  private func providersName(_ reference: ModelReference) throws(ModelNameError) -> String {
    guard reference.model.isEmpty else { return reference.model }
    // The servers on this machine have one model, whatever it is called.
    guard !Self.localServers.contains(reference.provider) else { return reference.provider }
    throw ModelNameError(
      "which model of '\(reference.provider)'?",
      advice: "write \(reference.provider):<model>; 'coachkit models --provider"
        + " \(reference.provider)' lists them")
  }

  /// Returns the keys in the first variable that contains any. Throws if one of them cannot be a key.
  private func keys(of profile: EndpointProfile) throws(ModelNameError) -> [Secret] {
    for variable in profile.keyVariables {
      var keys: [Secret] = []
      for text in keyTexts(in: variable) {
        let scalars = text.unicodeScalars.enumerated()
        let wrong = scalars.first { !$0.element.isASCII || $0.element.isInvisible }
        guard wrong == nil, let key = Secret(text) else {
          let character = wrong.map {
            "\($0.element.kindAndCodePoint) at position \($0.offset + 1)"
          }
          throw ModelNameError(
            "the key in \(variable) contains \(character ?? "what no key contains")",
            advice: "copy it again, or type that part of it: a key is one word of ASCII letters,"
              + " digits and signs")
        }
        keys.append(key)
      }
      if !keys.isEmpty { return keys }
    }
    return []
  }

  /// Returns the texts of a variable that should be keys: they are separated by commas.
  private func keyTexts(in variable: String) -> [String] {
    (value(of: variable) ?? "").split(separator: ",").map(\.trimmingPasted).filter { !$0.isEmpty }
  }

  /// Returns the value of a variable without what pasting adds; nil if nothing is left, since an empty variable is one
  /// that somebody unset.
  private func value(of variable: String) -> String? { Self.value(of: variable, in: environment) }

  private static func value(of variable: String, in environment: [String: String]) -> String? {
    environment[variable].map(\.trimmingPasted).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The variable with the address of a provider.
  private static func addressVariable(of provider: String) -> String {
    "COACHKIT_\(provider.uppercased().split(separator: "-").joined(separator: "_"))_URL"
  }

  /// The address that replaces those of all providers; `nil` if there is none.
  private var given: String? {
    baseURL.map(\.trimmingPasted).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The address that replaces that of a provider; `nil` for its own.
  private func address(of provider: String) -> String? {
    given ?? value(of: Self.addressVariable(of: provider))
  }

  /// The version of Anthropic's API that `COACHKIT_ANTHROPIC_VERSION` names; `nil` for the latest.
  private func anthropicVersion() throws(ModelNameError) -> AnthropicVersion? {
    let name = "COACHKIT_ANTHROPIC_VERSION"
    guard let text = value(of: name) else { return nil }
    guard CalendarDay(text) != nil else {
      throw ModelNameError(
        "'\(text)' in \(name) is not a version of Anthropic's API",
        advice: "write a day such as \(AnthropicVersion.june2023.rawValue), or unset it")
    }
    return AnthropicVersion(rawValue: text)
  }

  private func profile(_ provider: String) throws(ModelNameError) -> EndpointProfile {
    switch provider {
    case "local": return .local
    case "local-embeddings": return .localEmbeddings
    case "openai-responses": return .openAI
    case "anthropic":
      var profile = profiles.last { $0.name == provider } ?? .anthropic
      if let version = try anthropicVersion() { profile.wire = Wires.anthropic(version: version) }
      return profile
    // Another address means another server, and those speak Chat Completions.
    case "openai" where address(of: provider) != nil:
      var profile = EndpointProfile.compatible
      profile.name = "openai"
      profile.keyVariables = EndpointProfile.openAI.keyVariables
      return profile
    default:
      if let profile = profiles.last(where: { $0.name == provider }) { return profile }
      throw ModelNameError(
        "no provider '\(provider)'",
        advice: providers.closestMatch(to: provider).map { "did you mean '\($0)'?" }
          ?? "known: \(providers.joined(separator: ", ")); any other server that speaks"
          + " OpenAI's Chat Completions is compatible:<model> with --base-url")
    }
  }

  // MARK: Files

  private func path(_ reference: ModelReference) throws(ModelNameError) -> String {
    guard !reference.model.isEmpty else {
      throw ModelNameError(
        "'\(reference.provider)' needs a file", advice: "write \(reference.provider):path")
    }
    return reference.model
  }

  private func replies(_ path: String) throws -> ImportedReplies {
    let file = try files.read(path)
    return ImportedReplies(try ReplyFile(parsing: file.bytes, path: path), path: path)
  }

  private func replay(_ path: String) throws -> any LanguageModel {
    ReplayModel(
      try Recording(parsing: files.read(path).bytes, path: path), path: path, redactor: redactor)
  }

  /// Returns a model with prepared replies: of a YAML file, or separated by lines of three dashes.
  private func scripted(_ path: String) throws -> any LanguageModel {
    let file = try files.read(path)
    // With a digest, as for a model's weights, a changed script is another model.
    let name = "\(path)@\(ContentDigest(of: file.bytes))"
    guard !path.hasSuffix(".yaml"), !path.hasSuffix(".yml") else {
      return ScriptedModel(try ModelScript(file), name: name)
    }
    let text = String(decoding: file.bytes, as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var replies = lines.split(separator: "---").map { $0.joined(separator: "\n") }
    // Dashes after the last reply end it, and begin no other.
    if replies.count > 1, let last = replies.last, last.allSatisfy(\.isWhitespace) {
      replies.removeLast()
    }
    return ScriptedModel(replies: replies, name: name)
  }
}
