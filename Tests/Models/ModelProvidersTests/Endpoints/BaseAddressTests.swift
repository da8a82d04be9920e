import LanguageModels
@testable import ModelProviders
import ModelTestKit
import Testing
import TestKit

@Suite("The address of an API")
struct BaseAddressTests {
  private func url(_ text: String, _ wire: WireProtocol = .openAIChat) throws -> String {
    let operation =
      switch wire {
      case .anthropic: "messages"
      case .openAIResponses: "responses"
      case .gemini: "models/m:streamGenerateContent?alt=sse"
      case .ollama: "api/chat"
      default: "chat/completions"
      }
    return try BaseAddress(text, of: wire).url(of: operation)
  }

  @Test(
    "what a person may write or copy",
    arguments: [
      ("https://h.example/v1", "https://h.example/v1/chat/completions"),
      ("https://h.example", "https://h.example/chat/completions"),
      ("https://h.example/v1//", "https://h.example/v1/chat/completions"),
      ("https://h.example//v1/", "https://h.example/v1/chat/completions"),
      (" \n\"https://h.example/v1\"\r\n", "https://h.example/v1/chat/completions"),
      ("\u{feff}'https://h.example/v1'\u{200b}", "https://h.example/v1/chat/completions"),
      ("<https://h.example/v1>", "https://h.example/v1/chat/completions"),
      ("HTTPS://h.example/V1", "https://h.example/V1/chat/completions"),
      ("https://h.example/v1#chat", "https://h.example/v1/chat/completions"),
      ("https://h.example/v1?a=1#b?c", "https://h.example/v1/chat/completions?a=1"),
      ("https://h.example/v1/?a=1&b=2", "https://h.example/v1/chat/completions?a=1&b=2"),
      ("https://h.example?a=/x", "https://h.example/chat/completions?a=/x"),
      ("https://h.example/v1?", "https://h.example/v1/chat/completions"),
      ("https://h.example/v1/chat/completions", "https://h.example/v1/chat/completions"),
      ("https://h.example/v1/chat/completions/?a=1", "https://h.example/v1/chat/completions?a=1"),
      ("https://h.example/v1/responses", "https://h.example/v1/chat/completions"),
      ("https://h.example/chat", "https://h.example/chat/chat/completions"),
      (
        "https://h.example/models?api-version=9",
        "https://h.example/models/chat/completions?api-version=9"
      ),
      ("localhost:8000/v1", "http://localhost:8000/v1/chat/completions"),
      ("127.0.0.1:9", "http://127.0.0.1:9/chat/completions"),
      ("[::1]:9/v1", "http://[::1]:9/v1/chat/completions"),
      ("//gpu/v1", "http://gpu/v1/chat/completions"),
      ("api.h.example/v1", "https://api.h.example/v1/chat/completions"),
      ("http://h.example:/v1", "http://h.example:/v1/chat/completions"),
      ("http://me:word@h.example/v1", "http://me:word@h.example/v1/chat/completions"),
    ])
  func written(text: String, expected: String) throws {
    try expect(url(text), equals: expected)
    // What was read once is read the same way again.
    let address = try BaseAddress(text, of: .openAIChat)
    try expect(BaseAddress(address.text, of: .openAIChat), equals: address)
  }

  @Test(
    "the path of an operation is not repeated, in any protocol",
    arguments: [
      (WireProtocol.anthropic, "https://h/v1/messages/", "https://h/v1/messages"),
      (.anthropic, "https://h/v1/messages/count_tokens", "https://h/v1/messages"),
      (.anthropic, "https://h/v1/chat/completions", "https://h/v1/chat/completions/messages"),
      (.openAIResponses, "https://h/v1/responses?x=1", "https://h/v1/responses?x=1"),
      (.ollama, "http://h:11434/api/chat", "http://h:11434/api/chat"),
      (.ollama, "http://h:11434/api/", "http://h:11434/api/chat"),
      (
        .gemini, "https://h/v1beta/models/a-b:streamGenerateContent?alt=sse&k=1",
        "https://h/v1beta/models/m:streamGenerateContent?k=1&alt=sse"
      ),
      (
        .gemini, "https://h/v1beta?alt=json",
        "https://h/v1beta/models/m:streamGenerateContent?alt=sse"
      ),
      (
        WireProtocol(rawValue: "acme"), "https://h/v1/messages",
        "https://h/v1/messages/chat/completions"
      ),
    ])
  func operations(wire: WireProtocol, text: String, expected: String) throws {
    try expect(url(text, wire), equals: expected)
  }

  @Test("other operations are added to the same address")
  func others() throws {
    let address = try BaseAddress("https://h/v1/messages?a=1", of: .anthropic)
    expect(address.url(of: "models?limit=5"), equals: "https://h/v1/models?a=1&limit=5")
    let gemini = try BaseAddress("https://h/v1/models/x:generateContent?alt=sse", of: .gemini)
    expect(gemini.url(of: "models?pageSize=5"), equals: "https://h/v1/models?pageSize=5")
  }

  @Test(
    "what is no address is refused with what is wrong",
    arguments: [
      ("", "is empty"), (" \"\" ", "is empty"), ("#a", "is empty"), ("ftp://h/v1", "scheme 'ftp'"),
      ("ws://h", "scheme 'ws'"), ("unix:///run/x", "scheme 'unix'"), ("http://", "no host"),
      ("https:///v1", "no host"), ("http://:80/v1", "no host"), ("?a=1", "no host"),
      ("http:/h/v1", "two slashes"), ("https:h", "two slashes"),
      ("https://h.example/v 1", "a space (U+0020) at position 20"),
      ("https://h\u{200b}.example", "an invisible character (U+200B) at position 10"),
      ("https://{name}.example/v1", "(U+007B)"), ("http://h:port/v1", "a port that is no number"),
      ("http://h:99999", "a port that is no number"), ("http:\\\\h\\v1", "(U+005C)"),
    ])
  func refused(text: String, what: String) {
    do throws(BaseAddress.Problem) {
      let address = try BaseAddress(text, of: .openAIChat)
      Issue.record("\(address) was read")
    } catch {
      #expect(error.what.contains(what), "\(error)")
      #expect(!error.advice.isEmpty)
    }
  }

  @Test("a call to what is no address fails without being sent or repeated")
  func unsent() async {
    for url in ["", "ftp://planted", "http://me:planted@h:x/v1"] {
      let transport = KeepingTransport()
      let model = ProviderModel("m", at: Endpoint(.compatible, baseURL: url), over: transport)
      let error = await outcome(model.stream(greeting)).error
      #expect(error?.code == .invalidRequest && error?.isRetryable == false)
      #expect(error?.message.hasPrefix("the address of compatible ") == true)
      #expect(error?.message.contains("planted") == false && transport.requests.isEmpty)
    }
  }

  @Test(
    "Microsoft's servers get the key in their own header",
    arguments: [
      ("azure", "https://a.openai.azure.com/openai/v1", true),
      ("azure", "https://a.openai.azure.com/openai/deployments/d?api-version=2026-05-01", true),
      ("azure", "https://gateway.example/openai", false),
      ("compatible", "https://A.OpenAI.Azure.com/openai/v1", true),
      ("openai", "https://a.cognitiveservices.azure.com/openai/v1", true),
      ("compatible", "https://a.services.ai.azure.com/models", true),
      ("compatible", "https://openai.azure.com.example/v1", false),
      ("anthropic", "https://a.services.ai.azure.com/anthropic/v1", false),
    ])
  func azure(name: String, url: String, isOwn: Bool) async throws {
    let profile = try #require(EndpointProfile.named(name))
    let transport = KeepingTransport()
    let endpoint = Endpoint(profile, baseURL: url, key: Secret("planted-key"))
    _ = await outcome(ProviderModel("d", at: endpoint, over: transport).stream(greeting))
    let headers = try #require(transport.requests.first).headers.map { $0.name }
    #expect(headers.contains("api-key") == isOwn)
    #expect(headers.contains("authorization") == (!isOwn && name != "anthropic"))
  }

  @Test("a deployment is called with the version of its address")
  func deployment() async throws {
    let address = "https://a.openai.azure.com/openai/deployments/d?api-version=2026-05-01"
    let transport = KeepingTransport()
    let endpoint = Endpoint(.azure, baseURL: address, key: Secret("planted-key"))
    _ = await outcome(ProviderModel("d", at: endpoint, over: transport).stream(greeting))
    expect(
      transport.requests.map(\.url),
      equals: [
        "https://a.openai.azure.com/openai/deployments/d/chat/completions?api-version=2026-05-01"
      ])
  }

  @Test(
    "what tells servers apart",
    arguments: [
      ("HTTP://Gpu.Example:80/v1/", "http://gpu.example/v1"),
      ("https://gpu.example:443/V1", "https://gpu.example/V1"),
      ("https://gpu.example.:8443", "https://gpu.example:8443"),
      ("localhost:8000/v1", "http://127.0.0.1:8000/v1"),
      ("http://name:word@gpu.example/v1?key=1", "http://gpu.example/v1"),
      ("http://[FE80::1]:9/v1", "http://[fe80::1]:9/v1"),
      (
        "https://r.example/openai/deployments/d?key=1&api-version=2026-05-01",
        "https://r.example/openai/deployments/d?api-version=2026-05-01"
      ),
      ("https://gpu.example/v1/chat/completions", "https://gpu.example/v1"),
    ])
  func servers(text: String, server: String) throws {
    try expect(BaseAddress(text, of: .openAIChat).ofServer, equals: server)
  }

  @Test("a token in the path is no part of an identity, and two tokens are two servers")
  func tokens() throws {
    func identity(_ path: String) throws -> String {
      let address = "https://gw.example/\(path)?api-version=2026-05-01"
      return try #require(Endpoint(.compatible, baseURL: address).identityAddress)
    }
    let first = try identity("k/pa7Qz81LmWx04TtR/v1")
    #expect(first.hasPrefix("https://gw.example/k/token-"))
    #expect(first.hasSuffix("/v1?api-version=2026-05-01") && !first.contains("pa7Q"))
    #expect(try first == identity("k/pa7Qz81LmWx04TtR/v1"))
    #expect(try first != identity("k/pa7Qz81LmWx04TtS/v1"))
    for path in ["team/chat/v1", "deployments/model-2026/v1", "an-address-of-words-alone/v1"] {
      #expect(try identity(path) == "https://gw.example/\(path)?api-version=2026-05-01")
    }
  }
}
