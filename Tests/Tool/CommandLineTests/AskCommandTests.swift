import Documents
import Foundation
import LanguageModels
import Testing
import TestKit
import WireFaults

@Suite("coachkit ask and coachkit models")
struct AskCommandTests {
  /// Runs the tool against a server that answers every request with these bytes.
  private func ask(
    _ answer: [UInt8], _ arguments: [String], provider: String = "compatible", input: String = "",
    environment: [String: String] = [:]
  ) throws -> (result: Tool.Result, requests: [ServedRequest]) {
    let server = try #require(ScriptedServer([.send(answer)]))
    defer { server.stop() }
    let result = try Tool.run(
      ["ask", "\(provider):m"] + arguments + ["--base-url", server.url], input: input,
      environment: environment.merging(["NO_PROXY": "127.0.0.1"]) { own, _ in own })
    return (result, server.requests)
  }

  private func reply(_ sample: SampleReply, events: Int? = nil) -> [UInt8] {
    let events = sample.events[..<(events ?? sample.events.count)]
    return Array(
      "HTTP/1.1 200 OK\r\nContent-Type: \(sample.contentType)\r\nConnection: close\r\n\r\n".utf8)
      + events.flatMap { $0 }
  }

  /// A chat completion with this text.
  private func reply(_ words: String) -> [UInt8] {
    let delta: JSONValue = ["choices": [["delta": ["content": .string(words)]]]]
    let text =
      "data: \(delta.text())\n\ndata: {\"choices\":[{\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"
    return Array(
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n\(text)".utf8)
  }

  @Test("a key with a line break inside is an error, not a missing key")
  func brokenKey() throws {
    let result = try Tool.run(
      ["ask", "openai:m", "hi"], environment: ["OPENAI_API_KEY": "sk-ab\r\ncd"])
    #expect(result.code == 1)
    #expect(
      result.errors.contains(
        "the key in OPENAI_API_KEY contains a line break (U+000D) at position 6"))
    #expect(!result.errors.contains("sk-ab"))
  }

  @Test(
    "the text of every protocol is written to standard output",
    arguments: [
      ("anthropic", WireProtocol.anthropic), ("openai-chat", .openAIChat),
      ("openai-responses", .openAIResponses), ("gemini", .gemini),
      ("gemini-interactions", .geminiInteractions), ("ollama", .ollama),
    ])
  func protocols(provider: String, wire: WireProtocol) throws {
    let sample = SampleReply.of(wire)
    let (result, requests) = try ask(reply(sample), ["Hi"], provider: provider)
    #expect(result.code == 0 && result.errors == "")
    #expect(result.output == sample.text + "\n")
    #expect(requests.count == 1)
  }

  @Test("instructions, a question from a pipe, and parameters are sent")
  func request() throws {
    try Tool.inFolder { folder in
      try Data("Be kind.".utf8).write(to: URL(filePath: "\(folder)/system.txt"))
      let (result, requests) = try ask(
        reply("Yes."),
        ["-", "--system", "\(folder)/system.txt", "--max-tokens", "9", "--temperature", "0.5"],
        input: "Is it?\n", environment: ["COMPATIBLE_API_KEY": "planted-key"])
      #expect(result.code == 0)
      let request = try #require(requests.first)
      #expect(request.head.contains("authorization: Bearer planted-key"))
      let body = try JSONValue(parsing: request.body)
      #expect(
        body["messages"] == [
          ["role": "system", "content": "Be kind."], ["role": "user", "content": "Is it?\n"],
        ])
      #expect(body["max_tokens"] == 9 && body["temperature"] == 0.5)
    }
  }

  @Test("a service tier and further members are sent, of two with one name the last")
  func members() throws {
    let (result, requests) = try ask(
      reply("Yes."),
      [
        "Hi", "--service-tier", "flex", "--extra", "top_k=40", "--extra", "user_tag=a=b",
        "--extra", #"{"logit_bias": {"1": -5}, "top_k": 41}"#, "--extra", "flag=true",
      ])
    #expect(result.code == 0)
    let body = try JSONValue(parsing: try #require(requests.first).body)
    #expect(body["service_tier"] == "flex" && body["top_k"] == 41 && body["flag"] == true)
    #expect(body["user_tag"] == "a=b" && body["logit_bias"] == ["1": -5])
  }

  @Test(
    "members that cannot be added are refused before anything is sent",
    arguments: [
      ("top_k", "neither name=value"), ("=3", "neither name=value"),
      ("{\"a\": }", "is not a JSON object"), ("stream=false", "'stream'"),
      ("{\"messages\": []}", "'messages'"), ("model=other", "'model'"),
    ])
  func refusedMembers(text: String, words: String) throws {
    let result = try Tool.run(["ask", "echo", "Hi", "--extra", text])
    #expect(result.code == 64)
    expect(result.errors, contains: words)
  }

  @Test("--json prints one event per line, the end last")
  func json() throws {
    let (result, _) = try ask(reply(SampleReply.of(.openAIChat)), ["Hi", "--json"])
    let lines = try result.output.split(separator: "\n").map { line throws in
      try JSONValue(parsing: String(line))
    }
    #expect(lines.first?["event"] == "started" && lines.last?["event"] == "finished")
    #expect(lines.compactMap { $0["text"]?.string }.joined() == SampleReply.of(.openAIChat).text)
  }

  @Test("a truncated reply is printed, reported, and fails")
  func cut() throws {
    let sample = SampleReply.of(.openAIChat)
    let (result, _) = try ask(reply(sample, events: 2), ["Hi"])
    #expect(result.code == 1 && result.output == "What\n")
    #expect(result.errors.contains("the reply was cut here"))
    #expect(result.errors.contains("  → try again"))
    let (json, _) = try ask(reply(sample, events: 2), ["Hi", "--json"])
    let last = try JSONValue(parsing: String(try #require(json.output.split(separator: "\n").last)))
    #expect(json.code == 1 && last["code"] == "truncated" && last["retryable"] == true)
  }

  @Test("a reply is validated against its schema and printed while it grows")
  func schema() throws {
    try Tool.inFolder { folder in
      let path = "\(folder)/mood.schema.json"
      let schema = #"{"type":"object","properties":{"mood":{"type":"string"}},"required":["mood"]}"#
      try Data(schema.utf8).write(to: URL(filePath: path))
      let (good, requests) = try ask(
        reply(#"{"mood": "calm"}"#), ["Hi", "--schema", path, "--json"])
      #expect(good.code == 0)
      #expect(good.output.contains(#"{"event":"partial_value","value":{"mood":"calm"}}"#))
      let sent = try JSONValue(parsing: try #require(requests.first).body)
      #expect(sent["response_format"]?["json_schema"]?["name"] == "mood")
      for (words, problem) in [("{}", "'mood' is missing"), ("calm", "it is not JSON")] {
        let (bad, _) = try ask(reply(words), ["Hi", "--schema", path])
        #expect(bad.code == 1 && bad.errors.contains("does not fit its schema"))
        #expect(bad.errors.contains("✗"), "\(problem): \(bad.errors)")
      }
      try Data("{\n  \"type\": }".utf8).write(to: URL(filePath: path))
      let (broken, none) = try ask(reply("x"), ["Hi", "--schema", path])
      #expect(broken.code == 1 && broken.errors.contains("mood.schema.json:2:11: error:"))
      #expect(none.isEmpty, "a broken schema is found before anything is sent")
    }
  }

  @Test(
    "invalid input is reported with a fix",
    arguments: [
      (["ask", "antropic:x", "Hi"], "did you mean 'anthropic'?"),
      (["ask", "gemini:x", "Hi"], "set GEMINI_API_KEY or GOOGLE_API_KEY"),
      (["ask", "compatible:x", "Hi"], "give one with --base-url"),
      (
        ["ask", "anthropic", "Hi", "--base-url", "http://h"], "coachkit models --provider anthropic"
      ),
      (["ask", "scripted:none.txt", " "], "there is no question"),
      (["ask", "local", "Hi", "--schema", "none.json"], "none.json"),
      (["models", "--base-url", "http://h"], "--provider compatible"),
      (["models", "--provider", "nobody"], "no provider 'nobody'"),
    ])
  func mistakes(arguments: [String], words: String) throws {
    let result = try Tool.run(arguments)
    #expect(result.code == 1 && result.output == "")
    #expect(result.errors.contains(words), "\(result.errors)")
  }

  @Test("providers are listed with the names of their keys, never with the keys")
  func providers() throws {
    let result = try Tool.run(["models"], environment: ["ANTHROPIC_API_KEY": "planted-key"])
    #expect(result.code == 0 && !result.output.contains("planted"))
    let line = result.output.split(separator: "\n").first { $0.hasPrefix("anthropic") }
    #expect(line?.contains("✓") ?? false)
  }

  @Test("a custom table overrides the built-in one, and its errors have a location")
  func ownTable() throws {
    try Tool.inFolder { folder in
      let path = "\(folder)/models.json"
      func ask(_ entry: String) throws -> Tool.Result {
        try Data("{\"format\": 1, \"models\": [\(entry)]}".utf8).write(to: URL(filePath: path))
        return try self.ask(
          reply("Yes."), ["Hi", "--temperature", "1"], environment: ["COACHKIT_MODELS": path]
        ).result
      }
      let own = try ask(#"{"provider": "compatible", "prefix": "m", "sampling": false}"#)
      #expect(
        own.code == 0 && own.errors == "note: m does not take a temperature; it was left out\n")
      let broken = try ask(#"{"provider": "compatible", "prefix": "m", "sampling": 3}"#)
      #expect(broken.code == 1 && broken.errors.contains("'sampling' is true or false"))
    }
  }

  @Test("a provider's models are listed with their known properties")
  func models() throws {
    let body = #"{"data":[{"id":"claude-haiku-4-5"},{"id":"claude-new"}],"has_more":false}"#
    let answer =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
    let server = try #require(ScriptedServer([.send(answer + body)]))
    defer { server.stop() }
    let result = try Tool.run(
      ["models", "--provider", "anthropic", "--base-url", server.url, "--json"],
      environment: ["NO_PROXY": "127.0.0.1"])
    let lines = try result.output.split(separator: "\n").map { line throws in
      try JSONValue(parsing: String(line))
    }
    #expect(lines.map { $0["model"] } == ["claude-haiku-4-5", "claude-new"])
    #expect(lines.first?["context"] == 200_000)
  }
}
