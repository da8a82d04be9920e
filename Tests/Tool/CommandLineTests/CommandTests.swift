import Documents
import Foundation
import Testing
import TestKit

@Suite("Commands of the tool")
struct CommandTests {
  @Test(
    "every command has help with an example",
    arguments: [
      [], ["render"], ["chat"], ["eval", "run"], ["eval", "show"], ["domains", "list"],
      ["domains", "check"], ["prompts", "list"], ["prompts", "check"],
    ])
  func help(command: [String]) throws {
    let result = try Tool.run(command + ["--help"])
    #expect(result.code == 0)
    #expect(result.output.contains("coachkit \(command.joined(separator: " "))"))
    #expect(result.output.contains("Example"))
  }

  @Test("render prints text, JSON and the sections")
  func render() throws {
    let coaching = ["render", "coaching", "--person", "ines", "--domain", "career"]
    let text = try Tool.run(coaching)
    #expect(text.code == 0 && text.output.contains("Inês"))
    let explained = try Tool.run(coaching + ["--explain"])
    #expect(explained.output.contains("cache breakpoint 'domain'"))
    #expect(explained.output.contains("Prompts/coaching.v8.prompt:"))
    let json = try JSONValue(parsing: Tool.run(coaching + ["--json"]).output)
    #expect(json["segments"]?.array?.count ?? 0 > 50)
    #expect(json["sections"]?.array?.count == 11)
    let set = try Tool.run([
      "render", "discovery@v1", "--set", "closing=true", "--set", "opening=false",
    ])
    #expect(set.output.contains("close now, with the signal"))
  }

  @Test("render names what a version was not given, and refuses what no version takes")
  func leftOut() throws {
    let older = [
      "render", "coaching@v3", "--person", "ines", "--domain", "career",
      "--set", "concern=[\"no sleep\"]",
    ]
    let text = try Tool.run(older)
    #expect(text.code == 0 && !text.output.contains("no sleep"))
    expect(
      text.errors, contains: "coaching@v3 does not take 'concern', which another version takes")
    #expect(!text.errors.contains("changes nothing here"))
    let explained = try Tool.run(older + ["--explain"])
    expect(explained.output, contains: "given, and not declared by coaching@v3: concern")
    let json = try JSONValue(parsing: Tool.run(older + ["--explain", "--json"]).output)
    #expect(
      json["left_out_inputs"]?.array?.contains([
        "path": "concern", "given_by": "caller", "reason": "member",
      ]) == true)
    let misspelt = try Tool.run([
      "render", "coaching@v3", "--person", "ines", "--domain", "career", "--set", "concrn=x",
    ])
    #expect(misspelt.code == 1 && misspelt.errors.contains("has no input 'concrn'"))
  }

  @Test("lists and checks")
  func lists() throws {
    try expect(Tool.run(["prompts", "list"]).output, contains: "discovery@v2")
    try expect(Tool.run(["prompts", "check"]).code, equals: 0)
    try expect(Tool.run(["domains", "list"]).output, contains: "leadership")
    try expect(Tool.run(["domains", "check"]).output, contains: "9 domains")
  }

  @Test("a conversation: tags are events, not text")
  func chat() throws {
    try Tool.inFolder { folder in
      let script = "\(folder)/s.txt"
      let reply = "Bye. [MEMORY: the sea] [PATTERN: always last]"
      try Data("Hello?\n---\n\(reply)\n".utf8).write(to: URL(filePath: script))
      let arguments = [
        "chat", "coaching", "--domain", "life", "--model", "scripted:\(script)",
      ]
      let json = try Tool.run(arguments + ["--json"], input: "Hi\n")
      #expect(json.code == 0)
      let events = try json.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
      let tags = events.filter { $0["event"] == "tag" }
      #expect(tags.compactMap { $0["text"]?.string } == ["the sea", "always last"])
      #expect(events.contains { $0["event"] == "person" && $0["text"] == "Hi" })
      let plain = try Tool.run(arguments, input: "Hi\n")
      #expect(plain.output.contains("memory: the sea"))
      #expect(!plain.output.contains("[MEMORY"))
    }
  }

  @Test("the shipped evaluation runs from its recording and can be shown again")
  func evaluation() throws {
    try Tool.inFolder { folder in
      let run = try Tool.run(
        ["eval", "run", "Evals/suites/discovery-ab.yaml", "--out", folder])
      #expect(run.code == 0, "\(run.errors)")
      for words in [
        "one-question", "difference", "95 % interval", "tokens in", "cost", "written good",
        "135 million",
      ] {
        #expect(run.output.contains(words), "\(words)")
      }
      let reports = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/reports")
      #expect(reports.count == 1 && reports[0].hasSuffix(".html"))
      let shown = try Tool.run(["eval", "show", "--report", "--out", folder])
      #expect(shown.output == run.output)
    }
  }
}

@Suite("Invalid input: one clear message and the right exit code")
struct BadInputTests {
  @Test(
    "errors",
    arguments: [
      (["render", "discovry"], 1, "did you mean 'discovery'?"),
      (["render", "discovery@v9"], 1, "has no version or label 'v9'"),
      (["render", "coaching"], 1, "needs a domain"),
      (["render", "coaching", "--domain", "carer"], 1, "did you mean 'career'?"),
      (["render", "discovery", "--person", "inez"], 1, "did you mean 'ines'?"),
      (["render", "discovery", "--set", "nme=1"], 1, "discovery@v6 has no input 'nme'"),
      (["render", "discovery", "--set", "nme"], 64, "--set name=value"),
      (["render", "discovery", "--prompts", "nowhere"], 1, "no folder at 'nowhere'"),
      (["chat", "discovery", "--model", "openai:x"], 1, "set OPENAI_API_KEY"),
      (["chat", "discovery", "--model", "opnai:x"], 1, "did you mean 'openai'?"),
      (["chat", "discovery", "--model", "replay:no.jsonl"], 1, "no file at 'no.jsonl'"),
      (["chat", "discovery", "--temperature", "9"], 64, "0 to 2"),
      (
        ["chat", "discovery", "--model", "local", "--base-url", "http://127.0.0.1:1/v1"], 1,
        "make local-model"
      ),
      (
        ["chat", "discovery", "--model", "openai:x", "--base-url", "http://127.0.0.1:1/v1"], 1,
        "no connection to http://127.0.0.1:1"
      ),
      (["eval", "run", "Evals/suites/nothing.yaml"], 1, "no file at"),
      (["eval", "run", "Evals/people/ines.yaml"], 1, "'transcripts' and 'variants' are missing"),
      (["eval", "show", "--out", "nowhere"], 1, "there are no results"),
      (["eval", "run"], 64, "Missing expected argument"),
      (["domains", "check", "--domains", "Scripts"], 1, "nothing to check in Scripts"),
      (["rendr"], 64, "rendr"),
      (["render", "discovery", "--nonsense"], 64, "Unknown option"),
    ] as [([String], Int32, String)])
  func errors(arguments: [String], code: Int32, message: String) throws {
    let result = try Tool.run(arguments)
    #expect(result.code == code)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(!result.errors.contains("Fatal error"))
    #expect(result.errors.split(separator: "\n").count <= 12)
  }

  @Test("a key is never printed in any error")
  func secrets() throws {
    try Tool.inFolder { folder in
      let server = ["--model", "openai:x", "--base-url", "http://127.0.0.1:1/v1"]
      for arguments in [
        ["chat", "discovery"] + server,
        ["chat", "discovery", "--model", "openai:", "--json"],
        ["eval", "run", "Evals/suites/discovery-ab.yaml", "--out", folder] + server,
      ] {
        let result = try Tool.run(
          arguments, environment: ["OPENAI_API_KEY": "sk-planted-0123456789"])
        #expect(result.code == 1)
        #expect(!(result.output + result.errors).contains("planted"))
      }
    }
  }

  @Test("invalid YAML has a located error")
  func brokenYAML() throws {
    try Tool.inFolder { folder in
      try Data("id: career\nname: [\n".utf8).write(to: URL(filePath: "\(folder)/career.yaml"))
      let result = try Tool.run(["domains", "check", "--domains", folder])
      #expect(result.code == 1)
      #expect(result.errors.contains("career.yaml:3:1: error:"))
    }
  }
}
