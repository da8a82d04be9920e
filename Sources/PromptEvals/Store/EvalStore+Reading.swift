import GRDB
import JSON

extension EvalStore: RunReader {
  /// The run with an id; nil when there is none.
  public func run(_ id: String) throws -> EvalRun? {
    try read { database in
      try Row.fetchOne(database, sql: "SELECT * FROM run WHERE id = ?", arguments: [id])
        .flatMap(StoreRows.run)
    }
  }

  /// All runs, the last one first.
  public func runs() throws -> [EvalRun] {
    try read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM run ORDER BY number DESC")
        .compactMap(StoreRows.run)
    }
  }

  /// How many samples each run has.
  public func sampleCounts() throws -> [String: Int] {
    try read { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT run.id AS id, count(sample.id) AS count FROM run
          LEFT JOIN sample ON sample.run = run.number GROUP BY run.number
          """)
      return rows.reduce(into: [:]) { $0[$1["id"]] = $1["count"] }
    }
  }

  /// Goes through the figures of a run's samples.
  public func eachScores(of run: EvalRun, _ body: (SampleScores) throws -> Void) throws {
    try read { database in
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT \(StoreRows.scoreColumns) FROM sample
          WHERE run = (SELECT number FROM run WHERE id = ?) ORDER BY id
          """, arguments: [run.id])
      while let row = try rows.next() {
        if let scores = StoreRows.scores(row, run) { try body(scores) }
      }
    }
  }

  /// Goes through a run's samples with all their texts.
  public func eachSample(of run: EvalRun, _ body: (EvalSample) throws -> Void) throws {
    try read { database in
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT sampleText.content AS content FROM sample
          JOIN sampleText ON sampleText.id = sample.id
          WHERE sample.run = (SELECT number FROM run WHERE id = ?) ORDER BY sample.id
          """, arguments: [run.id])
      while let row = try rows.next() { try body(Self.sample(row)) }
    }
  }

  /// The samples of one transcript.
  public func samples(of run: EvalRun, transcript: String) throws -> [EvalSample] {
    try read { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT sampleText.content AS content FROM sample
          JOIN sampleText ON sampleText.id = sample.id
          WHERE sample.run = (SELECT number FROM run WHERE id = ?) AND sample.transcript = ?
          ORDER BY sample.id
          """, arguments: [run.id, transcript])
      return try rows.map(Self.sample)
    }
  }

  /// What the transcripts are called, from one sample of each.
  public func subjectNotes(of run: EvalRun) throws -> [String: SubjectNote] {
    try read { database in
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT json_extract(content, '$.transcript'), json_extract(content, '$.title'),
            json_extract(content, '$.tags')
          FROM sampleText WHERE id IN (
            SELECT min(id) FROM sample
            WHERE run = (SELECT number FROM run WHERE id = ?) GROUP BY transcript)
          """, arguments: [run.id])
      var notes: [String: SubjectNote] = [:]
      while let row = try rows.next() {
        guard let id: String = row[0] else { continue }
        let tags = (row[2] as String?).flatMap { try? JSONValue(parsing: $0) }
        notes[id] = SubjectNote(
          title: row[1] ?? id, tags: tags?.array?.compactMap(\.string) ?? [])
      }
      return notes
    }
  }

  /// The text of a prompt's section.
  public func text(_ digest: String) throws -> String? {
    try read { database in
      try String.fetchOne(
        database, sql: "SELECT text FROM promptText WHERE digest = ?", arguments: [digest])
    }
  }

  /// The verdicts on pairs.
  public func pairwiseVerdicts(of run: EvalRun) throws -> [PairwiseVerdict] {
    try read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT * FROM pairwise WHERE run = (SELECT number FROM run WHERE id = ?) ORDER BY id
          """, arguments: [run.id]
      ).compactMap { StoreRows.pairwise($0, run) }
    }
  }

  private static func sample(_ row: Row) throws -> EvalSample {
    guard let value = try? JSONValue(parsing: row["content"] as String),
      let sample = EvalSample(value)
    else { throw StoreError("a sample in the database cannot be read") }
    return sample
  }
}
