import ArgumentParser
import CommandLineSupport
import Documents
import PromptEvals
import SourceFiles

struct EvalListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the runs, the last one first.",
    discussion: "Example:\n  coachkit eval list --suite discovery-ab")

  @Option(help: ArgumentHelp("Only runs of this suite.", valueName: "name"))
  var suite: String?

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var store: EvalStoreOptions

  func run() throws {
    let store = try self.store.open()
    let all = try self.store.runs(in: store)
    if let suite, !all.isEmpty, !all.contains(where: { $0.suite == suite }) {
      let known = Set(all.map(\.suite)).sorted()
      throw CommandError(
        "no run in \(self.store.out) is of the suite '\(suite)'",
        hint: known.hint(for: suite)
          ?? "'\(EvalHint(store: self.store).command("list"))' names all runs"
      )
    }
    let runs = all.filter { suite == nil || $0.suite == suite }
    let counts = try store.sampleCounts()
    guard !json else {
      let list = runs.map { run -> JSONValue in
        [
          "id": .string(run.id), "suite": .string(run.suite), "started": .string(run.started),
          "status": .string(run.status.rawValue), "samples": .integer(counts[run.id] ?? 0),
          "planned": .integer(run.design.planned), "blessed": .bool(run.isBlessed),
          "models": .array(run.design.models.map { .string($0) }),
        ]
      }
      Terminal.print(JSONValue.array(list).printed(.indented(2)))
      return
    }
    guard !runs.isEmpty else {
      let command = EvalHint(store: self.store).command("run", "SUITE.yaml")
      Terminal.print("nothing was run yet: \(command)")
      return
    }
    var table = TextTable(
      [
        ("run", .left), ("suite", .left), ("started", .left), ("state", .left),
        ("samples", .right), ("model", .left), ("", .left),
      ], shrinkable: ["suite": 8, "model": 8])
    for run in runs {
      let count = counts[run.id] ?? 0
      let state =
        run.status.isFinal ? run.status.rawValue : run.status.rawValue.inked(.yellow)
      table.add([
        run.id, run.suite, run.started, state,
        count == run.design.planned ? String(count) : "\(count) of \(run.design.planned)",
        run.design.models.joined(separator: ", "), run.isBlessed ? "blessed" : "",
      ])
    }
    Terminal.print(table.lines.joined(separator: "\n"))
  }
}
