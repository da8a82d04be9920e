import Foundation
import Testing
import TestKit

@Suite("A file without results, or with damaged ones, is reported with its path and not changed")
struct EvalStoreOptionsTests {
  @Test("for reading and running")
  func foreign() throws {
    try Tool.inFolder { folder in
      let path = "\(folder)/evals.sqlite"
      let content = Data(String(repeating: "no database ", count: 500).utf8)
      try content.write(to: URL(filePath: path))
      for arguments in [["list"], ["run", "Evals/suites/discovery-ab.yaml"]] {
        let result = try Tool.run(["eval"] + arguments + ["--out", folder])
        #expect(result.code == 1, "\(arguments)")
        #expect(result.errors.contains("evals.sqlite' is not a database"), "\(result.errors)")
        #expect(result.errors.contains("--out") && !result.errors.contains("SQLite"))
      }
      let merged = try Tool.run(["eval", "merge", path, "--out", "\(folder)/new"])
      #expect(merged.code == 1 && merged.errors.contains("'\(path)' is not a database"))
      #expect(!FileManager.default.fileExists(atPath: "\(folder)/new"))
      try expect(Data(contentsOf: URL(filePath: path)), equals: content)
    }
  }

  @Test("a damaged run is named by lists, cannot be shown, and can be deleted")
  func damaged() throws {
    try Tool.inFolder { folder in
      let path = "\(folder)/evals.sqlite"
      let suite = "Evals/suites/discovery-ab.yaml"
      #expect(try Tool.run(["eval", "run", suite, "--out", folder, "--no-page"]).code == 0)
      var content = try Data(contentsOf: URL(filePath: path))
      let place = try #require(content.firstRange(of: Data(#""question":"#.utf8)))
      content.replaceSubrange(place, with: Data(#""quastion":"#.utf8))
      try content.write(to: URL(filePath: path))
      let list = try Tool.run(["eval", "list", "--out", folder, "--json"])
      #expect(list.code == 0 && list.errors.contains("cannot be read"))
      let id = try #require(list.errors.split(separator: "'").dropFirst().first.map(String.init))
      let shown = try Tool.run(["eval", "show", id, "--out", folder])
      #expect(shown.code == 1 && shown.errors.contains("eval prune \(id)"), "\(shown.errors)")
      let pruned = try Tool.run(["eval", "prune", id, "--out", folder])
      #expect(pruned.code == 0 && pruned.output.contains("deleted \(id)"), "\(pruned.errors)")
      #expect(try Tool.run(["eval", "list", "--out", folder]).errors.isEmpty)
    }
  }

  @Test("a recording is not written over while it is replayed")
  func recordedOver() throws {
    try Tool.inFolder { folder in
      let suite = "Evals/suites/discovery-ab.yaml"
      let recording = "\(folder)/r.jsonl"
      let first = try Tool.run([
        "eval", "run", suite, "--out", folder, "--no-page", "--record", recording,
      ])
      #expect(first.code == 0, "\(first.errors)")
      let content = try Data(contentsOf: URL(filePath: recording))
      let second = try Tool.run([
        "eval", "run", suite, "--out", folder, "--no-page", "--model", "replay:\(recording)",
        "--record", recording,
      ])
      #expect(
        second.code == 1 && second.errors.contains("is the recording that is replayed"),
        "\(second.errors)")
      try expect(Data(contentsOf: URL(filePath: recording)), equals: content)
    }
  }

  @Test("a folder that cannot be created")
  func unmade() throws {
    try Tool.inFolder { folder in
      try Data().write(to: URL(filePath: "\(folder)/file"))
      let result = try Tool.run(
        ["eval", "run", "Evals/suites/discovery-ab.yaml", "--out", "\(folder)/file/o"])
      #expect(result.code == 1 && result.errors.contains("cannot be created"))
      #expect(!result.errors.contains("Cocoa"))
    }
  }
}
