import EvalStatistics
import Foundation
import GRDB
@testable import PromptEvals
import TestKit
import Testing

/// A file of results that someone else wrote must not stop the process, write outside its folder, or distort sums.
@Suite("Files of results that others wrote")
struct ForeignStoreTests {
  /// A store with one run of two samples, changed by statements of SQL.
  private func withStore(
    _ statements: [String], _ body: (EvalStore) async throws -> Void
  ) async throws {
    try await EvalStoreTests.inStore { store, path in
      let run = EvalStoreTests.run("r1")
      try await store.begin(run)
      for (side, transcript) in [("a", "t"), ("b", "t")] {
        let sample = EvalStoreTests.sample(SampleKey(side: side, transcript: transcript))
        try await store.add(EvalStoreTests.finished(sample, of: run), to: "r1")
      }
      let verdict = PairwiseVerdict(
        judge: "j", model: "m", sample: SampleKey(side: "b", transcript: "t"),
        baselineFirst: .second, challengerFirst: .first, reasons: ["because"])
      try await store.add([verdict], to: "r1")
      let queue = try DatabaseQueue(path: path)
      try await queue.write { database in
        try database.execute(sql: "PRAGMA ignore_check_constraints = ON")
        for statement in statements { try database.execute(sql: statement) }
      }
      try queue.close()
      try await body(try EvalStore(path: path, isThere: true))
    }
  }

  /// Reads all that a report reads, and computes the report.
  private func readAll(_ store: EvalStore, withReport: Bool = true) throws {
    for run in try store.runs() {
      try orDamage {
        try store.eachScores(of: run) { scores in
          #expect(StoredRange.counts.contains(scores.turns))
          #expect((0...1).contains(scores.overall ?? 0))
        }
      }
      try orDamage { try store.eachSample(of: run) { _ in } }
      _ = try store.subjectNotes(of: run)
      try orDamage { _ = try store.pairwiseVerdicts(of: run) }
      _ = try store.sampleCounts()
      guard withReport else { continue }
      try orDamage {
        _ = try EvalReport(run, from: store)
        for metric in MetricDetail.metrics(of: run) {
          _ = try MetricDetail(run, metric: metric, from: store)
        }
      }
    }
  }

  /// Runs a closure that may find a damaged row, and nothing else wrong.
  private func orDamage(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as StoreError {
      #expect(error.message.contains("is damaged"))
    }
  }

  @Test(
    "a row that this program does not write is an error, and is not merged",
    arguments: [
      "UPDATE sample SET side = 7 WHERE id = 2", "UPDATE sample SET side = -1 WHERE id = 1",
      "UPDATE sample SET side = 'b' WHERE id = 1", "UPDATE sample SET scores = '2' WHERE id = 1",
      "UPDATE sample SET scores = '1,1,1,1' WHERE id = 1",
      "UPDATE sample SET scores = 'good' WHERE id = 1",
      "UPDATE sample SET overall = 7 WHERE id = 1",
      "UPDATE sample SET overall = 'x' WHERE id = 1", "UPDATE sample SET turns = -3 WHERE id = 1",
      "UPDATE sample SET failedTurns = 1e12 WHERE id = 1",
      "UPDATE sample SET isSpoilt = 7 WHERE id = 1",
      "UPDATE sample SET passed = 'yes' WHERE id = 1",
      "UPDATE sample SET costs = '5' WHERE id = 1",
      "UPDATE sample SET costs = '1 1 1 1 1 -5' WHERE id = 1",
      "UPDATE sample SET seconds = -1 WHERE id = 1",
    ])
  func damagedFigures(statement: String) async throws {
    try await withStore([statement]) { foreign in
      let run = try #require(try foreign.run("r1"))
      #expect(throws: StoreError.self) { _ = try EvalReport(run, from: foreign) }
      try await EvalStoreTests.inStore { own, _ in
        let outcome = try own.merge(foreign)
        #expect(outcome.samples == 0 && outcome.skipped.count == 1)
      }
    }
  }

  @Test(
    "values of other types in what a resumed run reads are left out",
    arguments: [
      "UPDATE sample SET side = 'b' || id", "UPDATE sample SET side = 1e300 * id",
      "UPDATE sample SET attempt = X'FF'", "UPDATE sample SET attempt = 1e300",
      "UPDATE sample SET transcript = X'FFFE'", "UPDATE keptCall SET step = X'FF'",
      "UPDATE keptCall SET content = X'FF'",
    ])
  func resumedTypes(statement: String) async throws {
    try await withStore([
      "INSERT INTO keptCall (run, transcript, side, attempt, step, content) "
        + "SELECT run, 't', 0, 1, '1', '{\"events\":[]}' FROM sample LIMIT 1", statement,
    ]) { store in
      let key = SampleKey(side: "a", transcript: "t")
      let finished = try await store.finishedSamples(of: "r1")
      #expect(statement.contains("sample") ? finished.isEmpty : finished.count == 2)
      try await expect(
        store.keptCalls(of: key, in: "r1").count, equals: statement.contains("sample") ? 1 : 0)
    }
  }

  @Test(
    "missing texts and changed verdicts are errors",
    arguments: [
      "DELETE FROM sampleText WHERE id = 1", "UPDATE pairwise SET side = 9",
      "UPDATE pairwise SET baselineFirst = 'third'", "UPDATE pairwise SET reasons = '{'",
    ])
  func damagedTexts(statement: String) async throws {
    try await withStore([statement]) { foreign in
      let run = try #require(try foreign.run("r1"))
      #expect(throws: StoreError.self) {
        try foreign.eachSample(of: run) { _ in }
        _ = try foreign.pairwiseVerdicts(of: run)
      }
    }
  }

  @Test(
    "a header without a grader, a side or a margin that it once had is not read, but named",
    arguments: [
      "UPDATE run SET header = json_set(header, '$.graders[0].weight', -1)",
      "UPDATE run SET header = json_remove(header, '$.graders[0].id')",
      "UPDATE run SET header = json_remove(header, '$.variants[1].id')",
      "UPDATE run SET header = json_set(header, '$.gate', json('{\"margins\": [{}]}'))",
      "UPDATE run SET header = json_set(header, '$.planned', -1)", "UPDATE run SET header = '{'",
    ])
  func damagedHeaders(statement: String) async throws {
    try await withStore([statement]) { foreign in
      try expect(foreign.runs().count, equals: 0)
      try expect(foreign.unreadableRuns(), equals: ["r1"])
    }
  }

  @Test("deleting one run keeps the texts that a damaged one may need")
  func textsOfDamagedRuns() async throws {
    try await withStore([
      "INSERT INTO promptText (digest, text) VALUES ('d', 'text')",
      "UPDATE run SET header = '{'",
    ]) { store in
      try store.delete(["other"])
      try expect(store.text("d"), equals: "text")
      try store.delete(["r1"])
      try expect(store.unreadableRuns(), equals: [])
      try expect(store.text("d"), equals: nil)
    }
  }

  @Test(
    "a run whose id is a path is neither read nor merged nor stored",
    arguments: [
      "../../../x", "/tmp/x", "a/b", "..", ".x", "-x", "a\\b", "", "a\u{202E}b", "a\nb",
      String(repeating: "x", count: 201),
    ])
  func paths(id: String) async throws {
    let quoted = id.utf8.map { String($0, radix: 16) }.map { $0.count < 2 ? "0\($0)" : $0 }.joined()
    try await withStore(["UPDATE run SET id = CAST(x'\(quoted)' AS TEXT)"]) { foreign in
      try expect(foreign.runs().count, equals: 0)
      try await EvalStoreTests.inStore { own, _ in
        let outcome = try own.merge(foreign)
        #expect(outcome.runs == 0 && outcome.skipped.count == 1)
        try expect(own.runs().count, equals: 0)
        await #expect(throws: StoreError.self) { try await own.begin(EvalStoreTests.run(id)) }
      }
    }
  }

  @Test(
    "a run whose sides contradict one another is not read",
    arguments: [
      ("$.baseline", "'nobody'"), ("$.references", "json('[\"a\"]')"),
      ("$.variants[1].id", "'a'"),
    ])
  func sides(path: String, value: String) async throws {
    try await withStore(["UPDATE run SET header = json_set(header, '\(path)', \(value))"]) {
      store in
      try expect(store.runs().count, equals: 0)
    }
  }

  private static let columns = [
    "side", "attempt", "scores", "overall", "passed", "verdicts", "turns", "failedTurns",
    "limitedTurns", "personFaults", "isSpoilt", "costs", "overhead", "firstSeconds", "seconds",
  ]
  private static let values = [
    "-1", "9223372036854775807", "-9223372036854775808", "1e308", "-1e308", "9e999", "'text'",
    "x'fffe00'", "''", "'9e999'", "'nan'", "'1e5i99999999999999999999'", "'-5 -5 -5 -5 -5 -5'",
    "'9223372036854775807 9223372036854775807 1 1 1 1e308'",
  ]

  /// Applies each statement to a store of its own content, and reads everything after each.
  private func readAfter(_ statements: [String]) async throws {
    try await withStore([]) { store in
      for (position, statement) in statements.enumerated() {
        try store.write { try $0.execute(sql: statement) }
        // Most of the time is the report's.
        try readAll(store, withReport: position % 4 == 1)
      }
      try await EvalStoreTests.inStore { own, _ in
        // A sample's text is validated separately, so a merge may fail, but not stop the process.
        _ = try? own.merge(store)
        try readAll(own)
      }
    }
  }

  @Test("figures of any type and size are read without harm", arguments: columns)
  func figures(column: String) async throws {
    try await readAfter(
      Self.values.map { "UPDATE sample SET \(column) = \($0) WHERE id = 1" })
  }

  @Test(
    "a file with random damage is read, or its damage is reported",
    arguments: TestCases.seeds(40, atMost: 5_000))
  func randomDamage(seed: UInt64) async throws {
    try await EvalStoreTests.inStore { store, path in
      let run = EvalStoreTests.run("r1")
      try await store.begin(run)
      for attempt in 1...20 {
        let sample = EvalStoreTests.sample(SampleKey(side: "a", transcript: "t", attempt: attempt))
        try await store.add(EvalStoreTests.finished(sample, of: run), to: "r1")
      }
      try await store.database.write { try $0.execute(sql: "PRAGMA user_version = 0") }
      try await store.database.vacuum()
      try store.database.close()
      var bytes = Array(try Data(contentsOf: URL(filePath: path)))
      var random = SplitMix(seed: seed)
      for _ in 0..<Int.random(in: 1...30, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      try Data(bytes).write(to: URL(filePath: path))
      do {
        let damaged = try EvalStore(path: path, isThere: true)
        try readAll(damaged)
        _ = try damaged.unreadableRuns()
        try await EvalStoreTests.inStore { own, _ in _ = try own.merge(damaged) }
      } catch is StoreError {}
    }
  }

  private static let numbers = [
    "-1", "9223372036854775807", "-9223372036854775808", "1e308", "-1e308", "'x'", "json('[]')",
    "json('{}')",
  ]

  @Test(
    "numbers of any size in a run's header are read without harm",
    arguments: [
      "$.planned", "$.subjects", "$.seed", "$.look_fractions[0]", "$.gate.margins[0].margin",
      "$.gate.looks[0]", "$.graders[0].weight", "$.graders[0].threshold", "$.graders[0].repeats",
      "$.parameters", "$.configuration", "$.price",
    ])
  func headers(path: String) async throws {
    try await readAfter(
      Self.numbers.map { "UPDATE run SET header = json_set(header, '\(path)', \($0))" })
  }

  @Test(
    "numbers of any size in a sample are read without harm",
    arguments: [
      "$.attempt", "$.turns[0].number", "$.turns[0].usage.input", "$.turns[0].dollars",
      "$.turns[0].seconds", "$.grades[0].message", "$.grades[0].degree", "$.grades[0].measured",
      "$.overhead.calls", "$.overhead.dollars", "$.person_faults[0].after", "$.started",
    ])
  func texts(path: String) async throws {
    try await readAfter(
      Self.numbers.map { "UPDATE sampleText SET content = json_set(content, '\(path)', \($0))" })
  }

  @Test("broken texts are read without harm", arguments: ["''", "x'fffe'", "'{'", "'[]'", "7"])
  func broken(value: String) async throws {
    try await readAfter(
      [
        ("pairwise", "reasons"), ("pairwise", "costs"), ("pairwise", "attempt"),
        ("pairwise", "side"), ("promptText", "text"), ("sampleText", "content"), ("run", "note"),
        ("run", "status"), ("run", "started"), ("run", "suite"), ("run", "header"),
      ].map { "UPDATE \($0.0) SET \($0.1) = \(value)" })
  }
}
