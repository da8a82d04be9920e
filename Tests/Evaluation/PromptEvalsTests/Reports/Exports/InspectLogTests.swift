import Documents
import EvalGraders
@testable import PromptEvals
import Testing
import TestKit

@Suite("A zip file of stored entries")
struct StoredArchiveTests {
  /// The entries of a zip file, read through its directory.
  static func entries(_ bytes: [UInt8]) throws -> [(name: String, content: [UInt8])] {
    func number(_ place: Int, _ count: Int) -> Int {
      bytes[place..<(place + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let end = bytes.count - 22
    try #require(end >= 0 && number(end, 4) == 0x0605_4b50)
    var place = number(end + 16, 4)
    #expect(place + number(end + 12, 4) == end)
    var entries: [(name: String, content: [UInt8])] = []
    for _ in 0..<number(end + 10, 2) {
      try #require(number(place, 4) == 0x0201_4b50)
      let size = number(place + 24, 4)
      let nameSize = number(place + 28, 2)
      let local = number(place + 42, 4)
      try #require(number(local, 4) == 0x0403_4b50)
      // Version, flags, method, time, checksum and sizes are the same in both places.
      #expect(Array(bytes[(place + 6)..<(place + 30)]) == Array(bytes[(local + 4)..<(local + 28)]))
      #expect(number(local + 8, 2) == 0 && number(local + 18, 4) == size)
      let nameStart = local + 30
      let start = nameStart + nameSize + number(local + 28, 2)
      let content = Array(bytes[start..<(start + size)])
      #expect(UInt32(number(local + 14, 4)) == CRC32.checksum(of: content))
      let name = String(decoding: bytes[nameStart..<(nameStart + nameSize)], as: UTF8.self)
      entries.append((name, content))
      place += 46 + nameSize + number(place + 30, 2) + number(place + 32, 2)
    }
    #expect(place == end)
    return entries
  }

  @Test("the checksum is the one of zip files")
  func checksum() {
    #expect(CRC32.checksum(of: Array("123456789".utf8)) == 0xcbf4_3926)
    #expect(CRC32.checksum(of: []) == 0)
  }

  @Test("headers, directory and sizes are consistent")
  func archive() throws {
    let contents: [(name: String, content: [UInt8])] = [
      ("a.json", Array("{}".utf8)), ("folder/ü.json", Array(repeating: 7, count: 70_000)),
      ("empty", []),
    ]
    let written = Written()
    var archive = StoredArchive { written.bytes += $0 }
    for (name, content) in contents { try archive.add(name, content: content) }
    try archive.finish()
    let found = try Self.entries(written.bytes)
    #expect(found.map(\.name) == contents.map(\.name))
    #expect(found.map(\.content) == contents.map(\.content))
  }

  @Test("an archive without entries has an end record")
  func empty() throws {
    let written = Written()
    var archive = StoredArchive { written.bytes += $0 }
    try archive.finish()
    #expect(written.bytes.count == 22)
    try expectEmpty(Self.entries(written.bytes))
  }
}

/// Bytes that a closure adds to.
private final class Written {
  var bytes: [UInt8] = []
}

@Suite("A variant as an Inspect log")
struct InspectLogTests {
  private func entries(
    _ samples: [EvalSample], status: EvalRun.Status = .complete
  ) throws -> [String: JSONValue] {
    let export = try ExportBench.report(samples, status: status, texts: ["d1": "Be kind."]).export
    let log = try #require(export.inspectLogs.first)
    #expect(export.inspectLogs.count == 1)
    let written = Written()
    try log.write { written.bytes += $0 }
    return try StoredArchiveTests.entries(written.bytes).reduce(into: [:]) { values, entry in
      values[entry.name] = try JSONValue(parsing: String(decoding: entry.content, as: UTF8.self))
    }
  }

  @Test("each sample is an entry, next to summaries and the header")
  func names() throws {
    let found = try entries([ExportBench.sample("t1"), ExportBench.sample("t2")])
    #expect(
      found.keys.sorted() == [
        "header.json", "samples/t1_epoch_1.json", "samples/t2_epoch_1.json", "summaries.json",
      ])
    #expect(found["summaries.json"]?.array?.count == 2)
    #expect(found["header.json"]?["version"] == 2)
    #expect(found["header.json"]?["eval"]?["model"] == "test/m")
    let messages = found["samples/t1_epoch_1.json"]?["messages"]?.array ?? []
    #expect(messages.compactMap { $0["role"]?.string } == ["system", "user", "assistant"])
    #expect(messages.first?["content"] == "Be kind.")
  }

  @Test("a score exists only if it is defined")
  func scores() throws {
    let found = try entries([
      ExportBench.sample("t1", grades: [("g", .pass, nil), ("h", .error, "broke")]),
      ExportBench.sample("t2", grades: [("g", .fail, "why"), ("h", .pass, nil)]),
    ])
    let first = found["samples/t1_epoch_1.json"]?["scores"]
    #expect(first?["g"]?["value"]?.number == 1 && first?["h"] == nil)
    let results = found["header.json"]?["results"]?["scores"]?.array ?? []
    #expect(results.compactMap { $0["scored_samples"]?.integer } == [2, 1])
    #expect(results.first?["metrics"]?["mean"]?["value"]?.number == 0.5)
  }

  @Test("a sample without a complete reply has an error and no scores")
  func failure() throws {
    var sample = ExportBench.sample("t1", grades: [("g", .pass, nil)])
    sample.turns[0].error = "cut"
    let found = try entries([sample])["samples/t1_epoch_1.json"]
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
    let header = try entries([ExportBench.sample()], status: status)["header.json"]
    #expect(header?["status"] == .string(expected))
    #expect((header?["error"] != nil) == (status == .failed))
  }

  @Test("the file name has the form that Inspect parses")
  func fileName() throws {
    let export = try ExportBench.report([ExportBench.sample()], suite: "a b/c").export
    let parts = try #require(export.inspectLogs.first).fileName.split(separator: "_")
    #expect(parts.count == 3 && parts[0] == "2026-03-31T10-20-30" && parts[1] == "a-b-c-a")
    #expect(parts.last?.hasSuffix(".eval") ?? false)
  }
}
