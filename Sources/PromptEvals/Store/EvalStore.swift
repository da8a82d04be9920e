#if Evals
  import Conversations
  import GRDB
  import LanguageModels

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// The results of a workspace in one SQLite file.
  ///
  /// Every sample is its own transaction, so what was complete when the power went is there when it
  /// comes back.
  public struct EvalStore: ResultSink {
    private let database: DatabasePool

    /// Opens the file, or makes it with its folder.
    public init(path: String) throws {
      let folder = URL(filePath: path).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      database = try DatabasePool(path: path)
      try Self.migrations.migrate(database)
    }

    /// The version of SQLite that is at work.
    public static var libraryVersion: String {
      let version = try? DatabaseQueue().read {
        try String.fetchOne($0, sql: "SELECT sqlite_version()")
      }
      return version ?? "unknown"
    }

    private static var migrations: DatabaseMigrator {
      var migrator = DatabaseMigrator()
      migrator.registerMigration("runs and samples") { database in
        try database.create(table: "run") { table in
          table.primaryKey("id", .text)
          table.column("suite", .text).notNull()
          table.column("started", .text).notNull()
          table.column("isComplete", .boolean).notNull().defaults(to: false)
          table.column("header", .text).notNull()
        }
        try database.create(table: "sample") { table in
          table.autoIncrementedPrimaryKey("id")
          table.belongsTo("run", onDelete: .cascade).notNull()
          table.column("side", .text).notNull()
          table.column("transcript", .text).notNull()
          table.column("inputTokens", .integer)
          table.column("outputTokens", .integer)
          table.column("content", .text).notNull()
          table.uniqueKey(["runId", "side", "transcript"])
        }
      }
      return migrator
    }

    /// Keeps a run's header.
    public func begin(_ run: EvalRun) throws {
      let header = try Self.encode(RunHeader(run))
      try database.write { database in
        try database.execute(
          sql: "INSERT INTO run (id, suite, started, header) VALUES (?, ?, ?, ?)",
          arguments: [run.id, run.suite, run.started, header])
      }
    }

    /// Keeps a sample.
    public func add(_ sample: EvalSample, to run: EvalRun) throws {
      let content = try Self.encode(sample)
      let usage = sample.turns.usage
      try database.write { database in
        try database.execute(
          sql: """
            INSERT INTO sample (runId, side, transcript, inputTokens, outputTokens, content)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
          arguments: [
            run.id, sample.side, sample.transcript, usage.input, usage.output, content,
          ])
      }
    }

    /// Notes that the run is complete.
    public func end(_ run: EvalRun) throws {
      try database.write { database in
        try database.execute(
          sql: "UPDATE run SET isComplete = 1 WHERE id = ?", arguments: [run.id])
      }
    }

    /// The run with an id, or the one that was started last when there is no id.
    public func run(_ id: String? = nil) throws -> EvalRun? {
      try database.read { database in
        let condition = id == nil ? "" : "WHERE id = ?"
        let row = try Row.fetchOne(
          database,
          sql: "SELECT id, header, isComplete FROM run \(condition) ORDER BY rowid DESC LIMIT 1",
          arguments: id.map { [$0] } ?? [])
        guard let row else { return nil }
        let contents = try String.fetchAll(
          database, sql: "SELECT content FROM sample WHERE runId = ? ORDER BY id",
          arguments: [row["id"] as String])
        var run = try Self.decode(RunHeader.self, row["header"]).run
        run.isComplete = row["isComplete"]
        run.samples = try contents.map { try Self.decode(EvalSample.self, $0) }
        return run
      }
    }

    /// The ids of all runs, the last one first.
    public func runs() throws -> [String] {
      try database.read { database in
        try String.fetchAll(database, sql: "SELECT id FROM run ORDER BY rowid DESC")
      }
    }

    private static func encode(_ value: some Encodable) throws -> String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value
    {
      try JSONDecoder().decode(type, from: Data(text.utf8))
    }
  }

  /// A run without its samples, as it lies in the database.
  private struct RunHeader: Codable {
    var id: String
    var suite: String
    var suiteDigest: String
    var question: String
    var started: String
    var model: String
    var parameters: String
    var variants: [EvalRun.Side]
    var references: [String]
    var graders: [EvalRun.GraderNote]
    var price: Price?
    var gate: EvalGate?

    struct Price: Codable {
      var input: Double
      var output: Double
      var note: String
    }

    init(_ run: EvalRun) {
      id = run.id
      suite = run.suite
      suiteDigest = run.suiteDigest
      question = run.question
      started = run.started
      model = run.model
      parameters = JSONValue.object(run.parameters).text()
      variants = run.variants
      references = run.references
      graders = run.graders
      price = run.price.map {
        Price(input: $0.price.rates.input, output: $0.price.rates.output ?? 0, note: $0.note)
      }
      gate = run.gate
    }

    var run: EvalRun {
      EvalRun(
        id: id, suite: suite, suiteDigest: suiteDigest, question: question, started: started,
        model: model, parameters: (try? JSONValue(parsing: parameters))?.object ?? [:],
        variants: variants, references: references, graders: graders,
        price: price.map {
          SuitePrice(price: TokenPrice(input: $0.input, output: $0.output), note: $0.note)
        },
        gate: gate, samples: [])
    }
  }
#endif
