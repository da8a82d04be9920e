import ArgumentParser
import CommandLineSupport
import PromptEvals

struct EvalGradeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grade",
    abstract: "Grade the replies of a run again with the current suite; creates a new run.",
    discussion: """
      The model under test is not called again and need not be available; only judges cost anything. If the \
      run was started with --model, judges use that model again. The old run is not changed. Graders read the \
      current transcripts, cases and prompts; those that have changed since the run are listed.

      Examples:
        coachkit eval grade
        coachkit eval grade 20260331-102030-discovery-ab --suite stricter.yaml
      """)

  @Argument(help: ArgumentHelp("The run's id; the last one by default.", valueName: "run"))
  var id: String?

  @Option(
    help: ArgumentHelp("A suite with other graders; the run's own by default.", valueName: "file")
  )
  var suite: String?

  @OptionGroup var running: EvalRunningOptions
  @OptionGroup var store: EvalStoreOptions
  @OptionGroup var setup: EvalSetup

  func run() async throws {
    let store = try self.store.open()
    let old = try self.store.run(id, in: store)
    let path = suite ?? old.suitePath
    let (content, models) = try await setup.content(
      of: try setup.suite(path, of: suite == nil ? old : nil, models: old.namedModels),
      for: .grading)
    let plan = try EvalPlan(content)
    note(old.configuration.changes(to: plan.configuration))
    let now = Timestamp.now
    let session = EvalSession(
      plan: plan, store: store, folder: self.store.out, running: running,
      models: models, hint: EvalHint(store: self.store, setup: setup))
    try running.confirm(plan, day: now.day, generates: false, isFree: setup.isFree)
    var random = SystemRandomNumberGenerator()
    let lock = try self.store.lock(
      newRunOf: plan.suite.name, at: now, in: store, using: &random)
    var run = plan.run(id: lock.run, started: now.description, suitePath: path)
    run.namedModel = old.namedModel
    run.namedModels = old.namedModels
    try await session.grade(old, as: run, lock: lock)
  }

  /// Says which of what graders read beside the replies is not what the replies were written to.
  private func note(_ changes: [RunConfiguration.Change]) {
    let read = changes.filter { change in
      change.isComparable && change.before != nil && change.after != nil
        && ["transcript ", "prompt of "].contains { change.name.hasPrefix($0) }
    }
    guard !read.isEmpty else { return }
    Terminal.printError(
      "note: changed since the replies were written, and read by graders as it is now:".inked(
        .yellow))
    for change in read { Terminal.printError("  \(change.name)") }
  }
}
