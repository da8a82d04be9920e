#if Postgres
  import CCoachPQ
  import Foundation
  import Testing

  @testable import PostgresUsage

  /// The server that the tests use, and their own connection to it.
  enum TestDatabase {
    /// The connection string; `nil` if the tests that need a server are skipped.
    static let address = ProcessInfo.processInfo.environment["COACHKIT_POSTGRES"]
    static let condition = ConditionTrait.enabled(
      if: address != nil, "COACHKIT_POSTGRES is not set: run 'Scripts/with-postgres.sh swift test'")
    /// A program that restarts the server.
    static let restartProgram = ProcessInfo.processInfo.environment["COACHKIT_POSTGRES_RESTART"]

    struct Failure: Error, CustomStringConvertible {
      var description: String
    }

    /// The parameters of the connection string.
    static func parameters() throws -> [String: String] {
      let address = try #require(address)
      let options = try #require(PQconninfoParse(address, nil))
      defer { PQconninfoFree(options) }
      var found: [String: String] = [:]
      var option = options
      while let keyword = option.pointee.keyword {
        if let value = option.pointee.val {
          found[String(cString: keyword)] = String(cString: value)
        }
        option += 1
      }
      return found
    }

    /// The connection string with other parameters.
    static func address(with changes: [String: String]) throws -> String {
      try parameters().merging(changes) { $1 }.map { name, value in
        let escaped = value.replacingOccurrences(of: "\\", with: "\\\\")
          .replacingOccurrences(of: "'", with: "\\'")
        return "\(name)='\(escaped)'"
      }.joined(separator: " ")
    }

    /// Restarts the server and waits until it accepts connections.
    static func restart() throws {
      let process = Process()
      process.executableURL = URL(filePath: try #require(restartProgram))
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
  }

  /// A connection beside the store, on which a transaction can stay open.
  final class SideConnection {
    private let handle: OpaquePointer

    init(schema: String) throws {
      let address = try #require(TestDatabase.address)
      handle = try #require(PQconnectdb(address))
      PQsetNoticeReceiver(handle, { _, _ in }, nil)
      try run("SET search_path TO \(schema)")
    }

    deinit { PQfinish(handle) }

    /// Runs statements and returns the rows of the last one as text.
    @discardableResult
    func run(_ sql: String) throws -> [[String?]] {
      let result = PQexec(handle, sql)
      defer { PQclear(result) }
      guard [PGRES_TUPLES_OK, PGRES_COMMAND_OK].contains(PQresultStatus(result)) else {
        throw TestDatabase.Failure(description: String(cString: PQerrorMessage(handle)))
      }
      return (0..<PQntuples(result)).map { row in
        (0..<PQnfields(result)).map { column in
          PQgetisnull(result, row, column) == 1
            ? nil : String(cString: PQgetvalue(result, row, column))
        }
      }
    }
  }

  /// A schema of one test, which is deleted at its end.
  struct TestSchema: Sendable {
    let name: String

    static func use(_ work: (TestSchema) async throws -> Void) async throws {
      let schema = TestSchema(name: "test_\(UInt64.random(in: .min ... .max))")
      defer { _ = try? schema.run("DROP SCHEMA IF EXISTS \(schema.name) CASCADE") }
      try await work(schema)
    }

    /// Opens a store, as each process would.
    func open(
      connections: Int = 2, cachedPeople: Int = 1000,
      timeouts: PostgresTimeouts = .init(operation: .seconds(20)),
      changing parameters: [String: String] = [:]
    ) async throws -> PostgresUsageStore {
      try await PostgresUsageStore(
        TestDatabase.address(with: parameters), schema: name, connections: connections,
        cachedPeople: cachedPeople, timeouts: timeouts)
    }

    @discardableResult
    func run(_ sql: String) throws -> [[String?]] { try SideConnection(schema: name).run(sql) }

    /// Ends all connections of the stores of this schema, as a restart would. Returns their number.
    @discardableResult
    func endConnections(named application: String) throws -> Int {
      try run(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = '\(application)' AND pid <> pg_backend_pid()
        """
      ).count
    }
  }
#endif
