import Documents
import Foundation
import Testing
import TestKit

@Suite("coachkit prices")
struct PricesCommandTests {
  @Test("prices for a part of a name, with the tiers of long prompts")
  func list() throws {
    let result = try Tool.run(["prices", "haiku-5-5", "--day", "2026-11-21"])
    #expect(result.code == 0 && result.errors == "")
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines[2].contains("claude-haiku-5-5") && lines[2].contains("0.10"))
    #expect(lines[3].contains("above 100000") && lines[3].contains("2.50"))
    #expect(lines[4].contains("dollars per million tokens on 2026-11-21"))
  }

  @Test("the price of a call, with cached tokens at their own price")
  func cost() throws {
    let arguments = ["--input", "12000", "--cached", "10000", "--output", "300"]
    let call = ["prices", "anthropic:claude-haiku-4-5-20251001", "--day", "2026-11-21"] + arguments
    // 2,000 at $1, 10,000 at $0.10 and 300 at $5 a million
    #expect(try Tool.run(call).output.hasPrefix("$0.0045  anthropic:claude-haiku-4-5-20251001"))
    let json = try JSONValue(parsing: try Tool.run(call + ["--json"]).output)
    #expect(json["dollars"]?.number.map { abs($0 - 0.0045) < 1e-12 } == true)
  }

  @Test("a service tier has its own price, if it is known")
  func serviceTier() throws {
    let call = [
      "prices", "anthropic:claude-opus-5-5", "--day", "2026-11-30", "--input", "1000000",
      "--output", "0",
    ]
    #expect(try Tool.run(call).output.hasPrefix("$4.00"))
    #expect(try Tool.run(call + ["--service-tier", "fast"]).output.hasPrefix("$8.00"))
    let unknown = try Tool.run(call + ["--service-tier", "ultrafast"])
    #expect(unknown.code == 1)
    expect(
      unknown.errors,
      contains: "the price of anthropic:claude-opus-5-5's tier 'ultrafast' is not known")
  }

  @Test("numbers that overflow when they are added up are refused")
  func overflow() throws {
    let largest = "\(Int.max)"
    let result = try Tool.run([
      "prices", "claude-haiku-4-5", "--input", largest, "--cached", largest, "--cache-write", "1",
    ])
    #expect(result.code == 64)
    expect(result.errors, contains: "--cached and --cache-write are parts of --input")
  }

  @Test("a custom file overrides the built-in prices, and its errors have a location")
  func file() throws {
    try Tool.inFolder { folder in
      let path = "\(folder)/prices.json"
      func run(_ prices: String) throws -> Tool.Result {
        try Data(#"{"format": 1, "prices": [\#(prices)]}"#.utf8).write(to: URL(filePath: path))
        return try Tool.run(
          ["prices", "local:small", "--input", "1000000", "--output", "0"],
          environment: ["COACHKIT_PRICES": path])
      }
      let known = try run(#"{"provider": "local", "model": "small", "input": 0.25}"#)
      #expect(known.code == 0 && known.output.hasPrefix("$0.25  local:small"))
      let broken = try run(#"{"provider": "local", "model": "small", "input": -1}"#)
      #expect(broken.code == 1 && broken.errors.contains(path))
      #expect(broken.errors.contains("prices.json:1:26: error: the price of 'small'"))
    }
  }

  @Test("a model that one provider lists needs no provider, and its dated names are found")
  func oneProvider() throws {
    let cost = try Tool.run(["prices", "claude-haiku-4-5", "--input", "1000", "--output", "100"])
    #expect(cost.code == 0 && cost.output.contains("anthropic:claude-haiku-4-5"), "\(cost)")
    try expect(
      Tool.run(["prices", "claude-haiku-4-5-20251001"]).output, contains: "claude-haiku-4-5 ")
    for arguments in [["groq:claude-haiku-4-5"], ["claude-haiku-4-5", "--provider", "groq"]] {
      try expect(
        Tool.run(["prices"] + arguments).errors,
        contains: "another provider: anthropic:claude-haiku")
    }
  }

  @Test(
    "invalid input is reported with a fix",
    arguments: [
      (["prices", "anthropic:claude-haiku-9", "--input", "1"], Int32(1), "did you mean"),
      (["prices", "--input", "1"], 1, "name a model"),
      (["prices", "no-such-model"], 1, "known providers: anthropic"),
      (["prices", "--day", "tomorrow"], 64, "--day is a day such as"),
      (["prices", "a:b", "--input", "1", "--cached", "2"], 64, "are parts of --input"),
      (["prices", "a:b", "--input=-1"], 64, "0 or above"),
    ])
  func mistakes(arguments: [String], code: Int32, words: String) throws {
    let result = try Tool.run(arguments)
    #expect(result.code == code && result.errors.contains(words), "\(result.errors)")
  }

  @Test("--json prints a file that can be read again")
  func json() throws {
    try Tool.inFolder { folder in
      let path = "\(folder)/prices.json"
      let printed = try Tool.run(["prices", "--json", "--day", "2026-11-21"]).output
      try Data(printed.utf8).write(to: URL(filePath: path))
      let again = try Tool.run(
        ["prices", "opus-5-5", "--day", "2026-11-21"], environment: ["COACHKIT_PRICES": path])
      #expect(again.code == 0)
      // Once from the file, once from the built-in table.
      #expect(again.output.components(separatedBy: "claude-opus-5-5").count == 3)
    }
  }
}
