import ArgumentParser
import CommandLineSupport
import CoachSafety
import EvalStatistics
import JSON
import PromptEvals
import CoachBenchmarks
import SafetyRules
import SourceFiles

struct SafetyFitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit",
    abstract: "Train the part of the crisis screen that no phrase covers.",
    discussion: """
      It reads messages labelled 'flag' and 'none' (column expect) with their kind, category, language and \
      writer, and conversations whose turns are marked if they show danger, trains classifiers over words and parts of words, over the signs of the phrases, and, with \
      --embeddings, over the vectors of an embedding model, and fits how their scores add up on writers that \
      they have not seen. The same messages give the same model.

      --test names messages that are only measured. Recall is the share of dangerous messages that score \
      higher than all but the given share of the calm ones.

      Examples:
        coachkit safety fit --data Evals/safety/training.jsonl --test Evals/safety/unseen-writers.jsonl
        coachkit safety fit --data Evals/safety/training.jsonl --data Evals/conversations/training.jsonl \
          --embeddings local-embeddings --to model
      """)

  @Option(
    help: ArgumentHelp(
      "Messages or conversations to learn from (.jsonl); may be repeated.", valueName: "path"))
  var data: [String]

  @Option(
    help: ArgumentHelp("Messages to measure the result with; may be repeated.", valueName: "path"))
  var test: [String] = []

  @Option(
    help: ArgumentHelp(
      "The embedding model to fit a head for: local-embeddings or provider:model.",
      valueName: "model"))
  var embeddings: String?

  @Option(
    help: ArgumentHelp(
      "The rules whose signs count, instead of those built into this program.", valueName: "folder")
  )
  var rules: String?

  @Option(
    help: ArgumentHelp(
      "Where to write the model (screen.model) and its card (card.json).", valueName: "folder"))
  var to: String?

  func run() async throws {
    let screen = try rules.map { try CrisisScreen(ScreeningFiles(folder: $0)) } ?? .builtIn
    var training: [Source] = []
    for path in data { training.append(try Source(path, screen)) }
    var tests: [Source] = []
    for path in test { tests.append(try Source(path, screen)) }
    var name: String?
    if let embeddings { name = try await embed(&training, &tests, with: embeddings) }
    let messages = training.dropFirst().reduce(into: training[0].messages) {
      $0.append($1.messages)
    }
    let model = await ScreenFit().model(messages, embeddingModel: name) { Terminal.printError($0) }
    let measured = tests.map { test in
      let curve = { withEmbeddings in
        ScreenCurve(
          model.scores(test.messages, withEmbeddings: withEmbeddings), of: test.messages)
      }
      return ScreenCard.Measured(
        messages: test.entry, local: curve(false),
        withEmbeddings: name == nil ? nil : curve(true))
    }
    for figures in measured { Terminal.print(figures.text) }
    guard let to else { return }
    let card = ScreenCard(
      day: Timestamp.now.day, training: training.map(\.entry), embeddingModel: name,
      measured: measured)
    try OutputFile.write(to: "\(to)/screen.model") { write in try write(model.fileBytes) }
    try OutputFile.write(text: "\(to)/card.json") { write in
      try write(card.json.printed(.indented(2)) + "\n")
    }
  }

  /// A file of messages.
  private struct Source {
    var messages: ScreenMessages
    let path: String
    let digest: ContentDigest

    init(_ path: String, _ screen: CrisisScreen) throws {
      self.path = path
      digest = ContentDigest(of: try LocalFileSystem().read(path).bytes)
      messages = ScreenMessages(
        try LabelledTable(path, columns: TableColumns(), labels: ["expect"]), signsBy: screen)
    }

    var entry: ScreenCard.Messages {
      ScreenCard.Messages(path: path, digest: digest.description, messages)
    }
  }

  /// Gives all messages their vectors, and returns the name of the model.
  private func embed(
    _ training: inout [Source], _ tests: inout [Source], with name: String
  ) async throws -> String {
    let texts = (training + tests).flatMap(\.messages.texts)
    let kept = try await KeptVectors(of: texts, by: name)
    for place in training.indices { training[place].messages.embed { kept[$0] } }
    for place in tests.indices { tests[place].messages.embed { kept[$0] } }
    return kept.model
  }
}

extension ScreenCard.Measured {
  fileprivate var text: String {
    var parts = ["\(messages.path), without embeddings"] + local.lines
    if let withEmbeddings {
      parts += ["", "\(messages.path), with embeddings"] + withEmbeddings.lines
    }
    return (parts + [""]).joined(separator: "\n")
  }
}

extension ScreenCurve {
  fileprivate var lines: [String] {
    var table = TextTable([("false alarms", .right), ("recall", .left), ("score", .right)])
    for point in points {
      table.add([
        "\(Figures.decimal(point.falseAlarms * 100, places: 2)) %", point.recall.text,
        Figures.decimal(point.score, places: 2),
      ])
    }
    var parts = TextTable([("", .left), ("recall at 0.5 %", .left), ("at 10 %", .left)])
    for (name, shares) in (languages.sorted { $0.key < $1.key } + groups.sorted { $0.key < $1.key })
    {
      parts.add([name, shares[0].text, shares[1].text])
    }
    return ["area \(Figures.decimal(area, places: 3))"] + table.lines + [""] + parts.lines
  }
}
