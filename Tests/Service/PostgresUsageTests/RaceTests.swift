#if Postgres
  import CoachAccess
  import CoachKitTesting
  import Synchronization
  import Testing
  import TestKit

  @testable import PostgresUsage

  extension PostgresTests {
    @Suite("Several processes with one database", .serialized)
    struct RaceTests {
      @Test("no change is lost and none is done twice")
      func changes() async throws {
        try await TestSchema.use { schema in
          let stores = try await Self.open(5, in: schema)
          try await Self.count(2100, people: 3, stores)
        }
      }

      @Test("no change is lost and none is done twice while connections break")
      func brokenConnections() async throws {
        try await TestSchema.use { schema in
          let application = "breaking \(schema.name.suffix(12))"
          let stores = try await Self.open(3, in: schema, application: application)
          let isDone = Atomic(false)
          async let ended = Self.repeating(until: isDone) {
            let count = try schema.endConnections(named: application)
            try await Task.sleep(for: .milliseconds(20))
            return count
          }
          try await Self.count(1500, people: 5, stores)
          isDone.store(true, ordering: .releasing)
          try await #expect(ended > 0)
        }
      }

      @Test(
        "no change is lost and none is done twice while the server restarts",
        .enabled(
          if: TestDatabase.restartProgram != nil,
          "COACHKIT_POSTGRES_RESTART is not set: run 'Scripts/with-postgres.sh swift test'"))
      func restarts() async throws {
        try await TestSchema.use { schema in
          let stores = try await Self.open(3, in: schema)
          async let counted: Void = Self.count(3000, people: 5, stores)
          for _ in 0..<3 { try await Self.restart() }
          try await counted
          // Connections that were idle when the server restarted.
          try await Self.restart()
          try await expect(stores[0].usage(of: "nobody", in: "count"), equals: 0)
        }
      }

      @concurrent private static func restart() async throws { try TestDatabase.restart() }

      @concurrent
      private static func repeating(
        until isDone: borrowing Atomic<Bool>, _ work: () async throws -> Int
      ) async throws -> Int {
        var sum = 0
        while !isDone.load(ordering: .acquiring) { sum += try await work() }
        return sum
      }

      private static func open(
        _ count: Int, in schema: TestSchema, application: String = "coachkit"
      ) async throws -> [PostgresUsageStore] {
        try await UsageStoreConformance.atOnce(count) { _ in
          try await schema.open(
            timeouts: .init(operation: .seconds(120)),
            changing: ["application_name": application])
        }
      }

      /// Counts up for several people from all stores, and expects each number once.
      private static func count(
        _ changes: Int, people: Int, _ stores: [PostgresUsageStore]
      ) async throws {
        let counts = try await UsageStoreConformance.atOnce(changes) { number in
          let person = "p\(number % people)"
          let count = try await stores[number / people % stores.count].updateLedger(of: person) {
            let count = $0.usage(in: "count") + 1
            $0.setUsage(count, in: "count")
            return count
          }
          return (person, count)
        }
        for index in 0..<people {
          // Numbers that are missing or occur twice.
          let seen = counts.filter { $0.0 == "p\(index)" }.map(\.1).sorted()
          let difference = Array(seen.difference(from: 1...(changes / people)))
          #expect(difference.isEmpty)
        }
      }
    }
  }
#endif
