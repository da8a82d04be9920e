@testable import coachkit
@testable import CommandLineSupport
import Documents
import Foundation
import Testing
import TestKit

@Suite("coachkit eval")
struct EvalCommandTests {
  private static let suite = "Evals/suites/discovery-ab.yaml"

  /// Runs the shipped suite over few transcripts, with a test's additions, in its own folder.
  private func inRun(
    gate: String = "",
    _ body: (String, Tool.Result, ([String]) throws -> Tool.Result) throws -> Void
  ) throws {
    try Tool.inFolder { folder in
      var suite = try String(contentsOfFile: "\(ProjectFolder.path)/\(Self.suite)", encoding: .utf8)
      suite = suite.replacing("../", with: "\(ProjectFolder.path)/Evals/")
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
    try expect(Tool.run(["eval", "graders"]).output, contains: "one-question")
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
      try expect(run(["diff", "--limit", "2"]).code, equals: 0)
      try expect(run(["diff", "--before", "v3"]).code, equals: 1)
      let same = try run(["diff", "--before", "v2", "--after", "v2"])
      expect(same.errors, contains: "both sides are")
      try expect(run(["compare"]).errors, contains: "is blessed")
      try expect(run(["bless"]).output, contains: id)
      try expect(run(["list"]).output, contains: "blessed")
      let alone = try run(["compare"])
      #expect(alone.code == 1 && alone.errors.contains("is the blessed one of"))
      try expect(
        run(["prune", "--keep", "0", "--dry-run"]).output, contains: "nothing to delete")
      try expect(run(["prune", id, "--dry-run"]).output, equals: "would delete \(id)\n")
      try expect(run(["show", id]).code, equals: 0)
      let unknown = try run(["show", String(id.dropLast()) + (id.hasSuffix("x") ? "y" : "x")])
      #expect(unknown.code == 1 && unknown.errors.contains("there is no run"))
      #expect(unknown.errors.contains("did you mean '\(id)'"))
    }
  }

  @Test("differences are shown by group, of all graders or of one")
  func groups() throws {
    try inRun { _, _, run throws in
      let all = try run(["show", "--by", "message"])
      #expect(all.code == 0 && all.output.contains("Exploratory"), "\(all.errors)")
      expect(all.output, contains: "one-question by message")
      let own = try JSONValue(
        parsing: run(["show", "--by", "cluster", "--metric", "one-question", "--json"]).output)
      #expect(own.array?.count == 1 && own.array?.first?["metric"] == "one-question")
      #expect(own.array?.first?["groups"]?.array?.isEmpty == false)
      let figures = try JSONValue(parsing: run(["show", "--json"]).output)
      #expect(figures["breakdowns"]?.array?.isEmpty == false && figures["tests"]?.integer != nil)
      try expect(run(["show", "--by", "colour"]).code, equals: 64)
      try expect(run(["show", "--by", "tag", "--sample", "x"]).code, equals: 64)
      let unknown = try run(["show", "--by", "language", "--metric", "one-questoin"])
      #expect(unknown.code == 1 && unknown.errors.contains("did you mean 'one-question'?"))
    }
  }

  @Test("a run cannot be compared with itself, but two of its sides can")
  func itself() throws {
    try inRun { _, _, run throws in
      let list = try JSONValue(parsing: run(["list", "--json"]).output)
      let id = try #require(list.array?.first?["id"]?.string)
      for sides in [[], ["--before", "v2"], ["--before", "v3", "--after", "v3"]] {
        let result = try run(["compare", id, id] + sides)
        #expect(result.code == 1 && result.errors.contains("with itself"), "\(sides)")
      }
      try expect(run(["compare", id, id, "--before", "v2", "--after", "v3"]).code, equals: 0)
      let unknown = try run(["compare", id, id, "--before", "v22", "--after", "v3"])
      #expect(unknown.code == 1 && unknown.errors.contains("did you mean 'v2'?"))
    }
  }

  @Test("an unknown name is reported with the closest match")
  func misspelt() throws {
    try inRun { _, _, run throws in
      let transcript = try run(["diff", "--transcript", "discovery-amara-nigt-shifts"])
      #expect(transcript.code == 1)
      #expect(transcript.errors.contains("did you mean 'discovery-amara-night-shifts'?"))
      try expect(run(["diff", "--limit", "0"]).code, equals: 64)
      let suite = try run(["list", "--suite", "discovery-ba"])
      #expect(suite.code == 1 && suite.errors.contains("did you mean 'discovery-ab'?"))
      try expect(run(["list", "--suite", "gardening"]).errors, contains: "known: discovery-ab")
      let command = try Tool.run(["eval", "chek", "x", "--out", "y"])
      #expect(command.code == 64 && command.errors.contains("did you mean 'check'?"))
      let help = try Tool.run(["eval"])
      #expect(help.code == 0 && help.output.contains("check"))
      #expect(!help.output.contains("unknown"))
    }
  }

  @Test("differences that are not shown are counted")
  func rest() throws {
    try inRun { _, _, run throws in
      let first = try run(["diff", "--limit", "1"]).output
      let footer = try #require(first.split(separator: "\n").last)
      let words = footer.split(separator: " ")
      let rest = try #require(words.count > 1 ? Int(words[1]) : nil)
      #expect(footer == "… \(rest) more (--limit \(rest + 1))")
      let all = try run(["diff", "--limit", String(rest + 1)]).output
      #expect(all.ranges(of: "── ").count == rest + 1 && !all.contains("--limit"))
    }
  }

  @Test("a run in progress is not deleted")
  func prune() throws {
    try inRun { folder, _, run throws in
      let list = try JSONValue(parsing: run(["list", "--json"]).output)
      let id = try #require(list.array?.first?["id"]?.string)
      let lock = try RunLock(run: id, folder: "\(folder)/out")
      for which in [[id], ["--keep", "0"]] {
        let result = try run(["prune"] + which)
        #expect(result.code == 1 && result.output.isEmpty)
        #expect(result.errors.contains("'\(id)' is in progress"))
      }
      try expect(run(["prune", id, "--dry-run"]).output, contains: "cannot delete \(id)")
      try expect(run(["show", id]).code, equals: 0)
      lock.release()
      try expect(run(["prune", id]).output, equals: "deleted \(id)\n")
      let empty = try run(["list"])
      #expect(empty.code == 0 && empty.output.contains("nothing was run yet"))
    }
  }

  @Test("a run can be exported in every format")
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
      #expect(names.count == 2 && names.allSatisfy { $0.hasSuffix(".json") })
      try expect(run(["export", "--format", "x"]).code, equals: 64)
    }
  }

  @Test(
    "the gate sets the exit code",
    arguments: [
      ("gate: {at_least: [{grader: one-question, share: 0}]}", 0, "passed"),
      ("gate: {at_least: [{grader: one-question, share: 1}]}", 100, "failed"),
      ("gate: {grader: no-advice, margin: 0}", 101, "not decided"),
    ] as [(String, Int32, String)])
  func gate(gate: String, code: Int32, words: String) throws {
    try inRun(gate: gate) { _, result, run throws in
      #expect(result.code == code && result.output.contains(words), "\(result.output)")
      try expect(run(["show"]).code, equals: code)
      let list = try JSONValue(parsing: run(["list", "--json"]).output)
      let id = try #require(list.array?.first?["id"]?.string)
      let compared = ["compare", id, id, "--before", "v2", "--after", "v3"]
      let json = try run(compared + ["--json"])
      #expect(json.code == code && (try? JSONValue(parsing: json.output)) != nil)
      try expect(run(compared).code, equals: code)
    }
  }

  @Test("without results, the command says how to get some")
  func nothing() throws {
    try Tool.inFolder { folder in
      for command in [["list"], ["show"], ["diff"], ["compare"], ["bless"]] {
        let result = try Tool.run(["eval"] + command + ["--out", "\(folder)/none"])
        #expect(result.code == 1 && result.errors.contains("coachkit eval run"))
      }
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/none"))
      try expect(Tool.run(["eval", "prune"]).code, equals: 64)
      try expect(Tool.run(["eval", "run", "\(folder)/nosuch.yaml"]).code, equals: 1)
    }
  }
}
