import Documents
import GRDB
import LanguageModels

extension EvalStore: RunRecorder {
  /// Stores a new run, or updates the status, note and header of a run that is resumed.
  public func begin(_ run: EvalRun) async throws {
    try await commits.commit { database in
      let isThere =
        try Bool.fetchOne(
          database, sql: "SELECT EXISTS (SELECT 1 FROM run WHERE id = ?)", arguments: [run.id])
        ?? false
      guard isThere else { return try StoreRows.insert(run, into: database) }
      try database.execute(
        sql: "UPDATE run SET status = ?, note = ?, header = ? WHERE id = ?",
        arguments: [
          run.status.rawValue, run.note, JSONValue.object(run.json).text(), run.id,
        ])
    }
    // A resumed run may have additional sides.
    knownSides[run.id] = run.design.sides
  }

  /// Returns the keys of the samples of a run that are stored.
  ///
  /// Throws ``StoreError`` if there is no such run.
  public func finishedSamples(of id: String) async throws -> Set<SampleKey> {
    try readFinishedSamples(of: id)
  }

  private func readFinishedSamples(of id: String) throws -> Set<SampleKey> {
    let sides = try sides(of: id)
    return try read { database in
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT side, transcript, attempt FROM sample
          WHERE run = (SELECT number FROM run WHERE id = ?)
          """, arguments: [id])
      var keys: Set<SampleKey> = []
      while let row = try rows.next() {
        guard let side = row.count("side"), sides.indices.contains(side),
          let transcript = row.text("transcript"), let attempt = row.count("attempt")
        else { continue }
        keys.insert(SampleKey(side: sides[side], transcript: transcript, attempt: attempt))
      }
      return keys
    }
  }

  /// Returns the stored calls of a sample that is not finished.
  public func keptCalls(of sample: SampleKey, in id: String) async throws -> [KeptCall] {
    try readKeptCalls(of: sample, in: id)
  }

  private func readKeptCalls(of sample: SampleKey, in id: String) throws -> [KeptCall] {
    let side = try sideNumber(sample.side, in: id)
    return try read { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT step, content FROM keptCall
          WHERE run = (SELECT number FROM run WHERE id = ?)
            AND transcript = ? AND side = ? AND attempt = ?
          """, arguments: [id, sample.transcript, side, sample.attempt])
      return rows.compactMap { row in
        guard let step = row.text("step"), let text = row.text("content") else { return nil }
        return KeptCall(step: step, text: text)
      }
    }
  }

  /// Stores a call of an unfinished sample, replacing a stored call of the same step.
  public func keep(_ call: KeptCall, of sample: SampleKey, in id: String) async throws {
    let content = call.text
    let side = try sideNumber(sample.side, in: id)
    try await commits.commit { database in
      let run = try StoreRows.number(of: id, database)
      try database.cachedStatement(
        sql: """
          INSERT OR REPLACE INTO keptCall (run, side, transcript, attempt, step, content)
          VALUES (?, ?, ?, ?, ?, ?)
          """
      ).execute(
        arguments: [run, side, sample.transcript, sample.attempt, call.step, content])
    }
  }

  /// Stores a finished sample and deletes its stored calls.
  ///
  /// Throws ``StoreError`` if the run or its side does not exist, or if the sample is stored already.
  public func add(_ finished: FinishedSample, to id: String) async throws {
    let sample = try StoreRows.Prepared(finished, sides: try sides(of: id))
    try await commits.commit { database in
      let run = try StoreRows.number(of: id, database)
      try StoreRows.insert(sample, run: run, into: database)
      try database.cachedStatement(sql: Self.deleteKeptCalls).execute(
        arguments: [run, sample.scores.key.transcript, sample.side, sample.scores.key.attempt])
    }
  }

  /// Replaces a stored sample in one transaction.
  ///
  /// Its stored calls are deleted, and so are the verdicts on pairs of its transcript and attempt.
  public func replace(_ finished: FinishedSample, in id: String) async throws {
    let sample = try StoreRows.Prepared(finished, sides: try sides(of: id))
    let key = sample.scores.key
    try await commits.commit { database in
      let run = try StoreRows.number(of: id, database)
      let place: StatementArguments = [run, key.transcript, sample.side, key.attempt]
      try StoreRows.replace(with: sample, run: run, in: database)
      try database.cachedStatement(sql: Self.deleteKeptCalls).execute(arguments: place)
    }
  }

  /// Stores verdicts of pairwise judges, and deletes the stored calls of the judged samples.
  ///
  /// Verdicts on sides that the run does not have are ignored.
  public func add(_ verdicts: [PairwiseVerdict], to id: String) async throws {
    let sides = try sides(of: id)
    try await commits.commit { database in
      let run = try StoreRows.number(of: id, database)
      for verdict in verdicts {
        guard let side = sides.firstIndex(of: verdict.sample.side) else { continue }
        try StoreRows.insert(verdict, sides: sides, run: run, into: database)
        try database.cachedStatement(sql: Self.deleteKeptCalls).execute(
          arguments: [run, verdict.sample.transcript, side, verdict.sample.attempt])
      }
    }
  }

  /// Stores the status with which a run ended, and a note on why it stopped.
  public func end(_ id: String, as status: EvalRun.Status, note: String?) async throws {
    try await commits.commit { database in
      try database.execute(
        sql: "UPDATE run SET status = ?, note = ? WHERE id = ?",
        arguments: [status.rawValue, note, id])
    }
  }

  private static let deleteKeptCalls =
    "DELETE FROM keptCall WHERE run = ? AND transcript = ? AND side = ? AND attempt = ?"

  private func sideNumber(_ side: String, in id: String) throws -> Int {
    guard let number = try sides(of: id).firstIndex(of: side) else {
      throw StoreError("the run '\(id)' has no side '\(side)'")
    }
    return number
  }

  /// Cached, because every sample needs the sides of its run, and they do not change while it runs.
  private func sides(of id: String) throws -> [String] {
    if let known = knownSides[id] { return known }
    guard let run = try run(id) else { throw StoreError("there is no run '\(id)'") }
    let sides = run.design.sides
    knownSides[id] = sides
    return sides
  }
}

extension KeptCall {
  /// The call as one line of JSON.
  var text: String {
    var object: JSONObject = ["events": .array(events.map(\.json))]
    object["first_seconds"] = timeToFirstToken.map { .number($0) }
    object["seconds"] = seconds.map { .number($0) }
    object["answered_by"] = answeredBy.map { .string($0) }
    return JSONValue.object(object).text()
  }

  /// Reads the format of ``text``; `nil` for anything else.
  init?(step: String, text: String) {
    guard let value = try? JSONValue(parsing: text), let events = value["events"]?.array else {
      return nil
    }
    self.init(
      step: step, events: events.compactMap { ModelEvent($0) },
      timeToFirstToken: value["first_seconds"]?.number, seconds: value["seconds"]?.number,
      answeredBy: value["answered_by"]?.string)
    guard self.events.count == events.count else { return nil }
  }
}
