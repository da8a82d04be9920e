import Documents
import Foundation
import Testing
import TestKit

@Suite("A run keeps its model")
struct EvalModelTests {
  private static let recording =
    "\(ProjectFolder.path)/Evals/recordings/discovery-ab.smollm2-135m.jsonl"

  /// A small suite that names no model, and its folder.
  private func inSuite(
    model: String? = nil, grader: String = "one-question",
    transcripts: String = "discovery-amara-night-shifts", _ body: (String, String) throws -> Void
  ) throws {
    try Tool.inFolder { folder in
      let shipped = "\(ProjectFolder.path)/Evals/transcripts/discovery"
      let suite = """
        name: small
        description: Which is better?
        transcripts: "\(shipped)/\(transcripts).yaml"
        turns: [1, 2]
        \(model.map { "model: \($0)" } ?? "parameters: {seed: 1}")
        variants:
          - {id: v1, prompt: discovery@v1}
          - {id: v2, prompt: discovery@v2}
        graders:
          - \(grader)
        """
      let path = "\(folder)/suite.yaml"
      try Data(suite.utf8).write(to: URL(filePath: path))
      try body(path, folder)
    }
  }

  private func script(_ folder: String, replies: Int) throws -> String {
    let path = "\(folder)/script.txt"
    let text = (0..<replies).map { "What is \($0)?" }.joined(separator: "\n---\n")
    try Data(text.utf8).write(to: URL(filePath: path))
    return "scripted:\(path)"
  }

  @Test("the suggested command resumes it, and it can be graded again")
  func resume() throws {
    try inSuite { suite, folder in
      let out = "\(folder)/my results"
      let model = try script(folder, replies: 1)
      let broken = try Tool.run(
        ["eval", "run", suite, "--model", model, "--out", out, "--concurrency", "1", "--no-page"])
      #expect(broken.code == 1)
      let line = try #require(
        broken.errors.split(separator: "\n").first { $0.contains("coachkit eval resume") })
      #expect(line.hasSuffix(" --out '\(out)'"), "\(line)")

      // Each sample needs two.
      _ = try script(folder, replies: 2)
      // Another script is another model, whose replies are not mixed with the earlier ones in silence.
      let refused = try Tool.run(["eval", "resume", "--out", out, "--no-page"])
      #expect(refused.code == 1 && refused.errors.contains("model of v1"), "\(refused)")
      let resumed = try Tool.run(
        ["eval", "resume", "--despite-changes", "--out", out, "--no-page"])
      #expect(resumed.code == 0, "\(resumed.errors)")
      #expect(resumed.output.contains(model))

      // No model is called again, so it need not exist any more.
      try FileManager.default.removeItem(atPath: "\(folder)/script.txt")
      let graded = try Tool.run(["eval", "grade", "--out", out, "--no-page"])
      #expect(graded.code == 0, "\(graded.errors)")
      #expect(graded.output.contains(model))
    }
  }

  @Test("grading again names what has changed since the replies were written")
  func changedTranscript() throws {
    try inSuite { suite, folder in
      let name = "discovery-amara-night-shifts"
      let copy = "\(folder)/\(name).yaml"
      let shipped = "\(ProjectFolder.path)/Evals/transcripts/discovery/\(name).yaml"
      try FileManager.default.copyItem(atPath: shipped, toPath: copy)
      let text = try String(contentsOfFile: suite, encoding: .utf8)
      try Data(text.replacing("\"\(shipped)\"", with: "\(name).yaml").utf8)
        .write(to: URL(filePath: suite))
      let ways = ["--out", "\(folder)/out", "--no-page"]
      let model = try script(folder, replies: 4)
      let run = try Tool.run(["eval", "run", suite, "--model", model] + ways)
      try #require(run.code == 0, "\(run.errors)")
      let same = try Tool.run(["eval", "grade"] + ways)
      #expect(same.code == 0 && !same.errors.contains("changed since"), "\(same.errors)")

      let said = try String(contentsOfFile: copy, encoding: .utf8)
      try Data(said.replacing("talking loudest at the", with: "loudest at the").utf8)
        .write(to: URL(filePath: copy))
      let graded = try Tool.run(["eval", "grade"] + ways)
      #expect(graded.code == 0, "\(graded.errors)")
      expect(graded.errors, contains: "changed since the replies were written")
      expect(graded.errors, contains: "transcript \(name)")
    }
  }

  @Test("a model named explicitly replaces it, with a note")
  func another() throws {
    try inSuite { suite, folder in
      let model = try script(folder, replies: 1)
      let run = ["eval", "run", suite, "--model", model, "--out", folder, "--concurrency", "1"]
      try expect(Tool.run(run).code, equals: 1)
      let other = "replay:\(Self.recording)"
      let resumed = try Tool.run(["eval", "resume", "--model", other, "--out", folder])
      #expect(resumed.code == 1 && resumed.errors.contains("model of v1"))
    }
  }

  @Test("an interrupted grading resumes, and calls only the judge")
  func regrading() throws {
    try inSuite { suite, folder in
      let model = try script(folder, replies: 2)
      let run = ["eval", "run", suite, "--model", model, "--out", folder, "--no-page"]
      try expect(Tool.run(run + ["--concurrency", "1"]).code, equals: 0)
      try FileManager.default.removeItem(atPath: "\(folder)/script.txt")
      func write(verdicts: Int) throws {
        let verdict = #"{"reasoning": "It is.", "verdict": "pass"}"#
        let text = Array(repeating: verdict, count: verdicts).joined(separator: "\n---\n")
        try Data(text.utf8).write(to: URL(filePath: "\(folder)/judge.txt"))
      }
      try write(verdicts: 1)
      let judge = "{use: judge, id: tone, models: 'scripted:judge.txt', rubric: Is it kind?}"
      let text = try String(contentsOfFile: suite, encoding: .utf8)
      let other = "\(folder)/judged.yaml"
      try Data(text.replacing("- one-question", with: "- \(judge)").utf8).write(
        to: URL(filePath: other))
      let ways = ["--out", folder, "--no-page", "--concurrency", "1"]
      let graded = try Tool.run(["eval", "grade", "--suite", other] + ways)
      #expect(graded.code == 1 && graded.errors.contains("coachkit eval resume"), "\(graded)")
      try write(verdicts: 2)
      let resumed = try Tool.run(["eval", "resume", "--despite-changes"] + ways)
      #expect(resumed.code == 0, "\(resumed.errors)")
      let figures = try JSONValue(
        parsing: Tool.run(["eval", "show", "--json", "--out", folder]).output)
      #expect(figures["run"]?["status"] == "complete")
      // The judge and the guardrails.
      #expect(figures["run"]?["graders"]?.array?.count == 2)
      let list = try JSONValue(
        parsing: Tool.run(["eval", "list", "--out", folder, "--json"]).output)
      #expect(list.array?.count == 2)
    }
  }

  @Test(
    "a suite's own price counts for its budget; a missing price stops before the first call"
  )
  func ownPrice() throws {
    let budget = "one-question\nbudget: {dollars: 5}"
    let environment = ["OPENAI_API_KEY": "x"]
    try inSuite(model: "openai:gpt-nobody", grader: budget) { suite, folder in
      let run = ["eval", "run", suite, "--yes", "--out", "\(folder)/o"]
      let refused = try Tool.run(run, environment: environment)
      #expect(refused.code == 1 && refused.errors.contains("openai:gpt-nobody is not known"))
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/o"))
    }
    // No server listens there: this failure now comes first, not the missing price.
    let priced = budget + "\nprice: {input: 1, output: 2, note: ours}"
    try inSuite(model: "openai:gpt-nobody", grader: priced) { suite, folder in
      let run = [
        "eval", "run", suite, "--yes", "--out", "\(folder)/o", "--base-url",
        "http://127.0.0.1:9/v1",
      ]
      let failed = try Tool.run(run, environment: environment)
      #expect(failed.code == 1 && !failed.errors.contains("is not known"), "\(failed.errors)")
    }
  }

  @Test("repeated samples are rejected if a cache would duplicate one")
  func cache() throws {
    try inSuite(model: "scripted:script.txt", grader: "one-question\nsamples: 2") {
      suite, folder in
      _ = try script(folder, replies: 8)
      let run = ["eval", "run", suite, "--cache", "\(folder)/c", "--out", "\(folder)/o"]
      let refused = try Tool.run(run)
      #expect(refused.code == 1 && refused.errors.contains("seed"), "\(refused.errors)")
      try expect(Tool.run(["eval", "run", suite, "--out", "\(folder)/o"]).code, equals: 0)
    }
  }

  @Test("a check without a key shows the plan, and reports that a run needs one")
  func withoutKey() throws {
    try inSuite(model: "openai:gpt-6-luna") { suite, folder in
      let check = try Tool.run(["eval", "check", suite])
      #expect(check.code == 1 && check.errors.contains("there is no key for 'openai'"))
      #expect(check.output.contains("openai:gpt-6-luna"))
      try expect(Tool.run(["eval", "run", suite, "--out", "\(folder)/o"]).code, equals: 1)
    }
  }

  @Test("a model without a known price does not start without confirmation")
  func unpriced() throws {
    try inSuite(model: "openai:gpt-nobody") { suite, folder in
      let environment = ["OPENAI_API_KEY": "x"]
      let check = try Tool.run(
        ["eval", "check", suite, "--base-url", "http://127.0.0.1:9/v1"], environment: environment)
      // No server listens there, which a run would find out after its start.
      #expect(check.code == 1 && check.errors.contains("127.0.0.1:9"), "\(check.errors)")
      let run = ["eval", "run", suite, "--out", "\(folder)/o"]
      let refused = try Tool.run(run, environment: environment)
      #expect(refused.code == 1 && refused.errors.contains("--yes"))
      #expect(refused.errors.contains("no price is known for openai:gpt-nobody"))
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/o"))
    }
    try inSuite { suite, folder in
      let model = try script(folder, replies: 4)
      let check = try Tool.run(["eval", "check", suite, "--model", model])
      #expect(check.output.contains("at no cost") && !check.output.contains("unknown"))
    }
  }

  @Test(
    "check reports impossible results: pass^k of too few samples, anything of too few clusters")
  func notes() throws {
    let grader = "{id: q, use: one-question, pass_k: 3}"
    let gate = "gate: {grader: q, margin: 0.1, looks: [0.5, 1]}"
    // Five of them.
    try inSuite(grader: "\(grader)\n\(gate)", transcripts: "discovery-*k*") { suite, folder in
      let model = try script(folder, replies: 4)
      let check = try Tool.run(["eval", "check", suite, "--model", model])
      #expect(check.code == 0, "\(check.errors)")
      #expect(check.output.contains("looked at after 50 %, 100 % of the transcripts"))
      #expect(check.output.contains("q asks for pass^3, but no case gets more than 1 sample"))
      #expect(check.output.contains("with 5 clusters of transcripts no difference can be shown"))
      #expect(check.output.contains("at least 6 are needed"))
    }
  }
}
