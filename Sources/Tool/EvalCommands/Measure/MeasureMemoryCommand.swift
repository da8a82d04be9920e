import ArgumentParser
import CoachBenchmarks
import CoachModel
import CoachTranscripts
import CommandLineSupport
import Documents
import EvalStatistics
import PromptEvals
import SourceFiles

struct MeasureMemoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "memory",
    abstract:
      "Measure how well memory finds the messages that answer a question in long conversations.",
    discussion: """
      The data has the format of LoCoMo: conversations of two speakers over many sessions, with questions and \
      the ids of the messages that answer them. Recall is the mean share of these messages among the first \
      results, and 'any' the share of questions with at least one of them. The interval treats the questions of a \
      conversation as related. If a question names a speaker, messages of that speaker rank higher.

      A folder holds histories of people as in Evals/months: sessions over months, and a late conversation whose \
      messages name the sessions that a coach would now remember. Recall is then the share of these sessions.

      Examples:
        coachkit measure memory --data Evals/months --depth 8
        coachkit measure memory --data locomo.json
        coachkit measure memory --data locomo.json --corrections errors.json --embeddings local-embeddings
      """)

  @Option(
    help: ArgumentHelp(
      "The conversations with their questions, or a folder of histories.", valueName: "path"))
  var data: String

  @Option(
    help: ArgumentHelp("Corrections of the ids that answer a question.", valueName: "file"))
  var corrections: String?

  @Option(help: "The number of results to consider.")
  var depth = 10

  @Option(
    help: ArgumentHelp(
      "The embedding model that also finds other wordings: local-embeddings or provider:model.",
      valueName: "model"))
  var embeddings: String?

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard (1...1000).contains(depth) else {
      throw ValidationError("--depth must be a number from 1 to 1000.")
    }
  }

  func run() async throws {
    let files = DiskFileSystem()
    let questions = try questions(in: files)
    let vectors: KeptVectors? =
      if let embeddings {
        try await KeptVectors(of: MemoryMeasure.texts(in: questions), by: embeddings)
      } else {
        nil
      }
    let measure = MemoryMeasure(questions, depth: depth) { text in
      vectors.flatMap { vectors in
        vectors[text].map { TextEmbedding(model: vectors.model, vector: $0) }
      }
    }
    Terminal.print(
      json ? JSONValue.object(measure.json).printed(.indented(2)) : measure.text)
  }
}

extension MeasureMemoryCommand {
  private func questions(in files: DiskFileSystem) throws -> MemoryQuestions {
    guard files.kind(of: data) == .folder else {
      return try MemoryQuestions(
        try files.read(data), corrections: try corrections.map { try files.read($0) })
    }
    let names = try files.names(in: data).filter { $0.hasSuffix(".yaml") }
    guard !names.isEmpty else {
      throw CommandError(
        "there is no history in '\(data)'", hint: "name a folder such as Evals/months")
    }
    return MemoryQuestions(try names.map { try PersonHistory(try files.read("\(data)/\($0)")) })
  }
}

extension MemoryMeasure {
  fileprivate var text: String {
    var head = [
      "conversations  \(Figures.count(conversations)), \(Figures.count(messages)) messages",
      "questions      \(Figures.count(total.count))",
      "time           \(times.text) a search",
      "indexing       \(indexing.text) a conversation",
    ]
    if unanswerable > 0 {
      head.append("left out       \(Figures.count(unanswerable)) without a message that answers")
    }
    var table = TextTable([
      ("kind", .left), ("questions", .right), ("recall@\(depth)", .right), ("95 %", .left),
      ("any@\(depth)", .right),
    ])
    for row in kinds + [total] {
      table.add([
        row.kind, Figures.count(row.count), MeasureText.decimal(row.recall?.value),
        MeasureText.range(row.recall?.interval), MeasureText.decimal(row.any),
      ])
    }
    return MeasureText.joined([head, table.lines], notes: [])
  }
}
