import Documents
import GRDB
import LanguageModels

/// Maps runs, samples and verdicts to rows of the tables.
enum StoreRows {
  static func insert(_ run: EvalRun, into database: Database) throws {
    guard EvalRun.isValidID(run.id) else {
      throw StoreError(
        "'\(run.id.prefix(80))' cannot be the id of a run",
        hint:
          "use up to 200 letters, digits and signs, without slashes, beginning with a letter or digit"
      )
    }
    try database.execute(
      sql: """
        INSERT INTO run (id, suite, started, status, note, isBlessed, header)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        run.id, run.suite, run.started, run.status.rawValue, run.note, run.isBlessed,
        JSONValue.object(run.json).text(),
      ])
  }

  /// The columns of ``run(_:)``.
  static let runColumns = [
    StoreColumn.text("id"), StoreColumn.text("suite"), StoreColumn.text("started"),
    StoreColumn.text("status"), StoreColumn.optionalText("note"), StoreColumn.flag("isBlessed"),
    StoreColumn.text("header"),
  ].selection

  /// Reads a row of ``runColumns``; nil if the run could not have been written by this program.
  static func run(_ row: Row) -> EvalRun? {
    guard let header = try? JSONValue(parsing: row["header"] as String),
      var run = EvalRun(
        id: row["id"], suite: row["suite"], started: row["started"], header)
    else { return nil }
    guard !(row["isDamaged"] as Bool) else { return nil }
    run.status = EvalRun.Status(rawValue: row["status"]) ?? .failed
    run.note = row["note"]
    run.isBlessed = row["isBlessed"]
    return run
  }

  /// Returns the number by which other tables refer to a run.
  ///
  /// Throws ``StoreError`` if there is no such run.
  static func number(of run: String, _ database: Database) throws -> Int64 {
    let statement = try database.cachedStatement(sql: "SELECT number FROM run WHERE id = ?")
    guard let number = try Int64.fetchOne(statement, arguments: [run]) else {
      throw StoreError("there is no run '\(run)' any more")
    }
    return number
  }

  static func insert(_ finished: FinishedSample, of run: EvalRun, into database: Database) throws {
    try insert(
      Prepared(finished, sides: run.design.sides), run: number(of: run.id, database), into: database
    )
  }

  /// A sample encoded for its rows.
  ///
  /// Encoding needs no database, so it is done outside the transaction.
  struct Prepared: Sendable {
    var side: Int
    var scores: SampleScores
    var scoreText: String
    var requests: String?
    var costs: String
    var overhead: String
    var content: String
    var texts: [String: String]

    init(_ finished: FinishedSample, sides: [String]) throws {
      guard let side = sides.firstIndex(of: finished.sample.key.side) else {
        throw StoreError("the run has no side '\(finished.sample.key.side)'")
      }
      self.side = side
      scores = finished.scores
      scoreText = ScoreText.write(scores.scores)
      requests = scores.requests.map(RequestText.write)
      costs = ScoreText.write(scores.costs)
      overhead = ScoreText.write(scores.overhead)
      content = JSONValue.object(finished.sample.json).text()
      texts = finished.texts
    }
  }

  static func insert(_ sample: Prepared, run: Int64, into database: Database) throws {
    for (digest, text) in sample.texts {
      try database.cachedStatement(
        sql: "INSERT OR IGNORE INTO promptText (digest, text) VALUES (?, ?)"
      ).execute(arguments: [digest, text])
    }
    let scores = sample.scores
    try database.cachedStatement(
      sql: """
        INSERT INTO sample (run, side, transcript, attempt, cluster, scores, overall, passed, verdicts, turns,
          failedTurns, limitedTurns, personFaults, isSpoilt, costs, overhead, firstSeconds, seconds, requests)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(
      arguments: [
        run, sample.side, scores.key.transcript, scores.key.attempt, scores.cluster,
        sample.scoreText, scores.overall, scores.isPassed, scores.verdictDigest, scores.turns,
        scores.failedTurns,
        scores.limitedTurns, scores.personFaults, scores.isExcluded, sample.costs,
        sample.overhead, scores.timeToFirstToken, scores.seconds, sample.requests,
      ])
    try database.cachedStatement(sql: "INSERT INTO sampleText (id, content) VALUES (?, ?)")
      .execute(arguments: [database.lastInsertedRowID, sample.content])
  }

  /// Writes a sample in place of the stored one with its key, whose verdicts on pairs are deleted.
  static func replace(with sample: Prepared, run: Int64, in database: Database) throws {
    let key = sample.scores.key
    try database.cachedStatement(
      sql: "DELETE FROM sample WHERE run = ? AND transcript = ? AND side = ? AND attempt = ?"
    ).execute(arguments: [run, key.transcript, sample.side, key.attempt])
    try database.cachedStatement(
      sql: "DELETE FROM pairwise WHERE run = ? AND transcript = ? AND attempt = ?"
    ).execute(arguments: [run, key.transcript, key.attempt])
    try insert(sample, run: run, into: database)
  }

  static func insert(
    _ verdict: PairwiseVerdict, sides: [String], run: Int64, into database: Database
  ) throws {
    guard let side = sides.firstIndex(of: verdict.sample.side) else { return }
    try database.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO pairwise
          (run, judge, model, side, transcript, attempt, baselineFirst, challengerFirst, reasons, costs,
            requests)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(
      arguments: [
        run, verdict.judge, verdict.model, side, verdict.sample.transcript,
        verdict.sample.attempt, verdict.baselineFirst?.rawValue,
        verdict.challengerFirst?.rawValue,
        JSONValue.array(verdict.reasons.map { .string($0) }).text(),
        ScoreText.write(verdict.costs), verdict.requests,
      ])
  }

  /// The columns of ``scores(from:run:)``; `isSpoilt` is the stored name of ``SampleScores/isExcluded``.
  static let scoreColumns = [
    StoreColumn.count("side"), StoreColumn.text("transcript"), StoreColumn.count("attempt"),
    StoreColumn.text("cluster"), StoreColumn.text("scores"),
    StoreColumn.number("overall", in: 0...1), StoreColumn.optionalFlag("passed"),
    StoreColumn.text("verdicts"), StoreColumn.count("turns"), StoreColumn.count("failedTurns"),
    StoreColumn.count("limitedTurns"), StoreColumn.count("personFaults"),
    StoreColumn.flag("isSpoilt"), StoreColumn.text("costs"), StoreColumn.text("overhead"),
    StoreColumn.number("firstSeconds", in: StoredRange.seconds),
    StoreColumn.number("seconds", in: StoredRange.seconds), StoreColumn.optionalText("requests"),
  ].selection

  /// Reads a row of ``scoreColumns``; nil if it has a value that this program does not write.
  static func scores(from row: Row, run: EvalRun) -> SampleScores? {
    let sides = run.design.sides
    let side: Int = row[0]
    let graders = run.design.graders.count
    guard !(row["isDamaged"] as Bool), sides.indices.contains(side),
      let scores = ScoreText.read(row[4], count: graders),
      let costs = ScoreText.readCosts(row[13]), let overhead = ScoreText.readCosts(row[14])
    else { return nil }
    let requestText: String? = row[17]
    let requests = requestText.flatMap(RequestText.read)
    guard requestText == nil || requests != nil else { return nil }
    return SampleScores(
      key: SampleKey(side: sides[side], transcript: row[1], attempt: row[2]),
      isReference: side >= run.design.variants.count, cluster: row[3],
      scores: scores, overall: row[5], isPassed: row[6],
      verdictDigest: row[7], turns: row[8], failedTurns: row[9], limitedTurns: row[10],
      personFaults: row[11], isExcluded: row[12], costs: costs, overhead: overhead,
      timeToFirstToken: row[15], seconds: row[16], requests: requests)
  }

  /// The columns of ``pairwise(from:run:)``.
  static let pairwiseColumns = [
    StoreColumn.text("judge"), StoreColumn.text("model"), StoreColumn.count("side"),
    StoreColumn.text("transcript"), StoreColumn.count("attempt"),
    StoreColumn.optionalText("baselineFirst"), StoreColumn.optionalText("challengerFirst"),
    StoreColumn.text("reasons"), StoreColumn.optionalText("costs"),
    StoreColumn.optionalText("requests"),
  ].selection

  /// Reads a row of ``pairwiseColumns``; nil if it has a value that this program does not write.
  static func pairwise(from row: Row, run: EvalRun) -> PairwiseVerdict? {
    let sides = run.design.sides
    let side: Int = row["side"]
    let choices: [String?] = ["baselineFirst", "challengerFirst"].map { row[$0] }
    guard !(row["isDamaged"] as Bool), sides.indices.contains(side),
      let reasons = (try? JSONValue(parsing: row["reasons"] as String))?.array,
      let costs = ScoreText.readCosts(row["costs"] ?? ""),
      choices.allSatisfy({ $0.map { PairwiseVerdict.Choice(rawValue: $0) != nil } ?? true })
    else { return nil }
    var verdict = PairwiseVerdict(
      judge: row["judge"], model: row["model"],
      sample: SampleKey(
        side: sides[side], transcript: row["transcript"], attempt: row["attempt"]),
      baselineFirst: choices[0].flatMap(PairwiseVerdict.Choice.init),
      challengerFirst: choices[1].flatMap(PairwiseVerdict.Choice.init),
      reasons: reasons.compactMap(\.string))
    verdict.costs = costs
    verdict.requests = row["requests"]
    return verdict
  }
}
