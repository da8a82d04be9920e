import Documents
import Foundation
import Testing
import TestKit

/// `Fixtures/evaluations-v1` is a workspace with results of version 1 of recorded facts: two complete runs of a suite,
/// one that its script ended early, and a run with a simulated person that ended early, too.
@Suite("Results of an earlier version")
struct EarlierResultsTests {
  private static let complete = ["20261123-004354-talks", "20261123-004356-talks"]
  private static let stopped = "20261123-004357-talks"
  private static let played = "20261123-004358-played"

  private func inWorkspace(_ body: (([String]) throws -> Tool.Result) throws -> Void) throws {
    try Tool.inFolder { folder in
      let copy = "\(folder)/workspace"
      try FileManager.default.copyItem(
        atPath: "\(ProjectFolder.path)/Tests/Tool/CommandLineTests/Fixtures/evaluations-v1",
        toPath: copy
      )
      try body { try Tool.run(["eval"] + $0 + ["--out", "results"], in: copy) }
    }
  }

  @Test("runs are listed, reported and compared with one another")
  func reading() throws {
    try inWorkspace { eval in
      let runs = try JSONValue(parsing: eval(["list", "--json"]).output).array ?? []
      #expect(
        runs.compactMap { $0["id"]?.string } == [Self.played, Self.stopped]
          + Self.complete.reversed())
      let report = try JSONValue(parsing: eval(["show", Self.complete[0], "--json"]).output)
      #expect(report["run"]?["configuration"]?["generation"]?["turns"] == #"[1,"last"]"#)
      let compared = try eval(["compare"] + Self.complete)
      #expect(compared.code == 0 && compared.output.contains("one-question"), "\(compared)")
      #expect(!compared.output.contains("what differs"), "\(compared)")
    }
  }

  @Test("a new run lists what has changed and what cannot be compared")
  func comparing() throws {
    try inWorkspace { eval in
      let run = try eval([
        "run", "Evals/suites/talks.yaml", "--concurrency", "1", "--no-page",
      ])
      try #require(run.code == 0, "\(run)")
      let newest = try JSONValue(parsing: eval(["list", "--json"]).output).array?.first
      let id = try #require(newest?["id"]?.string)
      let compared = try eval(["compare", Self.complete[1], id])
      #expect(compared.code == 0, "\(compared)")
      let changes = compared.output.split(separator: "\n").map { $0.drop { $0 == " " } }
        .filter { $0.hasPrefix("generation") || $0.hasPrefix("grading") }
      let reason = "recorded by an earlier version of coachkit, in a form that cannot be compared"
      #expect(
        changes == [
          "generation  domain file rest: \(reason)", "generation  pipeline: turn is new",
          "generation  profile nadia: \(reason)", "generation  today: 2026-01-15 is new",
          "grading  grader guardrails: {} is new",
        ])
    }
  }

  @Test("an unfinished run lists what cannot be compared, and resumes with --despite-changes")
  func resuming() throws {
    try inWorkspace { eval in
      let refused = try eval(["resume", Self.stopped, "--concurrency", "1", "--no-page"])
      #expect(refused.code == 1)
      for words in [
        "form that cannot be compared", "generation  domain file rest",
        "generation  profile nadia", "if none of it has changed",
      ] {
        expect(refused.errors, contains: words)
      }
      for words in ["changed since", "turns", "transcript", "pairwise"] {
        #expect(!refused.errors.contains(words), "\(refused.errors)")
      }
      let resumed = try eval([
        "resume", Self.stopped, "--despite-changes", "--concurrency", "1", "--no-page",
      ])
      #expect(resumed.code == 0, "\(resumed)")
      let list = try JSONValue(parsing: eval(["list", "--json"]).output).array ?? []
      #expect(list.first { $0["id"]?.string == Self.stopped }?["status"] == "complete")
    }
  }

  @Test("so does a run with a simulated person whose card cannot be compared")
  func simulated() throws {
    try inWorkspace { eval in
      let refused = try eval(["resume", Self.played, "--concurrency", "1", "--no-page"])
      #expect(refused.code == 1)
      expect(refused.errors, contains: "generation  transcript tired")
    }
  }
}
