import Documents
import GRDB

extension EvalStore: RunReader {
  /// Returns the run with an ID; `nil` if there is none, or if its header cannot be read.
  public func run(_ id: String) throws -> EvalRun? {
    try read { database in
      try Row.fetchOne(
        database, sql: "SELECT \(StoreRows.runColumns) FROM run WHERE id = ?", arguments: [id]
      )
      .flatMap(StoreRows.run)
    }
  }

  /// Returns all runs, the newest first.
  ///
  /// Runs that cannot be read are left out; ``unreadableRuns()`` names them.
  public func runs() throws -> [EvalRun] { try allRuns().readable }

  /// Returns the IDs of the runs that cannot be read, because they were damaged or changed by another program.
  public func unreadableRuns() throws -> [String] { try allRuns().unreadable }

  /// Returns ``runs()`` and ``unreadableRuns()`` with one reading.
  package func allRuns() throws -> (readable: [EvalRun], unreadable: [String]) {
    try read { database in
      let rows = try Row.fetchAll(
        database, sql: "SELECT \(StoreRows.runColumns) FROM run ORDER BY number DESC")
      return rows.reduce(into: ([], [])) { runs, row in
        if let run = StoreRows.run(row) { runs.0.append(run) } else { runs.1.append(row["id"]) }
      }
    }
  }

  /// Returns the number of samples of each run, by the run's ID; 0 for a run without samples.
  public func sampleCounts() throws -> [String: Int] {
    try read { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT CAST(run.id AS TEXT) AS id, count(sample.id) AS count FROM run
          LEFT JOIN sample ON sample.run = run.number GROUP BY run.number
          """)
      return rows.reduce(into: [:]) { $0[$1["id"]] = $1["count"] }
    }
  }

  /// Calls a closure with the figures of each sample of a run, by transcript, side and attempt.
  ///
  /// The closure must not read from the same store. Throws ``StoreError`` if the database cannot be read or if a
  /// figure is none that a run can have, and rethrows errors of the closure.
  public func eachScores(of run: EvalRun, _ body: (SampleScores) throws -> Void) throws {
    try read { database in
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT \(StoreRows.scoreColumns) FROM sample
          WHERE run = (SELECT number FROM run WHERE id = ?) ORDER BY transcript, side, attempt
          """, arguments: [run.id])
      while let row = try rows.next() {
        guard let scores = StoreRows.scores(from: row, run: run) else {
          throw damage("a sample of the transcript '\(row["transcript"] as String)'", in: run)
        }
        try body(scores)
      }
    }
  }

  /// Calls a closure with each sample of a run, including its texts, by transcript, side and attempt.
  ///
  /// One sample is in memory at a time. The closure must not read from the same store. Throws ``StoreError`` if
  /// the database or a sample cannot be read, and rethrows errors of the closure.
  public func eachSample(of run: EvalRun, _ body: (EvalSample) throws -> Void) throws {
    try read { database in
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT CAST(coalesce(sampleText.content, '') AS TEXT) AS content FROM sample
          LEFT JOIN sampleText ON sampleText.id = sample.id
          WHERE sample.run = (SELECT number FROM run WHERE id = ?) ORDER BY sample.transcript, sample.side, sample.attempt
          """, arguments: [run.id])
      while let row = try rows.next() { try body(sample(row, of: run)) }
    }
  }

  /// Returns the samples of one transcript on all sides, by transcript, side and attempt.
  public func samples(of run: EvalRun, transcript: String) throws -> [EvalSample] {
    try read { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT CAST(coalesce(sampleText.content, '') AS TEXT) AS content FROM sample
          LEFT JOIN sampleText ON sampleText.id = sample.id
          WHERE sample.run = (SELECT number FROM run WHERE id = ?) AND sample.transcript = ?
          ORDER BY sample.transcript, sample.side, sample.attempt
          """, arguments: [run.id, transcript])
      return try rows.map { try sample($0, of: run) }
    }
  }

  /// Returns title, tags, person and language of each transcript by ID, taken from the first sample of the transcript.
  public func subjectNotes(of run: EvalRun) throws -> [String: SubjectNote] {
    try read { database in
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT CAST(content ->> '$.transcript' AS TEXT), CAST(content ->> '$.title' AS TEXT),
            CAST(content ->> '$.tags' AS TEXT), CAST(content ->> '$.person' AS TEXT),
            CAST(content ->> '$.language' AS TEXT)
          FROM sampleText WHERE json_valid(content) AND id IN (
            SELECT min(id) FROM sample
            WHERE run = (SELECT number FROM run WHERE id = ?) GROUP BY transcript)
          """, arguments: [run.id])
      var notes: [String: SubjectNote] = [:]
      while let row = try rows.next() {
        guard let id: String = row[0] else { continue }
        let tags = (row[2] as String?).flatMap { try? JSONValue(parsing: $0) }
        notes[id] = SubjectNote(
          title: row[1] ?? id, tags: tags?.array?.compactMap(\.string) ?? [], person: row[3],
          language: row[4])
      }
      return notes
    }
  }

  /// Returns the text of a prompt section by its digest, or `nil` if it is not stored.
  public func text(_ digest: String) throws -> String? {
    try read { database in
      try String.fetchOne(
        database, sql: "SELECT CAST(text AS TEXT) FROM promptText WHERE digest = ?",
        arguments: [digest])
    }
  }

  /// Returns the verdicts of pairwise judges on a run, by transcript, side and attempt.
  ///
  /// Throws ``StoreError`` if the database or a verdict cannot be read.
  public func pairwiseVerdicts(of run: EvalRun) throws -> [PairwiseVerdict] {
    try read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT \(StoreRows.pairwiseColumns) FROM pairwise WHERE run = (SELECT number FROM run WHERE id = ?)
          ORDER BY transcript, side, attempt, id
          """, arguments: [run.id]
      ).map { row in
        guard let verdict = StoreRows.pairwise(from: row, run: run) else {
          throw damage(
            "a verdict of the judge '\(row["judge"] as String)' on the transcript"
              + " '\(row["transcript"] as String)'", in: run)
        }
        return verdict
      }
    }
  }

  private func sample(_ row: Row, of run: EvalRun) throws -> EvalSample {
    guard let value = try? JSONValue(parsing: row["content"] as String),
      let sample = EvalSample(value)
    else { throw damage("the text of a sample", in: run) }
    return sample
  }

  /// Results without what is damaged would look complete, so nothing of such a run is shown.
  private func damage(_ what: String, in run: EvalRun) -> StoreError {
    StoreError(
      "\(what) in the run '\(run.id)' of '\(path)' is damaged or was changed by another program",
      hint: "restore an earlier copy of the file, or delete the run")
  }
}
