import ArgumentParser
import CoachBenchmarks
import CoachSafety
import CommandLineSupport
import Documents
import EvalStatistics
import SafetyRules
import SourceFiles

struct SafetyFitRepliesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit-replies",
    abstract: "Train the model of the reply checks, which finds sentences that no phrase covers.",
    discussion: """
      Reads sentences with label, language and writer (label 'ok' for good ones), and conversations, in which all \
      sentences of the coach are good. The figures of a writer, and of the conversations, come from fits without \
      them.

      --people is the folder of messages that people wrote, as for 'coachkit safety fit'. Calm messages whose licence \
      allows it show which words are harmless by themselves.

      --test names sentences that are used for measuring only.

      Example:
        coachkit safety fit-replies --data Evals/safety/replies.jsonl --data Evals/conversations/training.jsonl \\
          --people people --test Evals/safety/replies-unseen.jsonl --to SafetyRules/Replies/Model
      """)

  @Option(
    help: ArgumentHelp("Sentences or conversations (.jsonl); may be repeated.", valueName: "path"))
  var data: [String]

  @Option(
    help: ArgumentHelp("The folder of messages that people wrote.", valueName: "folder"))
  var people: String

  @Option(help: ArgumentHelp("Sentences for measuring; may be repeated.", valueName: "path"))
  var test: [String] = []

  @Option(help: ArgumentHelp("The folder of all rules.", valueName: "folder"))
  var rules = "SafetyRules"

  @Option(
    help: ArgumentHelp(
      "The folder to write the model (replies.model) and its card (card.json) to.",
      valueName: "folder"))
  var to: String?

  func run() async throws {
    let checks = try ReplyChecks(
      ReplyCheckFiles(
        folder: "\(rules)/Replies",
        vocabulary: DiskFileSystem().read("\(rules)/Screening/vocabulary.yaml")))
    let examples = try data.flatMap { try read($0) } + calmMessages(in: people)
    let fit = ReplyFit()
    let (model, writers, conversations) = await fit.model(examples, with: checks) {
      Terminal.printError($0)
    }
    var measured = [("writers", writers), ("conversations", conversations)]
    for path in test { measured.append((path, try fit.figures(read(path), with: checks, model))) }
    for (name, figures) in measured {
      Terminal.print("\(name)\n\(table(figures).joined(separator: "\n"))\n")
    }
    guard let to else { return }
    try OutputFile.write(to: "\(to)/replies.model") { write in try write(model.fileBytes) }
    let card: JSONValue = .object(
      measured.reduce(into: [:]) { card, entry in card[entry.0] = json(entry.1) })
    try OutputFile.write(text: "\(to)/card.json") { write in
      try write(card.printed(.indented(2)) + "\n")
    }
  }

  private func read(_ path: String) throws -> [ReplyExamples.Example] {
    ReplyExamples(
      try LabelledTable(path, columns: TableColumns(), labels: ["label"])
    ).sentences
  }

  /// How many sentences the calm messages of people count as.
  private static let weightOfPeople: Float = 3_000
  /// How many messages of a source are read.
  private static let maximumOfSource = 12_000

  private func calmMessages(in folder: String) throws -> [ReplyExamples.Example] {
    let total = PeopleSource.fitted.compactMap(\.weight).reduce(0, +)
    return try PeopleSource.fitted.flatMap { source in
      let bytes = try DiskFileSystem().read(source.path(in: folder)).bytes
      Terminal.printError("\(source.name): \(ContentDigest(of: bytes))")
      return ReplyExamples(
        calmMessages: try source.table(in: folder),
        totalWeight: Self.weightOfPeople * (source.weight ?? 0) / total,
        maximum: Self.maximumOfSource
      ).sentences
    }
  }

  private func table(_ figures: [ReplyFit.Figures]) -> [String] {
    var table = TextTable([
      ("", .left), ("harmful", .right), ("by phrases", .right), ("found", .right), ("good", .right),
      ("false", .right),
    ])
    for row in figures {
      table.add([
        row.name, "\(row.harmful)", share(row.foundByPhrases, of: row.harmful),
        share(row.found, of: row.harmful), "\(row.good)", share(row.wrong, of: row.good),
      ])
    }
    return table.lines
  }

  private func share(_ part: Int, of whole: Int) -> String {
    whole == 0 ? "" : "\(Figures.decimal(Double(part) / Double(whole) * 100, places: 2)) %"
  }

  private func json(_ figures: [ReplyFit.Figures]) -> JSONValue {
    .object(
      figures.reduce(into: [:]) { object, row in
        object[row.name] = [
          "harmful": .integer(row.harmful), "found_by_phrases": .integer(row.foundByPhrases),
          "found": .integer(row.found), "good": .integer(row.good), "false": .integer(row.wrong),
        ]
      })
  }
}
