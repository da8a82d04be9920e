import CoachAccess
import CoachKitTesting
import CoachModel
import GRDB
import SQLiteUsage
import Testing
import TestKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

private typealias Kit = UsageStoreConformance

@Suite("The usage store in SQLite")
struct SQLiteUsageStoreTests {
  @Test("it conforms", arguments: UsageStoreConformance.everyRule)
  func conforms(rule: UsageStoreConformance.Rule) async throws {
    try await inFolder { folder in
      let path = "\(folder)/usage.sqlite"
      let kit = Kit {
        try SQLiteUsageStore(path: path)
      } reopening: { _ in
        try SQLiteUsageStore(path: path)
      }
      await #expect(kit.findings(of: rule) == [])
    }
  }

  @Test("it stores costs, also in a file that was made before it could")
  func costs() async throws {
    try await inFolder { folder in
      let path = "\(folder)/usage.sqlite"
      try await expect(CostStoreConformance.findings(of: SQLiteUsageStore(path: path)), equals: [])
      let older = try DatabaseQueue(path: path)
      try await older.write {
        try $0.execute(
          sql: """
            DROP TABLE costs; DROP TABLE cost_days; DROP TABLE cost_sums;
            DELETE FROM grdb_migrations WHERE identifier LIKE '%costs%'
            """)
      }
      try older.close()
      try await expect(CostStoreConformance.findings(of: SQLiteUsageStore(path: path)), equals: [])
    }
  }

  @Test("costs of a file without sums are in the sums afterwards, and in those of thirty days")
  func costsWithoutSums() async throws {
    try await inFolder { folder in
      let path = "\(folder)/usage.sqlite"
      let day = CalendarDay(number: 20_000)
      func entry(_ offset: Int, _ purpose: String, _ dollars: Double) -> CostEntry {
        CostEntry(
          person: "ana", day: day.adding(days: offset), purpose: purpose, model: "m",
          figures: CostFigures(usage: nil, cost: dollars))
      }
      try await SQLiteUsageStore(path: path).add([
        entry(0, "a", 1), entry(0, "b", 2), entry(29, "a", 4), entry(30, "a", 8),
      ])
      let older = try DatabaseQueue(path: path)
      try await older.write {
        try $0.execute(
          sql: """
            DROP TABLE cost_days; DROP TABLE cost_sums;
            CREATE INDEX costs_by_day ON costs (day);
            DELETE FROM grdb_migrations WHERE identifier = 'sums of costs'
            """)
      }
      try older.close()
      let store = try SQLiteUsageStore(path: path)
      try await expect(
        store.costs(CostQuery(by: .purpose)).map { [$0.key, "\($0.figures.dollars)"] },
        equals: [["a", "13.0"], ["b", "2.0"]])
      try await expect(store.costs(CostQuery(by: .key)).map(\.key), equals: [""])
      let query = CostPeakQuery(.month, of: 7, from: day, to: day.adding(days: 60))
      try await expect(
        store.peaks(query),
        equals: [
          CostPeak(
            person: "ana", nanodollars: 12_000_000_000, first: day.adding(days: 29),
            last: day.adding(days: 30))
        ])
    }
  }

  @Test("files that are not its own are refused and left alone")
  func otherFiles() async throws {
    try await inFolder { folder in
      let text = "\(folder)/text.sqlite"
      try Data("This is a text, and not a database at all.".utf8).write(to: URL(filePath: text))
      expectError("is not a database") { try SQLiteUsageStore(path: text) }
      let other = "\(folder)/other.sqlite"
      try await DatabaseQueue(path: other).write { try $0.execute(sql: "CREATE TABLE a (b)") }
      let before = try Data(contentsOf: URL(filePath: other))
      expectError("a database of another program") { try SQLiteUsageStore(path: other) }
      #expect(try Data(contentsOf: URL(filePath: other)) == before)
      expectError("cannot be opened") { try SQLiteUsageStore(path: "\(folder)/none/usage.sqlite") }
      expectError("cannot be opened") { try SQLiteUsageStore(path: folder) }
    }
  }

  @Test("a file of a later version is refused")
  func laterVersion() async throws {
    try await inFolder { folder in
      let path = "\(folder)/usage.sqlite"
      _ = try await SQLiteUsageStore(path: path).usage(of: "ana", in: "trial:2026-11-21")
      try await DatabaseQueue(path: path).write {
        try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('something new')")
      }
      expectError("a later version") { try SQLiteUsageStore(path: path) }
    }
  }

  @Test("a damaged row is an error that names the file, and others are not affected")
  func damagedRow() async throws {
    try await inFolder { folder in
      let path = "\(folder)/usage.sqlite"
      let store = try SQLiteUsageStore(path: path)
      for person in ["ana", "ben"] {
        _ = try await store.reserve(Kit.message("1", of: person, [], Kit.trial(5)))
      }
      for damage in ["'{\"counters\": 5}'", "x'ff00'", "17", "''"] {
        try await DatabaseQueue(path: path).write {
          try $0.execute(
            sql: "UPDATE usage SET ledger = \(damage) WHERE person = x'616e61'")
        }
        await #expect(throws: SQLiteUsageError.self, "\(damage)") {
          try await store.usage(of: "ana", in: "trial:2026-11-21")
        }
      }
      try await expect(store.usage(of: "ben", in: Kit.trial(5).key), equals: 1)
    }
  }

  @Test(
    "damaged figures of costs are an error, not the end of the process",
    arguments: [
      ("UPDATE cost_days SET input = 9.9e18; UPDATE cost_sums SET input = 9.9e18", true),
      ("UPDATE cost_sums SET purpose = x'ff00'", true),
      // These count as 0 in a sum.
      ("UPDATE cost_days SET input = 'many'", false),
      ("UPDATE cost_sums SET nanodollars = x'ff'", false),
    ])
  func damagedCosts(damage: String, isError: Bool) async throws {
    try await inFolder { folder in
      let path = "\(folder)/usage.sqlite"
      let store = try SQLiteUsageStore(path: path)
      let usage = TokenUsage(input: 1 << 53, cachedInput: 0, output: 1)
      let entry = CostEntry(
        person: "ana", day: CalendarDay(number: 20_000), purpose: "a", model: "m",
        figures: CostFigures(usage: usage, cost: 1))
      try await store.add(Array(repeating: entry, count: 1_025))
      let groups = CostQuery.Group.allCases
      for group in groups {
        try await expect(
          store.costs(CostQuery(by: group)).first?.figures.inputTokens,
          equals: 1_025 << 40)
      }
      try await DatabaseQueue(path: path).write {
        try $0.execute(sql: damage)
      }
      var failures = 0
      for group in groups {
        do { _ = try await store.costs(CostQuery(by: group)) } catch is SQLiteUsageError {
          failures += 1
        }
      }
      #expect((failures > 0) == isError)
    }
  }

  @Test("a person without counts leaves no row")
  func emptyLedgers() async throws {
    try await inFolder { folder in
      let path = "\(folder)/usage.sqlite"
      let store = try SQLiteUsageStore(path: path)
      _ = try await store.usage(of: "nobody", in: "trial:2026-11-21")
      _ = try await store.reserve(Kit.message("1", [], Kit.trial(5)))
      try await store.forget("ana")
      let rows = try await DatabaseQueue(path: path).read {
        try Int.fetchOne($0, sql: "SELECT count(*) FROM usage")
      }
      #expect(rows == 0)
    }
  }

  @Test("a forgotten person leaves no byte in the file or its log")
  func forgotten() async throws {
    try await inFolder { folder in
      let store = try SQLiteUsageStore(path: "\(folder)/usage.sqlite")
      for person in ["person-to-forget", "somebody-else"] {
        for number in 1...40 {
          _ = try await store.reserve(
            Kit.message("\(person)/request-\(number)", of: person, [], Kit.trial(50)))
        }
      }
      func places(of text: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter {
          try Data(contentsOf: URL(filePath: "\(folder)/\($0)")).firstRange(of: Data(text.utf8))
            != nil
        }
      }
      try #expect(!places(of: "person-to-forget").isEmpty)
      try await store.forget("person-to-forget")
      try #expect(places(of: "person-to-forget").isEmpty)
      try #expect(!places(of: "somebody-else").isEmpty)
    }
  }

  private func expectError(_ part: String, _ work: () throws -> SQLiteUsageStore) {
    let error = #expect(throws: SQLiteUsageError.self) { try work() }
    #expect(error?.message.contains(part) == true, "\(error as Any)")
  }

  private func inFolder(_ work: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "usage-\(UInt64.random(in: .min ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await work(folder.path)
  }
}
