import ArgumentParser
import CommandLineSupport
import Documents
import EvalGraders
import EvalStatistics
import LanguageModels
import ModelLayers
import PromptEvals
import SourceFiles

struct EvalCalibrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Compare graders with human labels of the same messages.",
    discussion: """
      Prints κ (agreement beyond chance), precision and recall of each grader with 95 % intervals, which \
      treat the messages of a conversation as related. It also prints how well people agree with each other, \
      since a grader cannot be expected to do better: Fleiss' κ, or Krippendorff's α if messages have \
      different numbers of labels. Case and surrounding spaces are ignored. Labels that mean neither yes nor \
      no are counted. Messages that a judge calls not applicable are counted too, and left out of its figures.

      Judges can be answered without the tool, by people or by another system: --requests writes their requests, \
      and --model replies:FILE reads the answers, whose form 'coachkit eval requests --help' has.

      Examples:
        coachkit eval calibrate Evals/calibrations/annomi.yaml --data annomi_dev.csv
        coachkit eval calibrate my-judge.yaml --limit 200 --budget 1
        coachkit eval calibrate Evals/calibrations/leans.yaml --requests leans.jsonl
        coachkit eval calibrate Evals/calibrations/leans.yaml --model replies:answers.jsonl
      """)

  @Argument(help: "The calibration's file.")
  var calibration: String

  @Option(help: ArgumentHelp("The table with the labels.", valueName: "file"))
  var data: String?

  @Option(
    help: ArgumentHelp(
      "The maximum number of messages that a grader with a model sees, sampled with the seed.",
      valueName: "n"))
  var limit: Int?

  @Option(help: ArgumentHelp("The maximum number of concurrent messages.", valueName: "n"))
  var concurrency = 8

  @Option(
    help: ArgumentHelp(
      "Writes the requests of judges to this file, a line each, and asks no model.",
      valueName: "file"))
  var requests: String?

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var modelOptions: ModelOptions
  @OptionGroup(title: "Calls") var calls: CallOptions

  func validate() throws {
    guard limit ?? 1 > 0, concurrency > 0 else {
      throw ValidationError("--limit and --concurrency must be above 0.")
    }
    if requests != nil, json || modelOptions.model != nil {
      throw ValidationError(
        "--requests asks no model and prints no figures: leave out \(json ? "--json" : "--model"), and add it when you"
          + " score the answers.")
    }
  }

  func run() async throws {
    let files = DiskFileSystem()
    var suite = try CalibrationSuite(files.read(calibration))
    if let name = modelOptions.model {
      guard let reference = ModelReference(name) else {
        throw CommandError("'\(name)' is not a model", hint: "write provider:model, or local")
      }
      suite.judge(by: reference)
    }
    guard let path = data ?? suite.data else {
      throw CommandError("the calibration has no data", hint: "name the table with --data")
    }
    if let requests {
      return try await write(requestsOf: suite, on: try files.read(path), to: requests)
    }
    var models: [ModelReference: any LanguageModel] = [:]
    let budget = calls.limitedBudget(prices: try modelOptions.factory.prices())
    for reference in suite.models {
      models[reference] = try await calls.model(
        try await modelOptions.factory.model(reference), from: modelOptions.factory,
        budget: budget
      ).model
    }
    let line = StatusLine()
    let results = try await suite.run(
      on: try files.read(path), limit: limit, models: models, concurrency: concurrency
    ) { line.show("\($0)  \($1) of \($2)") }
    line.clear()
    if let budget { Terminal.printError("budget     \(budget.report)") }
    Terminal.print(
      json
        ? JSONValue.array(results.map { .object($0.json) }).printed(.indented(2))
        : text(suite, results: results))
  }

  /// Writes what the judges would be asked; graders that ask no model have no part in it.
  private func write(
    requestsOf suite: CalibrationSuite, on table: SourceFile, to out: String
  ) async throws {
    var suite = suite
    suite.cases.removeAll { $0.use.grader.models.isEmpty }
    guard !suite.cases.isEmpty else {
      throw CommandError(
        "this calibration has no judge", hint: "only graders with 'models' send requests")
    }
    try OutputFile.prepare(out)
    let collector = RequestCollector()
    let models = suite.models.reduce(into: [ModelReference: any LanguageModel]()) {
      $0[$1] = collector
    }
    _ = try await suite.run(
      on: table, limit: limit, models: models, concurrency: concurrency)
    let open = collector.openRequests
    try OutputFile.write(text: out) { write in
      for request in open {
        let line = RequestLine(request, isLabelled: false).json
        try write(JSONValue.object(line).text(.line) + "\n")
      }
    }
    // Without the same table and limit, the answers would belong to other messages.
    let table = data.map { ["--data", $0] } ?? []
    let limit = limit.map { ["--limit", String($0)] } ?? []
    let words = ["coachkit", "eval", "calibrate", calibration] + table + limit
    Terminal.print(
      "\(out): \(Figures.counted(open.count, "request")); score the answers with:"
        + " \(words.map(EvalHint.quoted).joined(separator: " ")) --model replies:FILE")
  }

  private func text(_ suite: CalibrationSuite, results: [Calibration]) -> String {
    var table = TextTable([
      ("grader", .left), ("messages", .right), ("positive", .right), ("undecided", .right),
      ("not applicable", .right), ("κ", .right), ("95 %", .left), ("precision", .right),
      ("95 %", .left), ("recall", .right),
      ("95 %", .left), ("F1", .right), ("people", .right),
    ])
    for result in results {
      table.add([
        result.grader, String(result.count), String(result.positives), String(result.undecided),
        String(result.notApplicable), value(result.kappa), interval(result.kappa),
        value(result.precision),
        interval(result.precision), value(result.recall), interval(result.recall),
        value(result.f1),
        result.agreement.map {
          "\($0.measure.symbol) \(Figures.decimal($0.estimate.value, places: 3))"
        } ?? result.ceiling.map { "κ \(Figures.decimal($0, places: 3))" } ?? "–",
      ])
    }
    let conversations = results.map(\.conversations).max() ?? 0
    let notes = results.compactMap { result in
      result.agreement == nil
        ? result.ceilingNote.map { "κ of people on \(result.grader): \($0)" } : nil
    }
    let divided = results.filter { $0.divided > 0 }.map { result in
      "\(result.grader): people are divided on \(Figures.counted(result.divided, "other message")), which"
        + " \(result.divided == 1 ? "is" : "are") left out"
    }
    let failures = results.compactMap { result in
      result.failure.map {
        "\(result.grader) failed, on the first of \(Figures.counted(result.undecided, "undecided message")): \($0)"
      }
    }
    let unused = results.compactMap(Self.unusedLabels)
    let outside = results.compactMap(\.applicationWarning)
    return
      ([
        suite.name.inked(.bold) + "  " + suite.about,
        Figures.counted(conversations, "conversation").inked(.dim), "",
      ] + table.lines + [""] + (failures + outside + unused).map { $0.inked(.yellow) }
      + (divided + notes).map { $0.inked(.dim) }).joined(separator: "\n")
  }

  private static func unusedLabels(of result: Calibration) -> String? {
    let count = result.unusedLabels.reduce(0) { $0 + $1.count }
    guard count > 0 else { return nil }
    let shown = result.unusedLabels.prefix(8).map { unused in
      (unused.label.isEmpty ? "none" : "'\(unused.label.printable)'")
        + (unused.count > 1 ? " (\(unused.count))" : "")
    }
    let rest = result.unusedLabels.count - shown.count
    let list = shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    return
      "\(result.grader) leaves out \(Figures.counted(count, "label")) that \(count == 1 ? "means" : "mean") neither yes nor no: \(list)"
  }

  private func value(_ estimate: Estimate?) -> String {
    estimate.map { Figures.decimal($0.value, places: 3) } ?? "–"
  }

  private func interval(_ estimate: Estimate?) -> String {
    estimate?.interval.map {
      "[\(Figures.decimal($0.lowerBound, places: 3)), \(Figures.decimal($0.upperBound, places: 3))]"
    } ?? "–"
  }
}
