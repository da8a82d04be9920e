#if Postgres
  import CCoachPQ

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// A connection, for one thread.
  ///
  /// A connection is made by a blocking call, because only that one tries several hosts in turn and knows when to give
  /// up on one. Statements use libpq's calls that do not block, so that the thread can give up at its deadline. After a
  /// failure other than ``PostgresFailure/rejected(sqlState:)`` a connection must not be used again.
  final class PostgresConnection {
    private let handle: OpaquePointer
    /// The names of the prepared statements, by their SQL.
    private var prepared: [String: String] = [:]

    /// Connects to a host of the address. It may take longer than the deadline, but no longer than the address says.
    init(
      to address: PostgresAddress, schema: String, statementTimeout: Duration,
      before deadline: Deadline
    ) throws(PostgresFailure) {
      guard let handle = address.connect() else { throw .noConnection(sqlState: nil) }
      self.handle = handle
      // By default notices go to the standard error.
      PQsetNoticeReceiver(handle, { _, _ in }, nil)
      if PQstatus(handle) != CONNECTION_OK { try Self.connectAgain(handle) }
      guard PQsetnonblocking(handle, 1) == 0 else { throw .noConnection(sqlState: nil) }
      let session = [
        Array(Self.quoted(schema).utf8), Array("\(statementTimeout.positiveMilliseconds)ms".utf8),
      ]
      _ = try run(Self.setUp, with: session, before: deadline)
    }

    deinit { PQfinish(handle) }

    /// A change depends on the isolation: an update that has waited for another one must see the result of that.
    private static let setUp = PostgresStatement(
      """
      SELECT set_config('search_path', $1, false), set_config('statement_timeout', $2, false),
        set_config('default_transaction_isolation', 'read committed', false)
      """, isRepeatable: true)

    /// An identifier as SQL writes it.
    static func quoted(_ name: String) -> String {
      "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
        + "\""
    }

    /// Whether an idle connection is still open, as far as this side knows.
    var isOpen: Bool {
      while PQstatus(handle) == CONNECTION_OK {
        guard waitForSocket(POLLIN, milliseconds: 0) else { return true }
        if PQconsumeInput(handle) == 0 { return false }
        // A server that shuts down says so before it closes the socket. A notification would be ignored.
        while let notification = PQnotifies(handle) { PQfreemem(notification) }
      }
      return false
    }

    // MARK: Statements

    /// Runs a statement, which it prepares first if it is new to the connection.
    func run(
      _ statement: PostgresStatement, with parameters: [[UInt8]?] = [], before deadline: Deadline
    ) throws(PostgresFailure) -> [PostgresRow] {
      let name = try prepare(statement, before: deadline)
      guard send(name, with: parameters) else { throw .connectionLost(wasSent: false) }
      return try answer(before: deadline)
    }

    /// Runs any number of statements without parameters.
    func execute(_ sql: String, before deadline: Deadline) throws(PostgresFailure) {
      guard PQsendQuery(handle, sql) == 1 else { throw .connectionLost(wasSent: false) }
      _ = try answer(before: deadline)
    }

    private func prepare(
      _ statement: PostgresStatement, before deadline: Deadline
    ) throws(PostgresFailure) -> String {
      if let name = prepared[statement.sql] { return name }
      let name = "coachkit_\(prepared.count)"
      guard PQsendPrepare(handle, name, statement.sql, 0, nil) == 1 else {
        throw .connectionLost(wasSent: false)
      }
      do throws(PostgresFailure) {
        _ = try answer(before: deadline)
      } catch {
        // What was sent had no effect.
        if case .connectionLost = error { throw .connectionLost(wasSent: false) }
        throw error
      }
      prepared[statement.sql] = name
      return name
    }

    private func send(_ name: String, with parameters: [[UInt8]?]) -> Bool {
      var offsets: [Int?] = []
      // A pointer to an empty value must not be null, which means NULL.
      var bytes: [UInt8] = []
      for parameter in parameters {
        offsets.append(parameter == nil ? nil : bytes.count)
        bytes += (parameter ?? []) + [0]
      }
      let lengths = parameters.map { Int32($0?.count ?? 0) }
      let formats = parameters.map { _ in Int32(1) }
      return bytes.withUnsafeBytes { bytes in
        let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        let values = offsets.map { offset in
          offset.flatMap { offset in start.map { UnsafePointer($0 + offset) } }
        }
        return PQsendQueryPrepared(
          handle, name, Int32(parameters.count), values, lengths, formats, 1) == 1
      }
    }

    /// Waits for the complete answer to what was sent.
    private func answer(before deadline: Deadline) throws(PostgresFailure) -> [PostgresRow] {
      var rows: [PostgresRow] = []
      var failure: PostgresFailure?
      var isFlushed = false
      while true {
        if !isFlushed {
          let result = PQflush(handle)
          guard result >= 0 else { throw .connectionLost(wasSent: true) }
          isFlushed = result == 0
        }
        while PQisBusy(handle) == 0 {
          guard let result = PQgetResult(handle) else {
            if let failure { throw failure }
            return rows
          }
          defer { PQclear(result) }
          switch PQresultStatus(result) {
          case PGRES_TUPLES_OK: rows = Self.rows(of: result)
          case PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: break
          default: failure = Self.failure(of: result)
          }
        }
        let events = isFlushed ? POLLIN : POLLIN | POLLOUT
        guard let rest = deadline.milliseconds else { throw deadline.failure }
        _ = waitForSocket(events, milliseconds: rest)
        guard PQconsumeInput(handle) == 1 else { throw .connectionLost(wasSent: true) }
      }
    }

    /// Waits until something can be read or written; false if there is nothing after this time.
    private func waitForSocket(_ events: Int32, milliseconds: Int32) -> Bool {
      var entry = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
      return poll(&entry, 1, milliseconds) != 0
    }

    private static func rows(of result: OpaquePointer) -> [PostgresRow] {
      (0..<PQntuples(result)).map { row in
        PostgresRow(
          columns: (0..<PQnfields(result)).map { column in
            guard PQgetisnull(result, row, column) == 0 else { return nil }
            let count = Int(PQgetlength(result, row, column))
            let start = PQgetvalue(result, row, column)
            return Array(UnsafeRawBufferPointer(start: start, count: count))
          })
      }
    }

    private static func failure(of result: OpaquePointer) -> PostgresFailure {
      // Before it ends a connection, a server may have committed what it does not report any more.
      guard let severity = coachkit_pq_severity(result), String(cString: severity) == "ERROR",
        let state = coachkit_pq_sqlstate(result)
      else { return .connectionLost(wasSent: true) }
      return .rejected(sqlState: String(cString: state))
    }

    // MARK: Connecting

    /// Repeats a connection that failed, so that the server tells its code.
    ///
    /// The messages of libpq name hosts and people, in the language of the server. Codes replace them on request, which a
    /// handle accepts only after its first attempt.
    private static func connectAgain(_ handle: OpaquePointer) throws(PostgresFailure) {
      if PQconnectionNeedsPassword(handle) == 1 {
        throw .noConnection(sqlState: SQLState.wrongPassword)
      }
      let message = String(cString: PQerrorMessage(handle))
      // Only what comes from the server begins with its severity and two spaces.
      guard message.contains(":  ") else {
        let isReadOnly = ["is read-only", "hot standby mode"].contains { message.contains($0) }
        throw .noConnection(sqlState: isReadOnly ? SQLState.readOnly : nil)
      }
      PQsetErrorVerbosity(handle, PQERRORS_SQLSTATE)
      PQreset(handle)
      guard PQstatus(handle) != CONNECTION_OK else { return }
      throw .noConnection(sqlState: sqlState(in: String(cString: PQerrorMessage(handle))))
    }

    /// The last code in a message such as `connection to server … failed: FATAL:  28P01`.
    static func sqlState(in message: String) -> String? {
      var state: String?
      for line in message.utf8.split(separator: UInt8(ascii: "\n")) {
        let end = Array(line.suffix(8))
        let code = end.dropFirst(3)
        guard end.count == 8, end.starts(with: ":  ".utf8),
          code.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) })
        else { continue }
        state = String(decoding: code, as: UTF8.self)
      }
      return state
    }
  }
#endif
