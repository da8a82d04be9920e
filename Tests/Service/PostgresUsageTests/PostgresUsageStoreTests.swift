#if Postgres
  import CoachAccess
  import CoachKitTesting
  import CoachModel
  import PostgresUsage
  import SourceFiles
  import Testing
  import TestKit

  private typealias Kit = UsageStoreConformance

  /// The suites about PostgreSQL, one test after the other: some restart the server.
  @Suite("PostgreSQL", .serialized, TestDatabase.condition)
  struct PostgresTests {}

  extension PostgresTests {
    @Suite("The usage store in PostgreSQL", .serialized)
    struct PostgresUsageStoreTests {
      @Test(
        "it conforms, with and without ledgers in memory",
        arguments: UsageStoreConformance.everyRule, [0, 1000])
      func conforms(rule: UsageStoreConformance.Rule, cachedPeople: Int) async throws {
        try await TestSchema.use { schema in
          let kit = Kit {
            try await schema.open(connections: 4, cachedPeople: cachedPeople)
          } reopening: { _ in
            try await schema.open(connections: 4, cachedPeople: cachedPeople)
          }
          await #expect(kit.findings(of: rule) == [])
        }
      }

      @Test("it stores costs")
      func costs() async throws {
        try await TestSchema.use { schema in
          try await expect(CostStoreConformance.findings(of: schema.open()), equals: [])
        }
      }

      @Test("what another process changed is seen by everything that is decided from memory")
      func changedElsewhere() async throws {
        struct Refused: Error {}
        try await TestSchema.use { schema in
          let here = try await schema.open()
          let there = try await schema.open()
          let key = Kit.trial(5).key
          _ = try await here.reserve(Kit.message("1", [], Kit.trial(5)))
          _ = try await there.reserve(Kit.message("2", [], Kit.trial(5)))
          try await expect(here.usage(of: "ana", in: key), equals: 2)
          _ = try await there.reserve(Kit.message("3", [], Kit.trial(5)))
          // A change that changes nothing in the ledger, at the same time as the last one.
          let verdict = try await here.updateLedger(of: "ana") {
            $0.reserve(Kit.message("3", [], Kit.trial(5)))
          }
          #expect(verdict == .counted(used: 3))
          _ = try await there.reserve(Kit.message("4", [], Kit.trial(5)))
          // A change that throws only on the older ledger.
          let used = try await here.updateLedger(of: "ana") { ledger in
            if ledger.usage(in: key) < 4 { throw Refused() }
            return ledger.usage(in: key)
          }
          #expect(used == 4)
          _ = try await there.reserve(Kit.message("5", [], Kit.trial(5)))
          try await expect(
            here.reserve(Kit.message("6", [], Kit.trial(5))),
            equals: .refused(.trialEnded(.messages)))
        }
      }

      @Test("a change of a person whose ledger is in memory is one statement, and so is a question")
      func oneStatement() async throws {
        try await TestSchema.use { schema in
          let proxy = try InterceptingProxy()
          let store = try await schema.open(connections: 1, changing: proxy.parameters)
          func requests(_ work: () async throws -> Void) async throws -> Int {
            let before = proxy.requestCount
            try await work()
            return proxy.requestCount - before
          }
          // The connection prepares each statement once.
          for number in 1...2 {
            _ = try await store.reserve(Kit.message("\(number)", [], Kit.trial(50)))
            _ = try await store.usage(of: "ana", in: Kit.trial(50).key)
          }
          try await expect(
            requests { _ = try await store.reserve(Kit.message("3", [], Kit.trial(50))) },
            equals: 1)
          try await expect(
            requests { _ = try await store.usage(of: "ana", in: Kit.trial(50).key) }, equals: 1)
          try await expect(
            requests { _ = try await store.reserve(Kit.message("1", of: "ben", [], nil)) },
            equals: 2)
        }
      }

      @Test("a row that was deleted and created again is another one")
      func createdAgain() async throws {
        try await TestSchema.use { schema in
          let here = try await schema.open()
          let there = try await schema.open()
          let key = Kit.trial(5).key
          for number in 1...3 {
            _ = try await here.reserve(Kit.message("\(number)", [], Kit.trial(5)))
          }
          try await there.forget("ana")
          _ = try await there.reserve(Kit.message("1", [], Kit.trial(5)))
          try await expect(
            here.reserve(Kit.message("2", [], Kit.trial(5))), equals: .counted(used: 2))
          try await there.forget("ana")
          try await expect(
            here.reserve(Kit.message("3", [], Kit.trial(5))), equals: .counted(used: 1))
          try await there.forget("ana")
          try await expect(here.usage(of: "ana", in: key), equals: 0)
        }
      }

      @Test("a person without counts leaves no row, and neither does a forgotten one")
      func emptyLedgers() async throws {
        try await TestSchema.use { schema in
          let store = try await schema.open()
          _ = try await store.usage(of: "nobody", in: "trial:2026-11-21")
          for person in ["ana", "ben"] {
            _ = try await store.reserve(Kit.message("1", of: person, [], Kit.trial(5)))
          }
          try await store.forget("ana")
          try await store.updateLedger(of: "ben") { $0 = UsageLedger() }
          try expect(schema.run("SELECT * FROM coachkit_usage"), equals: [])
          try await store.forget("nobody")
        }
      }

      @Test("a row remembers one version for each of a few stores")
      func earlierVersions() async throws {
        try await TestSchema.use { schema in
          let lengths = "SELECT length(version), length(earlier) FROM coachkit_usage"
          for (stores, length) in [(1, 0), (1, 16), (1, 32), (18, 240)] {
            for _ in 0..<stores {
              let store = try await schema.open(connections: 1)
              for number in 1...3 {
                _ = try await store.updateLedger(of: "ana") { $0.setUsage(number, in: "count") }
              }
            }
            try expect(schema.run(lengths), equals: [["16", "\(length)"]])
          }
        }
      }

      @Test("a damaged row is an error that says where it is, and others are not affected")
      func damagedRow() async throws {
        try await TestSchema.use { schema in
          let store = try await schema.open()
          for person in ["ana", "ben"] {
            _ = try await store.reserve(Kit.message("1", of: person, [], Kit.trial(5)))
          }
          for damage in ["{\"counters\": 5}", "\\xff00", ""] {
            try schema.run(
              """
              UPDATE coachkit_usage SET version = sha256(version), ledger = '\(damage)'
              WHERE person = 'ana'
              """)
            let error = await #expect(throws: PostgresUsageError.self) {
              try await store.usage(of: "ana", in: "trial:2026-11-21")
            }
            let digest = ContentDigest(of: "ana").short
            #expect(error?.advice.contains(digest) == true, "\(String(describing: error))")
            try expect(
              schema.run(
                """
                SELECT convert_from(person, 'UTF8') FROM coachkit_usage
                WHERE encode(sha256(person), 'hex') LIKE '\(digest)%'
                """), equals: [["ana"]])
          }
          try await expect(store.usage(of: "ben", in: Kit.trial(5).key), equals: 1)
        }
      }

      @Test("statements of other tables run on the same connections")
      func furtherTables() async throws {
        try await TestSchema.use { schema in
          let pool = try await schema.open().pool
          try schema.run("CREATE TABLE costs (person bytea PRIMARY KEY, amount bigint, note text)")
          let add = PostgresStatement(
            """
            INSERT INTO costs (person, amount, note) VALUES ($1, $2, $3)
            ON CONFLICT (person) DO UPDATE SET amount = costs.amount + excluded.amount
            RETURNING amount, note, amount > 5
            """, isRepeatable: false)
          let person = Array("ana\u{0}".utf8)
          let first = try await pool.run(add, with: [person, Array(bigint: -7), nil])
          #expect(first.map { $0.integer(0) } == [-7])
          #expect(first.map { $0.flag(2) } == [false])
          #expect(first.map { $0.bytes(1) } == [nil])
          let second = try await pool.run(add, with: [person, Array(bigint: 1 << 40), []])
          #expect(second.map { $0.integer(0) } == [(1 << 40) - 7])
          #expect(second.map { $0.flag(2) } == [true])
          await #expect(throws: PostgresFailure.rejected(sqlState: "42P01")) {
            try await pool.run(PostgresStatement("SELECT * FROM missing", isRepeatable: true))
          }
          try expect(schema.run("SELECT sum(amount) FROM costs"), equals: [["\((1 << 40) - 7)"]])
        }
      }
    }
  }
#endif
