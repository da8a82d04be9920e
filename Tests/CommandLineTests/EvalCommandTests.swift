#if Evals
  import Conversations
  import Foundation
  import Testing

  @Suite("The eval commands do what their help says")
  struct EvalCommandTests {
    private static let suite = "Evals/suites/discovery-ab.yaml"

    /// Runs the shipped suite over few transcripts, with what a test adds, in a folder of its own.
    private func inRun(
      gate: String = "",
      _ body: (String, Tool.Result, ([String]) throws -> Tool.Result) throws -> Void
    ) throws {
      try Tool.inFolder { folder in
        var suite = try String(contentsOfFile: "\(Tool.root)/\(Self.suite)", encoding: .utf8)
        suite = suite.replacing("../", with: "\(Tool.root)/Evals/")
        let path = "\(folder)/suite.yaml"
        try Data((suite + "\n" + gate + "\n").utf8).write(to: URL(filePath: path))
        let out = "\(folder)/out"
        let result = try Tool.run(["eval", "run", path, "--out", out, "--no-page"])
        try body(folder, result) { try Tool.run(["eval"] + $0 + ["--out", out]) }
      }
    }

    @Test("check, graders and schema need no run")
    func without() throws {
      let check = try Tool.run(["eval", "check", Self.suite])
      #expect(check.code == 0 && check.output.contains("discovery-ab"), "\(check.errors)")
      #expect(try Tool.run(["eval", "graders"]).output.contains("one-question"))
      let unknown = try Tool.run(["eval", "graders", "one-questoin"])
      #expect(unknown.code == 1 && unknown.errors.contains("one-question"))
      let schema = try Tool.run(["eval", "schema"])
      #expect(schema.code == 0)
      #expect(try JSONValue(parsing: schema.output).object != nil)
    }

    @Test("a run can be listed, shown, blessed, compared and pruned")
    func results() throws {
      try inRun { _, result, run throws in
        #expect(result.code == 0, "\(result.errors)")
        let list = try JSONValue(parsing: run(["list", "--json"]).output)
        let id = try #require(list.array?.first?["id"]?.string)
        #expect(list.array?.count == 1 && list.array?.first?["blessed"] == false)
        let figures = try JSONValue(parsing: run(["show", "--json"]).output)
        #expect(figures["run"]?["id"]?.string == id && figures["gate"] == .null)
        #expect(try run(["diff", "--limit", "2"]).code == 0)
        #expect(try run(["diff", "--before", "v3"]).code == 1)
        #expect(try run(["compare"]).errors.contains("is blessed"))
        #expect(try run(["compare", id, id]).code == 0)
        #expect(try run(["bless"]).output.contains(id))
        #expect(try run(["list"]).output.contains("blessed"))
        #expect(
          try run(["prune", "--keep", "0", "--dry-run"]).output.contains("nothing to delete"))
        #expect(try run(["prune", id, "--dry-run"]).output == "would delete \(id)\n")
        #expect(try run(["show", id]).code == 0)
        let unknown = try run(["show", String(id.dropLast()) + "x"])
        #expect(unknown.code == 1 && unknown.errors.contains("there is no run"))
        #expect(unknown.errors.contains("did you mean '\(id)'"))
      }
    }

    @Test("a run leaves in every form")
    func export() throws {
      try inRun { folder, _, run throws in
        for (form, words) in [
          ("json", "\"metrics\""), ("jsonl", "\"turns\""), ("csv", "run,side,transcript"),
          ("markdown", "### discovery-ab"), ("junit", "<testsuites"), ("html", "<!doctype html>"),
        ] {
          let path = "\(folder)/export.\(form)"
          let result = try run(["export", "--format", form, "--to", path])
          #expect(result.code == 0, "\(result.errors)")
          let text = try String(contentsOfFile: path, encoding: .utf8)
          #expect(text.contains(words), "\(form)")
        }
        let logs = try run(["export", "--format", "inspect", "--to", "\(folder)/logs"])
        #expect(logs.code == 0 && logs.output.contains("2 logs"))
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/logs")
        #expect(names.count == 2 && names.allSatisfy { $0.hasSuffix(".eval") })
        #expect(try run(["export", "--format", "x"]).code == 64)
      }
    }

    @Test(
      "the gate decides the exit code",
      arguments: [
        ("gate: {at_least: [{grader: one-question, share: 0}]}", 0, "passed"),
        ("gate: {at_least: [{grader: one-question, share: 1}]}", 100, "failed"),
        ("gate: {grader: one-question, margin: 0}", 101, "inconclusive"),
      ] as [(String, Int32, String)])
    func gate(gate: String, code: Int32, words: String) throws {
      try inRun(gate: gate) { _, result, run throws in
        #expect(result.code == code && result.output.contains(words), "\(result.output)")
        #expect(try run(["show"]).code == code)
      }
    }

    @Test("without results the way to them is told")
    func nothing() throws {
      try Tool.inFolder { folder in
        for command in [["list"], ["show"], ["diff"], ["compare"], ["bless"]] {
          let result = try Tool.run(["eval"] + command + ["--out", "\(folder)/none"])
          #expect(result.code == 1 && result.errors.contains("coachkit eval run"))
        }
        #expect(try Tool.run(["eval", "prune"]).code == 64)
        #expect(try Tool.run(["eval", "run", "\(folder)/nosuch.yaml"]).code == 1)
      }
    }
  }
#endif
