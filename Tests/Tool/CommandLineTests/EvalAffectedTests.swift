import Documents
import Foundation
import Testing
import TestKit

@Suite("coachkit eval affected, and baselines")
struct EvalAffectedTests {
  private static let suite = "Evals/suites/note-title.yaml"

  /// The workspace of the example, in a git repository with one commit on main.
  private func inRepository(
    _ body: (_ folder: String, _ git: ([String]) throws -> Void) throws -> Void
  ) throws {
    try Tool.inFolder { folder in
      let workspace = "\(folder)/content"
      try FileManager.default.copyItem(
        atPath: "\(ProjectFolder.path)/Examples/ci/workspace", toPath: workspace)
      // These tests edit a prompt that would be released.
      try FileManager.default.removeItem(atPath: "\(workspace)/Prompts/prompts.lock")
      func git(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
          ["git", "-C", workspace, "-c", "user.name=t", "-c", "user.email=t@example.com"]
          + arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "git \(arguments)")
      }
      try git(["init", "-q", "-b", "main"])
      try git(["add", "-A"])
      try git(["commit", "-qm", "Start"])
      try body(workspace, git)
    }
  }

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  private func edit(_ path: String, _ change: (String) -> String) throws {
    try write(change(String(contentsOfFile: path, encoding: .utf8)), to: path)
  }

  private func affected(_ folder: String, _ more: [String] = []) throws -> Tool.Result {
    try Tool.run(["eval", "affected", "--since", "main"] + more, in: folder)
  }

  @Test("changed, new and committed files reach a suite; others do not")
  func changes() throws {
    try inRepository { folder, git in
      let none = try affected(folder)
      #expect(none.code == 0 && none.output == "", "\(none.errors)")
      expect(none.errors, contains: "none of 1 suite is affected")
      try write("Notes.", to: "\(folder)/NOTES.md")
      try expect(affected(folder, ["--paths"]).output, equals: "")

      try edit("\(folder)/Prompts/_style.v1.prompt") { $0.replacing("eight", with: "seven") }
      let edited = try affected(folder)
      expect(edited.output, contains: "\(Self.suite)  prompt of current (Prompts/_style.v1.prompt)")
      try expect(affected(folder, ["--paths"]).output, equals: "\(Self.suite)\n")
      // Committed on a branch, and seen from a folder below the repository's.
      try git(["checkout", "-qb", "change"])
      try git(["commit", "-qam", "Edit"])
      let json = try JSONValue(parsing: affected(folder, ["--json"]).output)
      expect(json.array?.count, equals: 1)
      expect(
        json.array?.first?["changes"]?.array?.first?["what"]?.string, equals: "prompt of current")
      let below = try Tool.run(
        [
          "eval", "affected", "suites", "--since", "main", "--prompts", "../Prompts", "--people",
          "people",
        ], in: "\(folder)/Evals")
      expect(below.output, contains: "suites/note-title.yaml  prompt of current")
      // What main did since is no change of the branch.
      try git(["checkout", "-q", "main"])
      try edit("\(folder)/Evals/cases/note-title.yaml") {
        $0.replacing("early bus", with: "late bus")
      }
      try git(["commit", "-qam", "Move on"])
      try git(["checkout", "-q", "change"])
      let since = try affected(folder).output
      #expect(since.contains("prompt of current") && !since.contains("transcript"), "\(since)")
    }
  }

  @Test("files behind links are compared as they were")
  func links() throws {
    try inRepository { folder, git in
      let files = FileManager.default
      try files.moveItem(atPath: "\(folder)/Evals/cases", toPath: "\(folder)/shared")
      try files.createSymbolicLink(
        atPath: "\(folder)/Evals/cases", withDestinationPath: "../shared")
      try git(["add", "-A"])
      try git(["commit", "-qm", "Link"])
      try expect(affected(folder).output, equals: "")
      try edit("\(folder)/shared/note-title.yaml") { $0.replacing("early bus", with: "late bus") }
      try expect(affected(folder).output, contains: "transcript bus")
    }
  }

  @Test("an unknown commit, and a folder that is in no repository, are errors")
  func errors() throws {
    try inRepository { folder, _ in
      for revision in ["mian", "--all"] {
        let unknown = try Tool.run(["eval", "affected", "--since=\(revision)"], in: folder)
        #expect(unknown.code == 1 && unknown.errors.contains("git knows no commit"), "\(unknown)")
      }
      try FileManager.default.removeItem(atPath: "\(folder)/.git")
      let none = try Tool.run(
        ["eval", "affected", "--since", "main"], in: folder,
        environment: ["GIT_CEILING_DIRECTORIES": folder])
      #expect(none.code == 1 && none.errors.contains("no git repository"), "\(none.errors)")
    }
  }

  @Test("a run is written as a file, and a later one is compared with it")
  func baseline() throws {
    try inRepository { folder, _ in
      let file = "Evals/suites/note-title.baseline.jsonl"
      func eval(_ arguments: String...) throws -> Tool.Result {
        try Tool.run(["eval"] + arguments, in: folder)
      }
      let first = try eval("run", Self.suite, "--no-page")
      #expect(first.code == 101 && first.output.contains("no earlier run was named"), "\(first)")
      try expect(eval("bless", "--to", file).output, contains: "baseline   \(file)")
      let same = try eval("run", Self.suite, "--no-page", "--baseline", file)
      #expect(same.code == 0 && same.output.contains("compared with the baseline"), "\(same)")
      try edit("\(folder)/Evals/replies/note-title.yaml") {
        $0.replacing("\"}", with: ", and all of the rest that was written about it here\"}")
      }
      let worse = try eval("run", Self.suite, "--no-page", "--baseline", file)
      #expect(worse.code == 100, "\(worse)")
      let markdown = try eval("compare", file, "--markdown")
      #expect(markdown.code == 100 && markdown.output.hasPrefix("### note-title: ❌"), "\(markdown)")
      let other = try eval("run", Self.suite, "--no-page", "--baseline", "Prompts/labels.yaml")
      #expect(other.code == 1 && other.errors.contains("a line of a baseline"), "\(other)")
    }
  }
}
