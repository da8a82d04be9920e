import Documents
import Foundation
import Testing
import TestKit
import WireFaults

@Suite("Options for retries, limits, caching and logging of calls")
struct CallOptionsTests {
  private static let reply =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
    + #"data: {"choices":[{"delta":{"content":"Yes."}}]}"# + "\n\n"
    + #"data: {"choices":[{"delta":{},"finish_reason":"stop"}]}"# + "\n\n"
    + #"data: {"choices":[],"usage":{"prompt_tokens":30,"completion_tokens":12}}"# + "\n\n"
    + "data: [DONE]\n\n"
  private static let busy =
    "HTTP/1.1 529 Busy\r\nContent-Type: application/json\r\nretry-after-ms: 5\r\n"
    + "Content-Length: 16\r\nConnection: close\r\n\r\n" + #"{"error":"busy"}"#

  /// A server that is busy for the first requests.
  private func busyServer(for count: Int) -> ScriptedServer? {
    let seen = Observed(0)
    return ScriptedServer { _ in
      return [.send(seen.increment() <= count ? Self.busy : Self.reply)]
    }
  }

  private func ask(_ server: ScriptedServer, _ arguments: [String]) throws -> Tool.Result {
    try Tool.run(
      ["ask", "compatible:m", "Hi", "--base-url", server.url] + arguments,
      environment: ["NO_PROXY": "127.0.0.1", "COMPATIBLE_API_KEY": "planted-0123456789"])
  }

  @Test("a busy server is called again, and a failure lists every attempt")
  func retries() throws {
    let server = try #require(busyServer(for: 2))
    defer { server.stop() }
    let result = try ask(server, [])
    #expect(result.code == 0 && result.output == "Yes.\n" && server.requests.count == 3)
    let down = try #require(busyServer(for: 99))
    defer { down.stop() }
    let failed = try ask(down, ["--retries", "1"])
    #expect(failed.code == 1 && down.requests.count == 2)
    #expect(failed.errors.contains("  1. compatible:m: "))
    #expect(failed.errors.contains("  2. compatible:m, after waiting "))
  }

  @Test("a log has one line per call with its attempts, without prompts or keys")
  func log() throws {
    try Tool.inFolder { folder in
      let server = try #require(busyServer(for: 1))
      defer { server.stop() }
      let path = "\(folder)/sub/calls.jsonl"
      for _ in 0..<2 { #expect(try ask(server, ["--log", path]).code == 0) }
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let lines = try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
      #expect(lines.count == 2 && lines.allSatisfy { $0["output_tokens"] == 12 })
      #expect(lines[0]["attempts"]?.array?.count == 2 && lines[1]["attempts"] == nil)
      #expect(!text.contains("planted") && !text.contains("Hi"))
    }
  }

  @Test("a cache answers a repeated question without a call")
  func cache() throws {
    try Tool.inFolder { folder in
      let server = try #require(busyServer(for: 0))
      defer { server.stop() }
      for _ in 0..<3 {
        try expect(ask(server, ["--cache", "\(folder)/cache"]).output, equals: "Yes.\n")
      }
      #expect(server.requests.count == 1)
      try expect(ask(server, ["--cache", "\(folder)/cache", "--seed", "2"]).code, equals: 0)
      #expect(server.requests.count == 2)
    }
  }

  @Test("a budget is reported, and rejected without a known price")
  func budget() throws {
    try Tool.inFolder { folder in
      let server = try #require(busyServer(for: 0))
      defer { server.stop() }
      let tokens = try ask(server, ["--token-budget", "1000"])
      #expect(tokens.code == 0 && tokens.errors.contains("42 of 1000 tokens, 1 call"))
      let money = try ask(server, ["--budget", "1"])
      #expect(money.code == 1 && money.errors.contains("the price of compatible:m is not known"))
      #expect(server.requests.count == 1)
      let small = try ask(server, ["--token-budget", "3"])
      #expect(small.code == 1 && small.errors.contains("the budget of 3 tokens is used up"))
    }
  }

  @Test("another model answers if the first fails")
  func fallback() throws {
    try Tool.inFolder { folder in
      let script = "\(folder)/script.txt"
      try Data("Here I am.\n".utf8).write(to: URL(filePath: script))
      let down = try #require(busyServer(for: 99))
      defer { down.stop() }
      let result = try ask(down, ["--retries", "0", "--fallback", "scripted:\(script)"])
      #expect(result.code == 0 && result.output.hasPrefix("Here I am."))
    }
  }

  @Test(
    "invalid numbers are rejected",
    arguments: [
      ["--retries=-1"], ["--budget", "0"], ["--token-budget", "0"], ["--requests-per-minute", "0"],
      ["--tokens-per-minute=-5"],
    ])
  func numbers(arguments: [String]) throws {
    let result = try Tool.run(["ask", "local", "Hi"] + arguments)
    #expect(result.code == 64 && result.errors.contains("must be"), "\(result.errors)")
  }
}
