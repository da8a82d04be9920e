import ArgumentParser
import CommandLineSupport
import LanguageModels
import ModelLayers
import NamedModels
import PromptEvals

struct EvalRunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a suite: generate, grade, compare, and write a report.",
    discussion: """
      Every sample is stored in DIR/evals.sqlite as soon as it is complete; the report is \
      DIR/reports/<run>.html. 'coachkit eval resume' continues a run that was stopped by Ctrl-C, by its budget \
      or by a power cut, with the same model. The exit code follows from the outcome: see 'coachkit eval \
      --help'. If two versions send identical requests, the run is refused, since there is nothing to compare.

      If the run would cost more than the suite's limit (budget: {ask_above: …}, $1 by default), or if a \
      model's price is unknown, the command asks for confirmation; --yes skips the question. Recordings, \
      scripts and models on this machine are free: 'local', and servers at localhost, except gateways such as \
      litellm.

      Examples:
        coachkit eval run Evals/suites/discovery-ab.yaml
        coachkit eval run my-suite.yaml --model local --record my.jsonl
        coachkit eval run my-suite.yaml --replies replies.jsonl
        coachkit eval run my-suite.yaml --models local,openai:gpt-6-luna
        coachkit eval run my-suite.yaml --limit 3
        coachkit eval run my-suite.yaml --baseline my-suite.baseline.jsonl
        coachkit eval run my-suite.yaml --filter-failing 20260331-102030-my-suite
        coachkit eval run my-suite.yaml --budget 2.50 --concurrency 40 --yes
      """)

  @Argument(help: "The suite's file.")
  var suite: String

  @Option(
    help: ArgumentHelp(
      "Grade the replies in this file instead of asking a model; see 'coachkit eval requests'.",
      valueName: "file"))
  var replies: String?

  @OptionGroup var models: EvalModelsOption
  @OptionGroup var selection: EvalSelectionOptions
  @OptionGroup var recording: EvalRecordingOption
  @OptionGroup var baseline: EvalBaselineOption
  @OptionGroup var running: EvalRunningOptions
  @OptionGroup var store: EvalStoreOptions
  @OptionGroup var setup: EvalSetup

  func validate() throws {
    guard replies == nil || setup.modelOptions.model == nil else {
      throw ValidationError("--replies replaces the model: leave out --model.")
    }
    guard models.models == nil || (replies == nil && setup.modelOptions.model == nil) else {
      throw ValidationError("--models replaces the model: leave out --model and --replies.")
    }
    guard models.names.count < 2 || recording.record == nil else {
      throw ValidationError("A recording is of one model: leave out --models or --record.")
    }
  }

  func run() async throws {
    var setup = setup
    if let replies { setup.modelOptions.model = "replies:\(replies)" }
    var suite = try setup.suite(self.suite, models: self.models.names)
    suite.select(try selection.selection(in: self.store))
    let baseline = try self.baseline.read(for: suite)
    let now = Timestamp.now
    let writer = try await writer(for: suite, setup: setup, day: now.day)
    let redactor = setup.modelOptions.factory.resolver.redactor
    let layer = writer.map { writer in RecordingLayer(redactor: redactor) { writer.add($0) } }
    let scripts = ScriptedReplies()
    let (content, models) = try await setup.content(
      of: suite, recording: layer, scripts: scripts)
    let plan = try EvalPlan(content)
    try await showRequests(of: plan)
    try running.confirm(plan, day: now.day, isFree: setup.isFree)
    let store = try self.store.openOrMake()
    var random = SystemRandomNumberGenerator()
    let lock = try self.store.lock(newRunOf: suite.name, at: now, in: store, using: &random)
    var session = EvalSession(
      plan: plan, store: store, folder: self.store.out, running: running,
      models: models, hint: EvalHint(store: self.store, setup: setup))
    session.baseline = baseline
    // Replies from a cache, and a part of a suite, leave entries unused that are right.
    if suite.selection.isWhole, setup.calls.cache == nil { session.scripts = scripts }
    session.recording = writer
    session.recordingPath = recording.record
    var run = plan.run(id: lock.run, started: now.description, suitePath: self.suite)
    run.namedModel = setup.modelOptions.model
    run.namedModels = self.models.names
    try await session.run(run, lock: lock)
  }

  /// The number of requests up to which a run begins with those that are the same; of larger runs only the report says it.
  private static let maximumShown = 600

  private func showRequests(of plan: EvalPlan) async throws {
    guard plan.requestCount <= Self.maximumShown else { return try await plan.checkDifferences() }
    guard let requests = try await plan.requests() else { return }
    try await plan.checkDifferences(in: requests)
    let view = EvalRequestsView(requests, unit: plan.suite.replay.unit)
    guard view.isNoteworthy else { return }
    for line in view.lines { Terminal.printError(line) }
  }

  private func writer(for suite: EvalSuite, setup: EvalSetup, day: String) async throws
    -> RecordingWriter?
  {
    guard let target = try recording.target(for: suite, fallback: setup.calls.fallback) else {
      return nil
    }
    let factory = setup.modelOptions.factory
    return RecordingWriter(
      path: target.path,
      header: RecordingHeader(
        try await factory.model(target.model).identity,
        parameters: factory.resolver.redactor.redact(suite.generation.parametersNote), recorded: day
      ))
  }
}
