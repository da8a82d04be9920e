import CoachModel
import CurlNetwork
import Foundation
import LanguageModels
import ModelProviders
import Testing
import TestKit

/// TLS with a private authority, HTTP/2 and a tunnelling proxy, against real servers.
///
/// They are in `Interoperability/tls_server.py`; `make interoperate` starts them and passes their addresses.
@Suite(
  "Secure connections", .serialized,
  .enabled(if: SecureServer.url != nil, "COACHKIT_TLS_SERVER is not set: run 'make interoperate'"))
struct SecureConnectionTests {
  private func reply(_ configuration: CurlConfiguration, streams: Int = 1) async throws -> String {
    let transport = CurlTransport(configuration)
    let endpoint = Endpoint(.compatible, baseURL: "\(SecureServer.url ?? "")/v1")
    let model = ProviderModel("m", at: endpoint, over: transport)
    let request = ModelRequest(messages: [ModelMessage(Message(.user, "Hi"))])
    return try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<streams { group.addTask { try await model.stream(request).reply().text } }
      var texts: Set<String> = []
      for try await text in group { texts.insert(text) }
      return texts.sorted().joined(separator: "|")
    }
  }

  private static let words = String(repeating: " word", count: 50)

  @Test("only the configured authority is trusted")
  func authority() async throws {
    let own = CurlConfiguration(proxy: .none, certificateFile: SecureServer.authority)
    try await expect(reply(own), equals: "HTTP/1.1" + Self.words)
    let error = await #expect(throws: ModelError.self) {
      try await reply(CurlConfiguration(proxy: .none))
    }
    #expect(error?.code == .transport)
    #expect(error?.message.contains("no secure connection") ?? false)
  }

  @Test("HTTP/2 if allowed, also for many simultaneous streams")
  func http2() async throws {
    let configuration = CurlConfiguration(
      proxy: .none, certificateFile: SecureServer.authority, allowsHTTP2: true)
    try await expect(reply(configuration), equals: "HTTP/2" + Self.words)
    try await expect(reply(configuration, streams: 40), equals: "HTTP/2" + Self.words)
  }

  @Test("through a proxy with a name and a password, and a clear error without them")
  func proxy() async throws {
    let proxy = try #require(SecureServer.proxy)
    let known = CurlConfiguration(proxy: .url(proxy), certificateFile: SecureServer.authority)
    try await expect(reply(known), equals: "HTTP/1.1" + Self.words)
    let stranger = proxy.replacing(#/\/\/.*@/#, with: "//")
    let error = await #expect(throws: ModelError.self) {
      try await reply(
        CurlConfiguration(proxy: .url(stranger), certificateFile: SecureServer.authority))
    }
    #expect(error?.code == .transport)
    #expect(error?.message.contains("407") ?? false)
  }
}

/// The addresses of the servers.
enum SecureServer {
  private static let environment = ProcessInfo.processInfo.environment
  static let url = environment["COACHKIT_TLS_SERVER"]
  static let authority = environment["COACHKIT_TLS_AUTHORITY"]
  static let proxy = environment["COACHKIT_TLS_PROXY"]
}
