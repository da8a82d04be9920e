import ArgumentParser
import CommandLineSupport
import LanguageModels
import PromptEvals

struct EvalResumeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Resume an unfinished run; the last one by default.",
    discussion: """
      Completed calls are not repeated. The run continues with the models with which it was started, unless \
      --model names another. Changes since then are printed first. If prompts, models, parameters or transcripts \
      have changed, old and new replies would not be comparable, and the command fails without \
      --despite-changes. The suite's budget covers the whole run, --budget only the rest of it.

      --retry-failed repeats samples whose replies failed for a temporary reason, such as a busy or slow server \
      or a truncated reply.

      Examples:
        coachkit eval resume
        coachkit eval resume 20260331-102030-discovery-ab --budget 5
        coachkit eval resume --retry-failed
      """)

  @Argument(help: ArgumentHelp("The run's id.", valueName: "run"))
  var id: String?

  @Option(
    help: ArgumentHelp("The suite's file, if it has been moved.", valueName: "file"))
  var suite: String?

  @Flag(help: "Resume even if prompts, models, parameters or transcripts have changed.")
  var despiteChanges = false

  @Flag(help: "Repeat samples whose replies failed for a temporary reason.")
  var retryFailed = false

  @OptionGroup var running: EvalRunningOptions
  @OptionGroup var store: EvalStoreOptions
  @OptionGroup var setup: EvalSetup

  func run() async throws {
    let store = try self.store.open()
    let old = try unfinished(in: store)
    let replies = try old.regrades.map { try self.store.run($0, in: store) }
    let path = suite ?? old.suitePath
    let (content, models) = try await setup.content(
      of: try setup.suite(path, of: old), for: replies == nil ? .generating : .grading,
      spent: try store.spending(of: old))
    let plan = try EvalPlan(content)
    if id == nil { Terminal.printError("resuming \(old.id)") }
    note(old.design.gate, is: plan.suite.gate)
    // Replies that are graded again stay as they are, even if their prompts have changed.
    try check(
      old.configuration.changes(to: plan.configuration).filter {
        replies == nil || $0.part == .grading
      }, of: old)
    var run = plan.run(id: old.id, started: old.started, suitePath: path)
    run.isBlessed = old.isBlessed
    run.namedModel = setup.modelOptions.model ?? old.namedModel
    run.namedModels = old.namedModels
    let session = EvalSession(
      plan: plan, store: store, folder: self.store.out, running: running,
      models: models, hint: EvalHint(store: self.store, setup: setup))
    if let replies {
      try await session.grade(
        replies, as: run, lock: RunLock(run: run.id, folder: self.store.out), resuming: true)
    } else {
      try await session.run(
        run, lock: RunLock(run: run.id, folder: self.store.out), resuming: true,
        retryFailed: retryFailed)
    }
  }

  /// Says that the gate has changed, which decides otherwise, and changes no reply.
  private func note(_ old: EvalGate?, is new: EvalGate?) {
    guard old != new else { return }
    let words = { (gate: EvalGate?) in gate?.demands.joined(separator: "; ") ?? "none" }
    Terminal.printError(
      "note: the gate has changed since the run started, from \(words(old)) to \(words(new))"
        .inked(.yellow))
  }

  private func check(_ changes: [RunConfiguration.Change], of run: EvalRun) throws {
    let known = changes.filter(\.isComparable)
    if !known.isEmpty { Terminal.printError("changed since the run started:") }
    for change in known { Terminal.printError("  \(change.part.rawValue)  \(change)") }
    let unknown = changes.filter { !$0.isComparable }
    if !unknown.isEmpty {
      Terminal.printError(
        "an earlier version of coachkit recorded these in a form that cannot be compared with today's:"
      )
    }
    for change in unknown { Terminal.printError("  \(change.part.rawValue)  \(change.name)") }
    guard !changes.isEmpty, !despiteChanges else { return }
    guard !known.isEmpty else {
      throw CommandError(
        "the run's configuration cannot be compared with the current one",
        hint:
          "if none of it has changed, resume with --despite-changes; otherwise start a new run"
      )
    }
    throw CommandError(
      "the run cannot resume unchanged",
      hint: known.contains { $0.part == .generation }
        ? "start a new one, or resume anyway with --despite-changes"
        : "resume with --despite-changes, then grade the complete run again with"
          + " '\(EvalHint(store: self.store).command("grade", run.id))'"
    )
  }

  private func unfinished(in store: EvalStore) throws -> EvalRun {
    let runs = try self.store.runs(in: store)
    // Grading again cannot complete while replies are missing.
    let open = { (run: EvalRun) in
      !run.status.isFinal
        && (run.regrades.map { id in runs.contains { $0.id == id && $0.status.isFinal } } ?? true)
    }
    if id == nil, !retryFailed, let found = runs.first(where: open) { return found }
    let run = try self.store.run(id, in: store)
    guard !run.status.isFinal || retryFailed else {
      throw CommandError(
        "the run '\(run.id)' is complete",
        hint: "see it with '\(EvalHint(store: self.store).command("show", run.id))'")
    }
    return run
  }
}
