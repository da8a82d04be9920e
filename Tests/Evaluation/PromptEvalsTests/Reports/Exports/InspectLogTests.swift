import Documents
import EvalGraders
@testable import PromptEvals
import Testing
import TestKit

/// Bytes that a closure adds to.
private final class Written {
  var bytes: [UInt8] = []
}

@Suite("A variant as an Inspect log")
struct InspectLogTests {
  private func log(
    _ samples: [EvalSample], status: EvalRun.Status = .complete
  ) throws -> (header: JSONValue, samples: [JSONValue]) {
    let export = try ExportBench.report(samples, status: status, texts: ["d1": "Be kind."]).export
    let log = try #require(export.inspectLogs.first)
    #expect(export.inspectLogs.count == 1)
    let written = Written()
    try log.write { written.bytes += $0 }
    let value = try JSONValue(parsing: written.bytes)
    #expect(value.object?.keys.last == "samples", "a reader of the header alone stops there")
    return (value, value["samples"]?.array ?? [])
  }

  @Test("the header comes before the samples")
  func parts() throws {
    let found = try log([ExportBench.sample("t1"), ExportBench.sample("t2")])
    #expect(found.samples.compactMap { $0["id"]?.string } == ["t1", "t2"])
    #expect(found.header["version"] == 2 && found.header["eval"]?["model"] == "test/m")
    let messages = found.samples.first?["messages"]?.array ?? []
    #expect(messages.compactMap { $0["role"]?.string } == ["system", "user", "assistant"])
    #expect(messages.first?["content"] == "Be kind.")
    #expect(try log([]).samples.isEmpty)
  }

  @Test("a score exists only if it is defined")
  func scores() throws {
    let found = try log([
      ExportBench.sample("t1", grades: [("g", .pass, nil), ("h", .error, "broke")]),
      ExportBench.sample("t2", grades: [("g", .fail, "why"), ("h", .pass, nil)]),
    ])
    let first = found.samples.first?["scores"]
    #expect(first?["g"]?["value"]?.number == 1 && first?["h"] == nil)
    let results = found.header["results"]?["scores"]?.array ?? []
    #expect(results.compactMap { $0["scored_samples"]?.integer } == [2, 1])
    #expect(results.first?["metrics"]?["mean"]?["value"]?.number == 0.5)
  }

  @Test("a sample without a complete reply has an error and no scores")
  func failure() throws {
    var sample = ExportBench.sample("t1", grades: [("g", .pass, nil)])
    sample.turns[0].error = "cut"
    let found = try log([sample]).samples.first
    #expect(found?["error"]?["message"] == "cut" && found?["scores"] == nil)
    #expect(found?["output"] == nil)
  }

  @Test(
    "the status of the run",
    arguments: [
      (EvalRun.Status.complete, "success"), (.decided, "success"), (.failed, "error"),
      (.running, "cancelled"), (.budget, "cancelled"), (.interrupted, "cancelled"),
    ])
  func status(status: EvalRun.Status, expected: String) throws {
    let header = try log([ExportBench.sample()], status: status).header
    #expect(header["status"] == .string(expected))
    #expect((header["error"] != nil) == (status == .failed))
  }

  @Test("the file name has the form that Inspect parses")
  func fileName() throws {
    let export = try ExportBench.report([ExportBench.sample()], suite: "a b/c").export
    let parts = try #require(export.inspectLogs.first).fileName.split(separator: "_")
    #expect(parts.count == 3 && parts[0] == "2026-03-31T10-20-30" && parts[1] == "a-b-c-a")
    #expect(parts.last?.hasSuffix(".json") ?? false)
  }
}
