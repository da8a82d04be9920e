import CoachModel
import LanguageModels
import ModelLayers
import ModelProviders
import NamedModels
import SourceFiles
import Testing
import TestKit

@Suite("Models by name")
struct ModelResolverTests {
  private func resolver(
    _ environment: [String: String] = [:], files: [String: String] = [:], baseURL: String? = nil
  ) -> ModelResolver {
    ModelResolver(
      environment: environment, baseURL: baseURL, files: InMemoryFileSystem(files))
  }

  @Test("a name and a key in the environment make a model")
  func named() throws {
    let resolver = resolver(["ANTHROPIC_API_KEY": "key-1234567890"])
    let model = try resolver.model("anthropic:claude-haiku-4-5")
    #expect(model.identity == ModelIdentity(provider: "anthropic", model: "claude-haiku-4-5"))
    #expect(throws: ModelNameError.self) { try resolver.model("anthropic") }
    #expect(try resolver.endpoint("anthropic").key != nil)
  }

  @Test("services and models of one's own have names like any other")
  func own() throws {
    var resolver = resolver(["ACME_API_KEY": "key-1234567890"])
    resolver.profiles.append(
      EndpointProfile(
        name: "acme", wire: Wires.openAIChat(), baseURL: "https://api.acme.example/v1",
        keyVariables: ["ACME_API_KEY"], needsKey: true))
    resolver.models["mine"] = { ScriptedModel(replies: ["Hello"], name: $0) }
    try expect(
      resolver.model("acme:large").identity,
      equals: ModelIdentity(
        provider: "acme", model: "large", address: "https://api.acme.example/v1"))
    #expect(try resolver.endpoint("acme").key != nil)
    #expect(try resolver.model("mine:small").identity.model == "small")
    #expect(resolver.providers.contains("acme") && resolver.providers.contains("mine"))
    let error = #expect(throws: ModelNameError.self) { try resolver.model("acmee:large") }
    #expect(error?.advice == "did you mean 'acme'?")
  }

  @Test("a variable names the version of Anthropic's API")
  func anthropicVersion() throws {
    func version(_ environment: [String: String]) throws -> String? {
      let key = ["ANTHROPIC_API_KEY": "key-1234567890"]
      let profile = try resolver(key.merging(environment) { $1 }).endpoint("anthropic").profile
      return profile.wire.headers.first { $0.name == "anthropic-version" }?.value
    }
    try expect(version([:]), equals: "2026-10-21")
    try expect(version(["COACHKIT_ANTHROPIC_VERSION": ""]), equals: "2026-10-21")
    try expect(version(["COACHKIT_ANTHROPIC_VERSION": "2023-06-01"]), equals: "2023-06-01")
    for text in ["latest", "2023-06-01\r\nx: y", "2023-13-01"] {
      let error = #expect(throws: ModelNameError.self) {
        try version(["COACHKIT_ANTHROPIC_VERSION": text])
      }
      #expect(error?.message.contains("COACHKIT_ANTHROPIC_VERSION") == true)
    }
  }

  @Test("embedding models have names, too")
  func embeddings() throws {
    let local = try resolver().embeddings("local-embeddings")
    #expect(
      local.identity == ModelIdentity(provider: "local-embeddings", model: "local-embeddings"))
    let address = ["COACHKIT_LOCAL_EMBEDDINGS_URL": "http://h/v1"]
    try expect(resolver(address).endpoint("local-embeddings").baseURL, equals: "http://h/v1")
    let openAI = try resolver(["OPENAI_API_KEY": "key-1234567890"])
      .embeddings("openai:text-embedding-3-small")
    #expect(openAI.identity.model == "text-embedding-3-small")
    for name in ["local", "openai:text-embedding-3-small", "openai", "nobody:model"] {
      #expect(throws: ModelNameError.self) { try resolver().embeddings(name) }
    }
  }

  @Test("several keys in one variable rotate, and the timeout applies to all models")
  func keys() throws {
    var resolver = resolver(["OPENAI_API_KEY": "first-key-123, second-key-456"])
    resolver.connectTimeout = .milliseconds(700)
    let model = try resolver.model("openai:gpt-6-luna")
    #expect(model is KeyRotation && model.identity.model == "gpt-6-luna")
    try expect(resolver.endpoint("openai").timeouts.connect, equals: .milliseconds(700))
  }

  @Test("files: prepared replies and recordings")
  func files() async throws {
    let resolver = resolver(files: ["a/replies.txt": "One.\n---\nTwo.\n---\n"])
    let model = try resolver.model("scripted:a/replies.txt")
    let request = ModelRequest(messages: [])
    try await expect(model.stream(request).reply().text, equals: "One.")
    try await expect(model.stream(request).reply().text, equals: "Two.")
    #expect(throws: SourceError.self) { try resolver.model("replay:none.jsonl") }
  }

  @Test("a server on this machine needs neither a key nor a name")
  func local() throws {
    let resolver = resolver(["COACHKIT_LOCAL_URL": "http://127.0.0.1:9999/v1"])
    try expect(resolver.endpoint("local").baseURL, equals: "http://127.0.0.1:9999/v1")
    let model = try resolver.model("local")
    #expect(
      model.identity
        == ModelIdentity(provider: "local", model: "local", address: "http://127.0.0.1:9999/v1"))
    #expect(try self.resolver().model("local").identity.address == nil)
  }

  @Test("a model's server belongs to its identity, however its address is given")
  func servers() throws {
    func identity(
      _ name: String, _ environment: [String: String] = [:], baseURL: String? = nil
    ) throws -> ModelIdentity {
      let key = ["OPENAI_API_KEY": "key-1234567890"]
      return try resolver(key.merging(environment) { $1 }, baseURL: baseURL).model(name).identity
    }
    let given = try ["A", "B"].map {
      try identity("compatible:m", baseURL: "http://\($0).example:9001/v1")
    }
    #expect(given[0] != given[1])
    #expect(given[0].fullName == "compatible:m at http://a.example:9001/v1")
    #expect(given[0].description == "compatible:m")
    try expect(
      identity("compatible:m", ["COACHKIT_COMPATIBLE_URL": "http://a.example:9001/v1/"]),
      equals: given[0])
    // The usual address, however it is written, is the same as none.
    for address in ["https://api.openai.com/v1", "https://API.openai.com:443/v1/"] {
      try expect(
        identity("openai-chat:m", ["COACHKIT_OPENAI_CHAT_URL": address]),
        equals: ModelIdentity(provider: "openai-chat", model: "m"))
    }
    try expect(
      identity(
        "openai-chat:m", baseURL: "https://user:secret@gateway.example/key-1234567890/v1?k=x"),
      equals: ModelIdentity(
        provider: "openai-chat", model: "m",
        address: "https://gateway.example/\(Redactor.mark)/v1"))
    try expect(
      resolver(["COACHKIT_LOCAL_EMBEDDINGS_URL": "http://h/v1"]).embeddings("local-embeddings")
        .identity.address, equals: "http://h/v1")
  }

  @Test("a variable gives any provider another address")
  func addresses() throws {
    let vllm = resolver(["COACHKIT_VLLM_URL": "http://10.0.0.5:8000/v1"])
    try expect(vllm.endpoint("vllm").baseURL, equals: "http://10.0.0.5:8000/v1")
    try expect(
      vllm.endpoint("lmstudio").baseURL, equals: EndpointProfile.named("lmstudio")?.baseURL)
    let own = resolver(["COACHKIT_COMPATIBLE_URL": "http://10.0.0.6/v1"])
    try expect(own.model("compatible:coach").identity.model, equals: "coach")
    let embeddings = resolver(["COACHKIT_LOCAL_EMBEDDINGS_URL": "http://127.0.0.1:7/v1"])
    try expect(embeddings.endpoint("local-embeddings").baseURL, equals: "http://127.0.0.1:7/v1")
    // A gateway may need no key.
    let gateway = resolver(["COACHKIT_ANTHROPIC_URL": "http://gateway/v1"])
    try expect(gateway.endpoint("anthropic").baseURL, equals: "http://gateway/v1")
    var explicit = vllm
    explicit.baseURL = "http://127.0.0.1:1/v1"
    try expect(explicit.endpoint("vllm").baseURL, equals: "http://127.0.0.1:1/v1")
  }

  @Test(
    "an empty variable is unset, and what pasting adds to a value is removed",
    arguments: ["", " ", "\n", "\"\"", "\u{feff}"])
  func emptyVariables(value: String) throws {
    let resolver = resolver([
      "COACHKIT_VLLM_URL": value, "COACHKIT_MODELS": value, "GEMINI_API_KEY": value,
      "GOOGLE_API_KEY": "key-1234567890",
    ])
    try expect(
      resolver.endpoint("vllm").baseURL, equals: EndpointProfile.named("vllm")?.baseURL)
    try expect(resolver.endpoint("gemini").key, equals: Secret("key-1234567890"))
    _ = try resolver.capabilities()
  }

  @Test(
    "an address and a key are read without white space, quotation marks and invisible characters",
    arguments: [
      "%", "%\n", "\r\n%\r\n", "\"%\"", "'%'\n", " “%” ", "\u{feff}%", "%\u{200b}", "\u{a0}%\u{ad}",
    ])
  func pasted(form: String) throws {
    func written(_ text: String) -> String { form.replacing("%", with: text) }
    let resolver = resolver([
      "COACHKIT_VLLM_URL": written("http://10.0.0.5:8000/v1/"),
      "VLLM_API_KEY": written("key-1234567890"),
      "OPENAI_API_KEY": written("first-key-123,second-key-456"),
    ])
    let endpoint = try resolver.endpoint("vllm")
    #expect(endpoint.baseURL == "http://10.0.0.5:8000/v1")
    #expect(endpoint.key == Secret("key-1234567890"))
    try expect(resolver.endpoint("openai").key, equals: Secret("first-key-123"))
    #expect(!resolver.redactor.redact("see second-key-456").contains("second"))
  }

  @Test(
    "a character that no key has is named, and the key is not",
    arguments: [
      ("plan\u{200b}ted-1234", "an invisible character (U+200B) at position 5"),
      ("plan\u{ad}ted-1234", "an invisible character (U+00AD) at position 5"),
      ("plan\u{a0}ted-1234", "an invisible character (U+00A0) at position 5"),
      ("plan\u{202e}ted-1234", "(U+202E) at position 5"), ("plan ted", "a space (U+0020)"),
      ("plan\nted", "a line break (U+000A)"), ("plan\u{7}ted", "(U+0007)"),
      ("planted—1234", "a character that is not ASCII (U+2014) at position 8"),
      ("fine-key-1234567,plänted", "a character that is not ASCII (U+00E4) at position 3"),
    ])
  func keyCharacters(value: String, what: String) {
    let resolver = resolver(["GEMINI_API_KEY": value])
    let error = #expect(throws: ModelNameError.self) { try resolver.model("gemini:x") }
    #expect(error?.message.contains("the key in GEMINI_API_KEY contains") == true)
    #expect(error?.message.contains(what) == true, "\(error as Any)")
    #expect(error.map { "\($0)" }?.contains("1234") == false)
  }

  @Test(
    "an address that cannot be one is refused with where it came from",
    arguments: [
      ("ftp://h/v1", "has the scheme 'ftp'"), ("http://", "has no host"),
      ("http://h/v 1", "contains a space"), ("http://h:port", "has a port that is no number"),
    ])
  func wrongAddress(value: String, what: String) {
    let variable = resolver(["COACHKIT_COMPATIBLE_URL": value])
    let error = #expect(throws: ModelNameError.self) { try variable.model("compatible:m") }
    #expect(error?.message.hasPrefix("the address in COACHKIT_COMPATIBLE_URL \(what)") == true)
    let option = resolver(baseURL: value)
    let other = #expect(throws: ModelNameError.self) { try option.model("compatible:m") }
    #expect(other?.message.hasPrefix("the address in --base-url \(what)") == true)
  }

  @Test("Azure needs an address and a key of its own")
  func azure() throws {
    let address = "https://a.openai.azure.com/openai/deployments/d?api-version=2026-05-01"
    let key = ["AZURE_OPENAI_API_KEY": "key-1234567890", "OPENAI_API_KEY": "other-1234567890"]
    let error = #expect(throws: ModelNameError.self) { try resolver(key).model("azure:d") }
    #expect(error?.advice.contains("COACHKIT_AZURE_URL") == true)
    let endpoint = try resolver(key.merging(["COACHKIT_AZURE_URL": address]) { own, _ in own })
      .endpoint("azure")
    #expect(endpoint.key == Secret("key-1234567890") && endpoint.baseURL == address)
  }

  @Test(
    "what is wrong is said, with what to do",
    arguments: [
      ("", "'' is not a model", "provider:model"),
      ("anthropic:claude-haiku-4-5", "there is no key for 'anthropic'", "ANTHROPIC_API_KEY"),
      ("antropic:claude-haiku-4-5", "no provider 'antropic'", "did you mean 'anthropic'?"),
      ("ollama", "which model of 'ollama'?", "ollama:<model>"),
      ("scripted", "'scripted' needs a file", "scripted:path"),
      ("compatible:coach", "'compatible' has no address of its own", "--base-url"),
      ("gemini:gemini-3-pro", "the key in GEMINI_API_KEY contains a space", "one word"),
    ])
  func errors(name: String, message: String, advice: String) {
    let resolver = resolver(["GEMINI_API_KEY": "two words"])
    let error = #expect(throws: ModelNameError.self) { try resolver.model(name) }
    #expect(error?.message.contains(message) == true, "\(error as Any)")
    #expect(error?.advice.contains(advice) == true, "\(error as Any)")
    #expect(error.map { "\($0)" }?.contains("\n  → ") == true)
  }

  @Test("an error never contains a key")
  func secrets() {
    let resolver = resolver(["GEMINI_API_KEY": "secret words"])
    let error = #expect(throws: ModelNameError.self) { try resolver.model("gemini:x") }
    #expect(error.map { "\($0)" }?.contains("secret") == false)
  }
}

@Suite("Scripts of prepared replies")
struct ModelScriptFileTests {
  private func script(_ text: String) throws -> any LanguageModel {
    try ModelResolver(environment: [:], files: InMemoryFileSystem(["s.yaml": text]))
      .model("scripted:s.yaml")
  }

  private func reply(
    _ model: any LanguageModel, _ transcript: String, side: String = "v1", message: Int? = nil,
    call: Int = 1
  ) async throws -> ModelReply {
    var request = ModelRequest(messages: [])
    request.origin = RequestOrigin(
      transcript: transcript, side: side, message: message, call: call)
    return try await model.stream(request).reply()
  }

  @Test("the first entry that fits answers, by transcript, side and message; others loop")
  func choice() async throws {
    let model = try script(
      """
      replies:
        - {transcript: [a, b], side: v2, message: 3, reply: Third.}
        - {transcript: a, replies: [One., Two.]}
        - {side: v3, reply: {text: And so, finish: length}}
        - {side: v4, reply: {error: overloaded, text: Wai}}
      loop: [X., Y., Z.]
      """)
    try await expect(reply(model, "b", side: "v2", message: 3).text, equals: "Third.")
    try await expect(reply(model, "a", message: 3, call: 2).text, equals: "Two.")
    try await expect(reply(model, "c", side: "v3").finish, equals: .length)
    let error = await #expect(throws: ModelError.self) { try await reply(model, "c", side: "v4") }
    #expect(error?.code == .overloaded && error?.partialText == "Wai")
    var looped: [String] = []
    for call in 1..<7 { looped.append(try await reply(model, "c", call: call).text) }
    #expect(Set(looped.prefix(3)) == ["X.", "Y.", "Z."] && looped.suffix(3) == looped.prefix(3))
  }

  @Test(
    "a mistake in a script is reported with its place",
    arguments: [
      ("replies: []", "s.yaml:1:1", "no replies"),
      ("replies:\n- {side: v1}", "s.yaml:2:3", "'reply' or 'replies'"),
      ("loop: [{finish: 3}]", "s.yaml:1:", "must be a text"),
      ("loop: [{error: over}]", "s.yaml:1:", "overloaded"),
      ("loops: [x]", "s.yaml:1:1", "unknown key 'loops'"),
      ("replies:\n- {sid: v1, reply: x}", "s.yaml:2:4", "unknown key 'sid'"),
    ])
  func mistakes(text: String, place: String, words: String) {
    let error = #expect(throws: SourceError.self) { try script(text) }
    #expect(error.map { "\($0)" }?.contains(place) == true, "\(error as Any)")
    #expect(error.map { "\($0)" }?.contains(words) == true, "\(error as Any)")
  }

  @Test("the echo needs no name")
  func echo() async throws {
    let model = try ModelResolver(environment: [:]).model("echo")
    let request = ModelRequest(messages: [ModelMessage(Message(.user, "I am late again."))])
    try await expect(model.stream(request).reply().text, equals: "I am late again.")
  }
}
