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
      Every sample is kept in DIR/evals.sqlite as soon as it is complete; the report is \
      DIR/reports/<run>.html. A run that was stopped, by Ctrl-C, by its budget or by a power cut, is \
      continued by 'coachkit eval resume', with the model it was started with. The exit code is that of \
      the outcome: see 'coachkit eval --help'.

      Before money is spent above the suite's limit (budget: {ask_above: …}, $1 by default) it asks for \
      confirmation; --yes gives it. It also asks if a model's price is not known. Recordings, scripts and \
      models on this machine are free: 'local', and servers at localhost, except gateways such as litellm.

      Examples:
        coachkit eval run Evals/suites/discovery-ab.yaml
        coachkit eval run my-suite.yaml --model local --record my.jsonl
        coachkit eval run my-suite.yaml --replies replies.jsonl
        coachkit eval run my-suite.yaml --limit 3
        coachkit eval run my-suite.yaml --filter-failing 20260331-102030-my-suite
        coachkit eval run my-suite.yaml --budget 2.50 --concurrency 40 --yes
      """)

  @Argument(help: "The suite's file.")
  var suite: String

  @Option(
    help: ArgumentHelp(
      "Grade replies that came from elsewhere, instead of asking a model; see 'coachkit eval requests'.",
      valueName: "file"))
  var replies: String?

  @OptionGroup var selection: EvalSelectionOptions
  @OptionGroup var recording: EvalRecordingOption
  @OptionGroup var running: EvalRunningOptions
  @OptionGroup var store: EvalStoreOptions
  @OptionGroup var setup: EvalSetup

  func validate() throws {
    guard replies == nil || setup.modelOptions.model == nil else {
      throw ValidationError("--replies replaces the model: leave out --model.")
    }
  }

  func run() async throws {
    var setup = setup
    if let replies { setup.modelOptions.model = "replies:\(replies)" }
    var suite = try setup.suite(self.suite)
    suite.select(try selection.selection(in: self.store))
    let now = Timestamp.now
    let writer = try await writer(for: suite, setup: setup, day: now.day)
    let redactor = setup.modelOptions.factory.resolver.redactor
    let layer = writer.map { writer in RecordingLayer(redactor: redactor) { writer.add($0) } }
    let (content, models) = try await setup.content(of: suite, recording: layer)
    let plan = try EvalPlan(content)
    try running.confirm(plan, day: now.day, isFree: setup.isFree)
    let store = try self.store.openOrMake()
    let lock = try self.store.lock(newRun: "\(now.compact)-\(suite.name)", in: store)
    var session = EvalSession(
      plan: plan, store: store, folder: self.store.out, running: running,
      models: models, hint: EvalHint(store: self.store, setup: setup))
    session.recording = writer
    session.recordingPath = recording.record
    var run = plan.run(id: lock.run, started: now.description, suitePath: self.suite)
    run.namedModel = setup.modelOptions.model
    try await session.run(run, lock: lock)
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
