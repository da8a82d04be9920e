import Documents
import Foundation
import Testing
import TestKit

@Suite("coachkit measure")
struct MeasureCommandTests {
  /// Runs a measure on a table written for the test.
  private func measure(_ what: String, _ name: String, _ table: String) throws -> Tool.Result {
    var result: Tool.Result?
    try Tool.inFolder { folder in
      try Data(table.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
      result = try Tool.run(["measure", what, "--data", "\(folder)/\(name)", "--json"])
    }
    return try #require(result)
  }

  @Test("the crisis screen, without printing any text of the data")
  func crisis() throws {
    let table = "text,label\nwe painted the fence,none\nmy partner hits me,flag\n"
    let result = try measure("crisis", "table.csv", table)
    #expect(result.code == 0 && result.errors == "")
    #expect(!result.output.contains("fence") && !result.output.contains("partner hits"))
    _ = try JSONValue(parsing: result.output)
  }

  @Test("the router, by class and group")
  func router() throws {
    let lines = #"{"text": "my boss denied me the promotion", "domain": "career"}"#
    let result = try measure("router", "table.jsonl", lines + "\n")
    #expect(result.code == 0 && result.errors == "")
    _ = try JSONValue(parsing: result.output)
  }

  @Test("the reply checks on the project's own sentences")
  func guardrails() throws {
    let path = "\(ProjectFolder.path)/Evals/safety/coach-sentences.jsonl"
    let result = try Tool.run(["measure", "guardrails", "--data", path])
    #expect(result.code == 0 && result.output.contains("secrecy_promise"))
  }

  @Test("a table without a text column gets a located error")
  func columns() throws {
    let result = try measure("crisis", "table.csv", "a,b\nhello,none\n")
    #expect(result.code == 1)
    #expect(result.errors.contains("table.csv:1:1") && result.errors.contains("--text-column"))
  }
}
