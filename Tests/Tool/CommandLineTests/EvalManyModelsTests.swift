import Documents
import Foundation
import Testing
import TestKit

@Suite("Running a suite with several models")
struct EvalManyModelsTests {
  private func inSuite(_ body: (_ suite: String, _ folder: String) throws -> Void) throws {
    try Tool.inFolder { folder in
      let transcripts =
        "\(ProjectFolder.path)/Evals/transcripts/discovery/discovery-amara-night-shifts.yaml"
      let suite = """
        name: many
        description: Which model is better?
        transcripts: "\(transcripts)"
        turns: [1, 2]
        model: echo
        variants:
          - {id: v1, prompt: discovery@v1}
          - {id: v2, prompt: discovery@v2}
        graders: [one-question]
        """
      for (name, text) in [
        ("suite.yaml", suite), ("a.txt", "What is it?\n---\nAnd now?"),
        ("b.txt", "Tell me more. What is it? And what else?"),
      ] {
        try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
      }
      try body("\(folder)/suite.yaml", folder)
    }
  }

  @Test("every version is run with each, also when the run is resumed")
  func run() throws {
    try inSuite { suite, folder in
      let models = "scripted:\(folder)/a.txt,scripted:\(folder)/b.txt"
      let ways = ["--out", folder, "--no-page", "--concurrency", "1"]
      let broken = try Tool.run(["eval", "run", suite, "--models", models] + ways)
      // Each version needs two replies of each model, and neither script has four.
      #expect(broken.code == 1, "\(broken)")
      for name in ["a", "b"] {
        try Data((1...4).map { "What is \($0)?" }.joined(separator: "\n---\n").utf8)
          .write(to: URL(filePath: "\(folder)/\(name).txt"))
      }
      let changed = try Tool.run(["eval", "resume"] + ways)
      #expect(changed.code == 1 && changed.errors.contains("model of v1 scripted:"), "\(changed)")
      let other = try Tool.run(["eval", "resume", "--model", "echo"] + ways)
      #expect(other.code == 1 && other.errors.contains("leave out --model"), "\(other)")
      let resumed = try Tool.run(["eval", "resume", "--despite-changes"] + ways)
      #expect(resumed.code == 0, "\(resumed)")
      let report = try JSONValue(
        parsing: Tool.run(["eval", "show", "--json", "--out", folder]).output)
      let sides = (report["run"]?["variants"]?.array ?? []).compactMap { $0["id"]?.string }
      #expect(
        sides
          == ["v1", "v2"].flatMap { version in
            ["a", "b"].map { "\(version) scripted:\(folder)/\($0).txt" }
          })
      #expect(report["run"]?["named_models"]?.array?.count == 2)
      #expect(report["run"]?["status"] == "complete")
    }
  }

  @Test(
    "what they cannot be given with",
    arguments: [
      (["--models", "echo,echo"], "names a model twice"), (["--models", "echo,"], "an empty name"),
      (["--models", "echo", "--model", "echo"], "leave out --model"),
      (["--models", "echo,local", "--record", "r.jsonl"], "of one model"),
      (["--models", "echo,nobody:x"], "no provider 'nobody'"),
    ])
  func refused(arguments: [String], words: String) throws {
    try inSuite { suite, folder in
      let result = try Tool.run(["eval", "run", suite, "--out", folder] + arguments)
      #expect(result.code != 0 && result.errors.contains(words), "\(result)")
      guard !arguments.contains("--record") else { return }
      let checked = try Tool.run(["eval", "check", suite] + arguments)
      #expect(checked.code != 0 && checked.errors.contains(words), "\(checked)")
    }
  }

  @Test("a script's entries for a version answer it with every model, and unused ones are named")
  func sides() throws {
    try inSuite { suite, folder in
      for name in ["a", "b"] {
        let script = """
          replies:
            - {side: v1, reply: "What is it?"}
            - {side: v2, reply: "Tell me more. What is it?"}
            - {side: v3, reply: "And now?"}
          """
        try Data(script.utf8).write(to: URL(filePath: "\(folder)/\(name).yaml"))
      }
      let result = try Tool.run([
        "eval", "run", suite, "--models", "scripted:\(folder)/a.yaml,scripted:\(folder)/b.yaml",
        "--out", folder, "--no-page",
      ])
      #expect(result.code == 0, "\(result)")
      expect(result.errors, contains: "nothing calls for the reply to side 'v3'")
      #expect(!result.errors.contains("side 'v1'"), "\(result)")
    }
  }

  @Test("a missing script is reported once, with the line of the suite that names it")
  func missing() throws {
    try inSuite { suite, _ in
      let text = try String(contentsOf: URL(filePath: suite), encoding: .utf8)
      try Data(text.replacing("model: echo", with: "model: scripted:none.yaml").utf8)
        .write(to: URL(filePath: suite))
      for command in ["check", "run"] {
        let result = try Tool.run(["eval", command, suite])
        #expect(result.code != 0 && !result.errors.contains("error: error:"), "\(result)")
        expect(result.errors, contains: "suite.yaml:5:8: error:")
      }
    }
  }

  @Test("a check lists them, and scripts take no time")
  func check() throws {
    try inSuite { suite, folder in
      let checked = try Tool.run([
        "eval", "check", suite, "--models", "echo,scripted:\(folder)/b.txt",
      ])
      expect(checked.output, contains: "v1 echo: discovery@v1, echo (baseline)")
      expect(checked.output, contains: "almost no time")
    }
  }
}
