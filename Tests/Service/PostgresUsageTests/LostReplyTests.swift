#if Postgres
  import CoachAccess
  import CoachKitTesting
  import PostgresUsage
  import SourceFiles
  import Testing
  import TestKit

  private typealias Kit = UsageStoreConformance

  extension PostgresTests {
    /// A request that begins is the hardest case: done twice, it would say of itself that it is running already.
    @Suite("A statement or its reply is lost", .serialized)
    struct LostReplyTests {
      private struct Bench: Sendable {
        let schema: TestSchema
        let proxy: InterceptingProxy
        /// The store whose connections go through the proxy.
        let store: PostgresUsageStore
        let other: PostgresUsageStore

        static func use(
          timeouts: PostgresTimeouts = .init(operation: .seconds(60)),
          _ work: (Bench) async throws -> Void
        ) async throws {
          try await TestSchema.use { schema in
            let proxy = try InterceptingProxy()
            let bench = Bench(
              schema: schema, proxy: proxy,
              store: try await schema.open(
                connections: 1, timeouts: timeouts, changing: proxy.parameters),
              other: try await schema.open(connections: 1))
            try await work(bench)
          }
        }

        /// Begins a request whose statement is caught, and does something before the store can go on.
        func begin(
          _ id: String, catching kind: InterceptingProxy.Kind,
          meanwhile work: () async throws -> Void = {}
        ) async throws -> RequestState {
          let trap = proxy.set(kind, for: id)
          async let state = Self.begin(id, store)
          try await trap.untilCaught()
          try await work()
          if kind == .delayed {
            let seen = try await state
            try await trap.release()
            return seen
          }
          try await trap.release()
          return try await state
        }

        static func begin(
          _ id: String, _ store: PostgresUsageStore, attempt: String = "1"
        ) async throws -> RequestState {
          try await store.updateLedger(of: "ana") {
            $0.begin(
              id, digest: ContentDigest(of: "hello"), attempt: attempt, lease: 30, at: Kit.start)
          }
        }
      }

      @Test(
        "a change takes effect once, for a new person and for a known one",
        arguments: [InterceptingProxy.Kind.beforeServer, .beforeReply, .delayed], [true, false])
      func once(trap: InterceptingProxy.Kind, isKnown: Bool) async throws {
        try await Bench.use { bench in
          if isKnown { _ = try await Bench.begin("first", bench.store) }
          try await expect(bench.begin("lost-one", catching: trap), equals: .new)
          for store in [bench.store, bench.other] {
            try await expect(Bench.begin("lost-one", store, attempt: "2"), equals: .running)
          }
          let ledger = try await bench.store.updateLedger(of: "ana") { $0 }
          try await expect(bench.other.updateLedger(of: "ana") { $0 }, equals: ledger)
        }
      }

      @Test(
        "another process writes before the store knows",
        arguments: [InterceptingProxy.Kind.beforeServer, .beforeReply, .delayed], [true, false])
      func otherWrites(trap: InterceptingProxy.Kind, isKnown: Bool) async throws {
        try await Bench.use { bench in
          if isKnown { _ = try await Bench.begin("first", bench.store) }
          let state = try await bench.begin("lost-one", catching: trap) {
            try await expect(Bench.begin("other", bench.other), equals: .new)
            for number in 1...40 {
              try await bench.other.updateLedger(of: "ana") { $0.setUsage(number, in: "count") }
            }
          }
          #expect(state == .new)
          for store in [bench.store, bench.other] {
            for id in ["lost-one", "other"] + (isKnown ? ["first"] : []) {
              try await expect(Bench.begin(id, store, attempt: "2"), equals: .running, "\(id)")
            }
          }
        }
      }

      @Test("a lost statement arrives just before its repetition", arguments: [true, false])
      func overtaken(isKnown: Bool) async throws {
        try await Bench.use { bench in
          if isKnown { _ = try await Bench.begin("first", bench.store) }
          let lost = bench.proxy.set(.delayed, for: "lost-one")
          let repeated = bench.proxy.set(.held, for: "lost-one")
          async let state = Bench.begin("lost-one", bench.store)
          try await lost.untilCaught()
          try await repeated.untilCaught()
          try await lost.release()
          try await repeated.release()
          try await expect(state, equals: .new)
          try await expect(Bench.begin("lost-one", bench.other, attempt: "2"), equals: .running)
        }
      }

      @Test("so many other stores write that nobody can tell whether the change took effect")
      func unknownOutcome() async throws {
        try await Bench.use { bench in
          _ = try await Bench.begin("first", bench.store)
          let error = await #expect(throws: PostgresUsageError.self) {
            try await bench.begin("lost-one", catching: .beforeReply) {
              for number in 1...20 {
                let store = try await bench.schema.open(connections: 1)
                _ = try await Bench.begin("other-\(number)", store)
              }
            }
          }
          #expect(
            error?.message.contains("is unknown") == true, "\(String(describing: error))")
          try await expect(Bench.begin("next", bench.store), equals: .new)
        }
      }

      @Test("an end that leaves the ledger empty is told as one")
      func emptied() async throws {
        try await Bench.use { bench in
          _ = try await Bench.begin("request", bench.store)
          // The request is not in the ledger that is written.
          let trap = bench.proxy.set(.beforeReply, for: "\"updated_at\"")
          async let isEnded = bench.store.updateLedger(of: "ana") {
            $0.finish("request", attempt: "1", messageID: nil, at: 0)
          }
          try await trap.untilCaught()
          try await trap.release()
          try await expect(isEnded, equals: true)
          try await expect(Bench.begin("request", bench.store), equals: .new)
        }
      }

      @Test("the person is forgotten before the store knows")
      func forgotten() async throws {
        try await Bench.use { bench in
          _ = try await Bench.begin("first", bench.store)
          let state = try await bench.begin("lost-one", catching: .beforeReply) {
            try await bench.other.forget("ana")
          }
          #expect(state == .new)
          try await expect(Bench.begin("lost-one", bench.other, attempt: "2"), equals: .running)
          try await expect(Bench.begin("first", bench.other, attempt: "2"), equals: .new)
        }
      }

      @Test("a statement that may not run twice fails, and does not")
      func unrepeatable() async throws {
        try await TestSchema.use { schema in
          let proxy = try InterceptingProxy()
          let pool = try await schema.open(connections: 1, changing: proxy.parameters).pool
          try schema.run("CREATE TABLE costs (note bytea)")
          let add = PostgresStatement("INSERT INTO costs VALUES ($1)", isRepeatable: false)
          let note = Array("lost-note".utf8)
          let trap = proxy.set(.beforeReply, for: "lost-note")
          let call = Task { try await pool.run(add, with: [note]) }
          try await trap.untilCaught()
          try await trap.release()
          await #expect(throws: PostgresFailure.connectionLost(wasSent: true)) {
            try await call.value
          }
          _ = try await pool.run(add, with: [note])
          try expect(schema.run("SELECT count(*) FROM costs"), equals: [["2"]])
        }
      }

      @Test(
        "a network that swallows everything ends a call at its deadline, and the next one works")
      func silence() async throws {
        try await Bench.use(timeouts: .init(operation: .milliseconds(300))) { bench in
          let error = await #expect(throws: PostgresUsageError.self) {
            try await bench.begin("lost-one", catching: .beforeServer) {
              // The store gives up before this test releases its statement.
              try await until(throwing: bench)
            }
          }
          #expect(
            error?.message.contains("did not answer within") == true,
            "\(String(describing: error))")
          try await expect(Bench.begin("lost-one", bench.store), equals: .new)
        }
      }

      /// Waits until the only connection of the store is free again, which it is when the caught call has ended.
      private func until(throwing bench: Bench) async throws {
        while (try? await bench.store.usage(of: "ben", in: "count")) == nil {}
      }
    }
  }
#endif
