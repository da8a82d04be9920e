import Documents
import Foundation
import Testing
import WireFaults

@Suite("coachkit doctor")
struct DoctorCommandTests {
  /// No settings of this machine: no proxy, no tables; the tool never gets its keys.
  private static let nothing = [
    "http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy",
    "NO_PROXY", "COACHKIT_PRICES", "COACHKIT_MODELS",
  ]

  private func findings(
    _ arguments: [String] = ["--offline"], environment: [String: String] = [:]
  ) throws -> (code: Int32, byName: [String: JSONValue], output: String) {
    var values = Dictionary(uniqueKeysWithValues: Self.nothing.map { ($0, "") })
    // A server that runs on this machine is not part of a test.
    for variable in ["COACHKIT_LOCAL_URL", "COACHKIT_LOCAL_EMBEDDINGS_URL"] {
      values[variable] = "http://127.0.0.1:9/v1"
    }
    values.merge(environment) { $1 }
    let result = try Tool.run(["doctor", "--json"] + arguments, environment: values)
    var byName: [String: JSONValue] = [:]
    for line in result.output.split(separator: "\n") {
      let finding = try JSONValue(parsing: String(line))
      byName[finding["name"]?.string ?? ""] = finding
    }
    return (result.code, byName, result.output + result.errors)
  }

  @Test("versions, certificates and the workspace are checked")
  func healthy() throws {
    let (code, found, _) = try findings()
    #expect(code == 0)
    for name in ["coachkit", "libcurl", "libyaml", "SQLite", "prompts", "domains", "prices"] {
      #expect(found[name]?["state"] == "fine", "\(name)")
    }
    #expect(found["libcurl"]?["text"]?.string?.hasPrefix("libcurl/") == true)
    #expect(found["anthropic"]?["hint"]?.string?.contains("console.anthropic.com") == true)
  }

  @Test(
    "an impossible key is reported, and none is ever printed",
    arguments: [
      ("planted-0123456789", "fine"), ("\"planted-0123456789\"", "wrong"),
      ("planted 0123456789", "wrong"), ("your-planted-key", "wrong"), ("plant", "wrong"),
      ("planted-0123456789,planted-9876543210", "fine"), ("planted-0123456789,", "fine"),
    ])
  func keys(value: String, state: String) throws {
    let (code, found, output) = try findings(environment: ["ANTHROPIC_API_KEY": value])
    #expect(found["anthropic"]?["state"]?.string == state)
    #expect(code == (state == "wrong" ? 1 : 0))
    #expect(!output.contains("plant") && !output.contains("0123456789"))
  }

  @Test("a proxy is printed without its password, and must exclude this machine")
  func proxies() throws {
    let proxy = ["http_proxy": "http://me:planted1@proxy:3128"]
    let (code, found, output) = try findings(environment: proxy)
    #expect(code == 1 && found["no_proxy"]?["state"] == "wrong")
    #expect(found["http_proxy"]?["text"]?.string?.contains("proxy:3128") == true)
    #expect(!output.contains("planted1"))
    let spared = try findings(environment: proxy.merging(["no_proxy": "127.0.0.1"]) { $1 })
    #expect(spared.code == 0 && spared.byName["no_proxy"] == nil)
    let upper = try findings(environment: ["HTTP_PROXY": "http://proxy:3128"])
    #expect(upper.byName["HTTP_PROXY"]?["hint"]?.string?.contains("lower case") == true)
  }

  @Test("the price of the paywall, from the service's settings")
  func accessPrices() throws {
    let missing = try findings()
    #expect(missing.code == 0 && missing.byName["access.prices"]?["state"] == "missing")
    #expect(missing.byName["access.prices"]?["hint"]?.string?.contains("--config") == true)
    let set = try findings(
      environment: ["COACHKIT_ACCESS_PRICES": #"{"period": "$19.99/month"}"#])
    #expect(set.byName["access.prices"]?["state"] == "fine")
    let absent = try findings(["--offline", "--config", "/nowhere/coachkit.yaml"])
    #expect(absent.code == 1 && absent.byName["settings"]?["state"] == "wrong")
    #expect(
      absent.byName["settings"]?["hint"]
        == "run 'coachkit serve --check --config /nowhere/coachkit.yaml'")
  }

  @Test("servers that respond, refuse, or report another time")
  func servers() throws {
    func answer(_ status: String, _ date: String, _ body: String) -> [ServerStep] {
      [
        .send(
          "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nDate: \(date)\r\n"
            + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)")
      ]
    }
    let list = #"{"data":[{"id":"a"},{"id":"b"}]}"#
    let early = try #require(
      ScriptedServer(answer("200 OK", "Sat, 01 Jan 2022 00:00:00 GMT", list)))
    defer { early.stop() }
    let environment = ["COACHKIT_LOCAL_URL": "\(early.url)/v1", "no_proxy": "127.0.0.1"]
    let (code, found, _) = try findings([], environment: environment)
    #expect(found["local"]?["text"]?.string?.contains("2 model(s)") == true)
    #expect(code == 1 && found["clock"]?["text"]?.string?.contains("seconds ahead of") == true)

    let refusing = try #require(
      ScriptedServer(answer("401 No", "", #"{"error":{"message":"bad key planted-0123456789"}}"#)))
    defer { refusing.stop() }
    let refused = try findings(
      [],
      environment: [
        "COACHKIT_LOCAL_URL": "\(refusing.url)/v1", "no_proxy": "127.0.0.1",
        "LLAMA_API_KEY": "planted-0123456789",
      ])
    #expect(refused.code == 1 && refused.byName["local"]?["state"] == "wrong")
    #expect(!refused.output.contains("planted-0123456789"))
  }

  @Test(
    "without a key the last line says that no model is known to be available",
    arguments: [
      ([:], "– nothing is wrong, but no key is set, and no server was asked"),
      (["ANTHROPIC_API_KEY": "planted-0123456789"], "✓ nothing is wrong"),
    ])
  func conclusion(keys: [String: String], line: String) throws {
    var environment = Dictionary(uniqueKeysWithValues: Self.nothing.map { ($0, "") })
    environment.merge(keys) { $1 }
    let result = try Tool.run(["doctor", "--offline"], environment: environment)
    #expect(result.output.split(separator: "\n").last.map(String.init) == line)
  }

  @Test("without a key and a server, the last line says that no model is available")
  func noModel() throws {
    var environment = Dictionary(uniqueKeysWithValues: Self.nothing.map { ($0, "") })
    for name in ["LOCAL", "LOCAL_EMBEDDINGS", "OLLAMA", "LLAMACPP", "VLLM", "LMSTUDIO", "LITELLM"] {
      environment["COACHKIT_\(name)_URL"] = "http://127.0.0.1:9/v1"
    }
    let result = try Tool.run(["doctor"], environment: environment)
    #expect(result.output.hasSuffix("– nothing is wrong, but no model is available\n"))
    #expect(result.code == 0)
  }

  @Test("an invalid table and a missing folder are reported")
  func workspace() throws {
    try Tool.inFolder { folder in
      let path = "\(folder)/prices.json"
      try Data("{}".utf8).write(to: URL(filePath: path))
      let (code, found, _) = try findings(
        ["--offline", "--prompts", "\(folder)/none"], environment: ["COACHKIT_PRICES": path])
      #expect(code == 1 && found["prices"]?["state"] == "wrong")
      #expect(found["prompts"]?["state"] == "missing")
    }
  }
}
