#if Postgres
  import CoachAccess
  import CoachKitTesting
  import PostgresUsage
  import Testing
  import TestKit

  private typealias Kit = UsageStoreConformance

  extension PostgresTests {
    @Suite("A database that does not work as usual", .serialized)
    struct OutageTests {
      @Test("a locked row ends a call in time, and the connection stays usable")
      func lockedRow() async throws {
        try await TestSchema.use { schema in
          let store = try await schema.open(
            connections: 1, timeouts: .init(operation: .seconds(3)))
          _ = try await store.reserve(Kit.message("1", [], Kit.trial(5)))
          let backend = PostgresStatement("SELECT pg_backend_pid()::bigint", isRepeatable: true)
          let before = try await store.pool.run(backend)
          let side = try SideConnection(schema: schema.name)
          try side.run("BEGIN; SELECT * FROM coachkit_usage FOR UPDATE")
          let error = await #expect(throws: PostgresUsageError.self) {
            try await store.reserve(Kit.message("2", [], Kit.trial(5)))
          }
          #expect(
            error?.message.contains("cancelled a statement") == true,
            "\(String(describing: error))")
          try side.run("ROLLBACK")
          try await expect(
            store.reserve(Kit.message("2", [], Kit.trial(5))), equals: .counted(used: 2))
          try await expect(store.pool.run(backend), equals: before)
        }
      }

      @Test("a server that is gone is an error that says so")
      func goneServer() async throws {
        try await TestSchema.use { schema in
          let proxy = try InterceptingProxy()
          let application = "gone \(schema.name.suffix(12))"
          let store = try await schema.open(
            timeouts: .init(operation: .milliseconds(300)),
            changing: proxy.parameters.merging(["application_name": application]) { $1 })
          _ = try await store.reserve(Kit.message("1", [], Kit.trial(5)))
          proxy.close()
          try schema.endConnections(named: application)
          let error = await #expect(throws: PostgresUsageError.self) {
            try await store.reserve(Kit.message("2", [], Kit.trial(5)))
          }
          #expect(
            error?.message.contains("cannot be reached") == true, "\(String(describing: error))")
        }
      }

      @Test("a call ends in time while the threads are blocked by a server that says nothing")
      func silentServer() async throws {
        try await TestSchema.use { schema in
          let proxy = try InterceptingProxy()
          let application = "silent \(schema.name.suffix(12))"
          // One connection, so that none is being made while the others are ended.
          let store = try await schema.open(
            connections: 1, timeouts: .init(operation: .milliseconds(300), connection: .seconds(2)),
            changing: proxy.parameters.merging(["application_name": application]) { $1 })
          _ = try await store.reserve(Kit.message("1", [], Kit.trial(5)))
          proxy.mute(true)
          try schema.endConnections(named: application)
          for number in 2...9 {
            let error = await #expect(throws: PostgresUsageError.self) {
              try await store.reserve(Kit.message("\(number)", of: "p\(number)", [], nil))
            }
            #expect(
              error?.message.contains("did not answer within") == true,
              "\(String(describing: error))")
          }
          proxy.mute(false)
          while (try? await store.usage(of: "ana", in: Kit.trial(5).key)) != 1 {}
        }
      }

      @Test("a connection that accepts no changes any more is replaced")
      func readOnly() async throws {
        try await TestSchema.use { schema in
          let store = try await schema.open(connections: 1)
          _ = try await store.reserve(Kit.message("1", [], Kit.trial(5)))
          _ = try await store.pool.run(
            PostgresStatement("SET default_transaction_read_only = on", isRepeatable: true))
          try await expect(
            store.reserve(Kit.message("2", [], Kit.trial(5))), equals: .counted(used: 2))
        }
      }

      @Test("prepared statements that another program discards are prepared again")
      func discardedStatements() async throws {
        try await TestSchema.use { schema in
          let store = try await schema.open(connections: 1)
          _ = try await store.reserve(Kit.message("1", [], Kit.trial(5)))
          _ = try await store.pool.run(PostgresStatement("DEALLOCATE ALL", isRepeatable: true))
          try await expect(
            store.reserve(Kit.message("2", [], Kit.trial(5))), equals: .counted(used: 2))
        }
      }

      @Test("of several hosts, one that does not answer is passed over")
      func severalHosts() async throws {
        try await TestSchema.use { schema in
          let server = try TestDatabase.parameters()
          let store = try await schema.open(changing: [
            "host": "127.0.0.1,\(server["host"] ?? "")", "port": "1,\(server["port"] ?? "5432")",
          ])
          try await expect(store.usage(of: "ana", in: "count"), equals: 0)
        }
      }

      @Test("without permissions beyond rows, tables that exist can be used")
      func limitedUser() async throws {
        try await TestSchema.use { schema in
          _ = try await schema.open()
          let user = "user_\(schema.name)"
          try schema.run(
            """
            CREATE ROLE \(user) LOGIN PASSWORD 'p';
            GRANT USAGE ON SCHEMA \(schema.name) TO \(user);
            GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(schema.name) TO \(user);
            """)
          defer { _ = try? schema.run("DROP OWNED BY \(user); DROP ROLE \(user)") }
          let store = try await schema.open(changing: ["user": user, "password": "p"])
          _ = try await store.reserve(Kit.message("1", [], Kit.trial(5)))
          try await expect(store.usage(of: "ana", in: Kit.trial(5).key), equals: 1)
          try schema.run("REVOKE UPDATE ON coachkit_usage FROM \(user)")
          let error = await #expect(throws: PostgresUsageError.self) {
            try await store.reserve(Kit.message("2", [], Kit.trial(5)))
          }
          #expect(
            error?.message.contains("may not do this") == true, "\(String(describing: error))")
        }
      }

      @Test("released stores close their connections")
      func released() async throws {
        try await TestSchema.use { schema in
          let application = "released \(schema.name.suffix(12))"
          func count() throws -> String? {
            try schema.run(
              "SELECT count(*) FROM pg_stat_activity WHERE application_name = '\(application)'"
            ).first?.first ?? nil
          }
          do {
            let store = try await schema.open(
              connections: 3, changing: ["application_name": application])
            _ = try await store.reserve(Kit.message("1", [], Kit.trial(5)))
          }
          await until { (try? count()) == "0" }
        }
      }
    }
  }
#endif
