#if Postgres
  import CoachAccess
  import Documents
  import SourceFiles

  /// The row of one person, as a call reads and writes it.
  ///
  /// Each write names the version that it replaces. So no write starts from an old ledger, not even if the row was deleted
  /// and created again meanwhile.
  struct LedgerRow {
    let person: [UInt8]
    let session: PostgresSession
    let deadline: Deadline

    /// Whether a write took effect.
    enum Outcome {
      case written
      /// It was written, and another process has written since.
      case writtenAndReplaced
      /// The row has another version or does not exist any more, and nothing was written.
      case superseded
    }

    /// Reads the row; `nil` if there is none. If its version is still the known one, the ledger is not read again.
    func read(unless known: StoredLedger? = nil) throws -> StoredLedger? {
      let parameters = [person, known?.history.version.bytes]
      guard let row = try session.run(Self.select, with: parameters, before: deadline).first
      else { return nil }
      guard let history = Self.history(of: row), let bytes = row.bytes(2) else { return known }
      do {
        let ledger = try UsageLedger.document.read(
          SourceFile(path: "coachkit_usage", bytes: bytes, isQuoted: false))
        return StoredLedger(history: history, ledger: ledger)
      } catch {
        throw PostgresUsageError.damaged(rowOf: person)
      }
    }

    /// Writes a ledger in place of the one that the change started from, or as a new row if there was none.
    func write(_ stored: StoredLedger, inPlaceOf before: StoredLedger?) throws -> Outcome {
      let version = stored.history.version
      let content = Array(stored.ledger.json.text().utf8)
      var parameters: [[UInt8]?] = [person, version.bytes, stored.history.earlierBytes, content]
      if let before { parameters.append(before.history.version.bytes) }
      let statement = before == nil ? Self.insert : Self.update
      var isUncertain = false
      while true {
        do throws(PostgresFailure) {
          let rows = try session.run(statement, with: parameters, before: deadline)
          if !rows.isEmpty { return .written }
          if !isUncertain { return .superseded }
        } catch {
          switch error {
          case .connectionLost: isUncertain = true
          case .rejected(let state) where SQLState.isConflict(state):
            if !isUncertain { return .superseded }
          default: throw error
          }
        }
        // The statement that was lost may also arrive later. Of that one and its repetition only one has an effect, since
        // both replace the same version.
        if let outcome = try outcome(of: version, after: before?.history) { return outcome }
      }
    }

    /// What became of a write whose reply was lost; `nil` if it must be repeated.
    private func outcome(of version: RowVersion, after start: RowHistory?) throws -> Outcome? {
      let rows = try session.run(Self.select, with: [person, nil], before: deadline)
      guard let history = rows.first.flatMap(Self.history) else {
        return start == nil ? nil : .superseded
      }
      if history.version == version { return .written }
      if history.version == start?.version { return nil }
      switch history.contains(version, after: start) {
      case true?: return .writtenAndReplaced
      case false?: return .superseded
      case nil: throw PostgresUsageError.unknownOutcome
      }
    }

    private static func history(of row: PostgresRow) -> RowHistory? {
      guard let version = row.bytes(0), let earlier = row.bytes(1) else { return nil }
      return RowHistory(version: version, earlier: earlier)
    }

    /// Deletes the row if it has this version.
    func delete(_ version: RowVersion) throws {
      _ = try session.run(Self.deleteVersion, with: [person, version.bytes], before: deadline)
    }

    /// Deletes the row.
    func delete() throws {
      _ = try session.run(Self.delete, with: [person], before: deadline)
    }

    // MARK: Statements

    private static let select = PostgresStatement(
      """
      SELECT version, earlier, CASE WHEN version = $2 THEN NULL ELSE ledger END
      FROM coachkit_usage WHERE person = $1
      """, isRepeatable: true)

    private static let insert = PostgresStatement(
      """
      INSERT INTO coachkit_usage (person, version, earlier, ledger) VALUES ($1, $2, $3, $4)
      ON CONFLICT (person) DO NOTHING RETURNING true
      """, isRepeatable: false)

    // Not an insertion with `ON CONFLICT DO UPDATE`: that would bring back a row which somebody has deleted.
    private static let update = PostgresStatement(
      """
      UPDATE coachkit_usage SET version = $2, earlier = $3, ledger = $4
      WHERE person = $1 AND version = $5 RETURNING true
      """, isRepeatable: false)

    private static let deleteVersion = PostgresStatement(
      "DELETE FROM coachkit_usage WHERE person = $1 AND version = $2", isRepeatable: true)

    private static let delete = PostgresStatement(
      "DELETE FROM coachkit_usage WHERE person = $1", isRepeatable: true)
  }
#endif
