import CoachModel
import Documents
import EvalGraders
import GRDB

/// Converts results from the first format of the database into the current one.
enum StoreConversion {
  struct OldRun {
    var run: EvalRun
    var samples: [EvalSample]
  }

  static func read(_ database: Database) throws -> [OldRun] {
    let rows = try Row.fetchAll(database, sql: "SELECT * FROM run ORDER BY rowid")
    return try rows.compactMap { row in
      guard let id = row.text("id"),
        let header = row.text("header").flatMap({ try? JSONValue(parsing: $0) }),
        var run = run(header, id: id, row: row)
      else { return nil }
      run.status = row.count("isComplete") == 1 ? .complete : .interrupted
      let contents = try Row.fetchAll(
        database, sql: "SELECT content FROM sample WHERE runId = ? ORDER BY id", arguments: [id])
      let samples = contents.compactMap { row in
        row.text("content").flatMap { try? JSONValue(parsing: $0) }.flatMap(sample)
      }
      run.design.planned = samples.count
      run.design.subjects = Set(samples.filter { !$0.isReference }.map(\.key.transcript)).count
      return OldRun(run: run, samples: samples)
    }
  }

  static func write(_ runs: [OldRun], to database: Database) throws {
    for old in runs {
      try StoreRows.insert(old.run, into: database)
      for sample in old.samples {
        let scores = SampleScores(sample, graders: old.run.design.graders)
        try StoreRows.insert(
          FinishedSample(sample: sample, scores: scores, texts: [:]), of: old.run, into: database)
      }
    }
  }

  /// Reads a header of the first format, whose keys are those of the current JSON except for the ones rewritten
  /// here.
  private static func run(_ header: JSONValue, id: String, row: Row) -> EvalRun? {
    guard var object = header.object else { return nil }
    object["parameters"] = header["parameters"]?.string.flatMap { try? JSONValue(parsing: $0) }
    object["price"] = header["price"]?["note"]
    if let gate = header["gate"], let grader = gate["grader"], let margin = gate["margin"] {
      object["gate"] = ["margins": [["metric": grader, "margin": margin]]]
    }
    let model = header["model"] ?? ""
    object["variants"] = .array(
      (header["variants"]?.array ?? []).map { variant in
        var side = variant.object ?? [:]
        side["model"] = model
        return .object(side)
      })
    return EvalRun(
      id: id, suite: row.text("suite") ?? "", started: row.text("started") ?? "", .object(object))
  }

  private static func sample(_ value: JSONValue) -> EvalSample? {
    guard let side = value["side"]?.string, let transcript = value["transcript"]?.string else {
      return nil
    }
    var sample = EvalSample(
      SampleKey(side: side, transcript: transcript), title: value["title"]?.string ?? transcript,
      cluster: transcript)
    sample.isReference = value["isReference"]?.bool ?? false
    sample.turns = (value["turns"]?.array ?? []).compactMap(turn)
    sample.grades = (value["grades"]?.array ?? []).compactMap { grade in
      guard let grader = grade["grader"]?.string, let isPass = grade["isPass"]?.bool else {
        return nil
      }
      return Grade(
        grader: grader, message: grade["message"]?.integer, verdict: isPass ? .pass : .fail,
        reason: grade["reason"]?.string)
    }
    return sample
  }

  private static func turn(_ value: JSONValue) -> EvalTurn? {
    guard let number = value["number"]?.integer?.within(StoredRange.counts) else { return nil }
    var turn = EvalTurn(number: number, personBefore: value["personBefore"]?.string)
    turn.reply = value["reply"]?.string ?? ""
    turn.visibleText = value["visibleText"]?.string ?? turn.reply
    turn.finish = value["finish"]?.string
    turn.error = value["error"]?.string
    if let request = value["request"]?.string {
      turn.source = TurnSource(request: request, prompt: "", template: "")
      turn.effort = CoachMessageEffort(
        usage: TokenUsage(
          input: TokenUsage.count(value["inputTokens"]),
          cachedInput: TokenUsage.count(value["cachedTokens"]),
          output: TokenUsage.count(value["outputTokens"])))
    }
    return turn
  }
}
