import Documents
import Foundation
@testable import PromptEvals
import Testing
import TestKit

@Suite("Runs that were killed, and their ids")
struct EvalRunStateTests {
  private func store(_ folder: String, id: String, owner: RunOwner?) async throws {
    var run = EvalRun(
      id: id, suite: "s", suitePath: "s.yaml", question: "", started: "now",
      design: EvalRun.Design(
        replay: .nextTurn,
        variants: [.init(id: "a", prompt: "p@v1", digest: "d", model: "m", parameters: [:])],
        baseline: "a", references: [], graders: [], parameters: [:], seed: 1, planned: 1,
        subjects: 1),
      configuration: RunConfiguration())
    run.owner = owner
    try await EvalStore(path: "\(folder)/evals.sqlite").begin(run)
  }

  private func states(_ folder: String) throws -> [String: String] {
    let listed = try Tool.run(["eval", "list", "--json", "--out", folder])
    return (try JSONValue(parsing: listed.output).array ?? []).reduce(into: [:]) {
      $0[$1["id"]?.string ?? ""] = $1["status"]?.string
    }
  }

  private func inFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "coachkit-\(UUID().uuidString)").path()
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await body(folder)
  }

  @Test("a run whose process is gone is interrupted, and one whose process works is running")
  func states() async throws {
    try await inFolder { folder in
      let own = RunOwner.current
      try await store(folder, id: "alive", owner: own)
      try await store(
        folder, id: "dead", owner: RunOwner(host: own.host, process: 0x3fff_ffff, started: "1"))
      try await store(
        folder, id: "elsewhere", owner: RunOwner(host: "x\(own.host)", process: own.process))
      try await store(folder, id: "early", owner: nil)
      try expect(
        states(folder),
        equals: [
          "alive": "running", "dead": "interrupted", "elsewhere": "interrupted",
          "early": "interrupted",
        ])
      let shown = try Tool.run(["eval", "list", "--out", folder])
      #expect(shown.output.contains("interrupted") && shown.output.contains("running"))
    }
  }

  @Test("the beginning of an id is enough if it is of one run alone, except for deleting it")
  func beginnings() async throws {
    try await inFolder { folder in
      for id in ["20260331-102030-a-k7m2xw", "20260331-102030-a-p3q4rs"] {
        try await store(folder, id: id, owner: nil)
      }
      func failure(_ command: [String]) throws -> String {
        try Tool.run(["eval"] + command + ["--out", folder]).errors
      }
      try expect(failure(["bless", "20260331-102030-a-k"]), contains: "20260331-102030-a-k7m2xw")
      try expect(failure(["bless", "20260331-102030-a"]), contains: "2 runs")
      try expect(failure(["prune", "20260331-102030-a-k"]), contains: "there is no run")
      try expect(failure(["bless", "2027"]), contains: "there is no run")
    }
  }
}
