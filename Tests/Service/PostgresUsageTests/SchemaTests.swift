#if Postgres
  import CoachAccess
  import CoachKitTesting
  import PostgresUsage
  import Testing
  import TestKit

  extension PostgresTests {
    @Suite("The tables and the connection string", .serialized)
    struct SchemaTests {
      @Test("ten processes may open a new database at once")
      func openingsAtOnce() async throws {
        try await TestSchema.use { schema in
          let stores = try await UsageStoreConformance.atOnce(10) { _ in
            try await schema.open(connections: 1)
          }
          for store in stores {
            _ = try await store.updateLedger(of: "ana") {
              $0.setUsage($0.usage(in: "count") + 1, in: "count")
            }
          }
          try await expect(stores[0].usage(of: "ana", in: "count"), equals: 10)
          try expect(
            schema.run("SELECT version FROM coachkit_migrations"), equals: [["1"], ["2"], ["3"]])
        }
      }

      @Test("tables of a later version are refused and left alone")
      func laterVersion() async throws {
        try await TestSchema.use { schema in
          _ = try await schema.open()
          try schema.run("INSERT INTO coachkit_migrations (version) VALUES (99)")
          let error = await #expect(throws: PostgresUsageError.self) { try await schema.open() }
          #expect(
            error?.message.contains("a later version") == true, "\(String(describing: error))")
          try expect(schema.run("SELECT count(*) FROM coachkit_migrations"), equals: [["4"]])
        }
      }

      @Test(
        "schemas with odd names keep their tables apart", arguments: ["a b", "a\"b", "É;--", "1"])
      func oddNames(name: String) async throws {
        let address = try TestDatabase.address(with: [:])
        let quoted = "\"\(name.replacing("\"", with: "\"\""))\""
        try await TestSchema.use { schema in
          defer { _ = try? schema.run("DROP SCHEMA IF EXISTS \(quoted) CASCADE") }
          let store = try await PostgresUsageStore(address, schema: name)
          try await store.updateLedger(of: "ana") { $0.setUsage(3, in: "count") }
          try await expect(
            PostgresUsageStore(address, schema: name).usage(of: "ana", in: "count"), equals: 3)
          try await expect(schema.open().usage(of: "ana", in: "count"), equals: 0)
        }
      }

      @Test(
        "errors of the opening say what is wrong, and nothing of the connection string",
        arguments: [
          (["password": "wrong-secret"], "refuses the login"),
          (["user": "nobody-secret"], "refuses the login"),
          (["dbname": "missing-secret"], "does not exist"),
          (["host": "127.0.0.1", "port": "1", "dbname": "x-secret"], "cannot be reached"),
          (["host": "no-secret.invalid"], "cannot be reached"),
          (["sslmode": "verify-full", "sslrootcert": "/no/secret.pem"], "cannot be reached"),
          (["options": "-c default_transaction_read_only=on"], "accepts no changes"),
        ])
      func wrongParameters(changes: [String: String], message: String) async throws {
        try await TestSchema.use { schema in
          let error = await #expect(throws: PostgresUsageError.self) {
            try await schema.open(changing: changes)
          }
          let text = String(describing: error)
          #expect(text.contains(message), "\(text)")
          for value in try TestDatabase.parameters().merging(changes, uniquingKeysWith: { $1 })
            .values
          where value.count > 8 {
            #expect(!text.contains(value), "\(text)")
          }
        }
      }
    }
  }

  @Suite("What is wrong without a server")
  struct ConnectionStringTests {
    @Test(
      "a text that is no connection string",
      arguments: ["secret", "host", "postgresql://[x", "a=\u{0}"])
    func malformed(text: String) async throws {
      let error = await #expect(throws: PostgresUsageError.self) {
        try await PostgresUsageStore(text)
      }
      #expect(
        error?.message == "the connection string of PostgreSQL cannot be read",
        "\(String(describing: error))")
    }

    @Test(
      "a schema without a name, or with one that is too long",
      arguments: [
        "", String(repeating: "x", count: 64), "a\u{0}",
      ])
    func schemaName(name: String) async throws {
      let error = await #expect(throws: PostgresUsageError.self) {
        try await PostgresUsageStore("host=127.0.0.1 port=1", schema: name)
      }
      #expect(
        error?.message.contains("the name of the schema") == true, "\(String(describing: error))")
    }
  }
#endif
