#if Evals
  import ArgumentParser
  import LanguageModels
  import PromptEvals

  /// `coachkit eval resume`
  struct EvalResumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "resume",
      abstract: "Go on with a run that did not come to its end; the last such one by default.",
      discussion: """
        No call that had ended is made again. Says first what has changed since: where prompts, models, \
        parameters or transcripts have, old and new replies would not belong together, and it refuses unless \
        --despite-changes.

        Examples:
          coachkit eval resume
          coachkit eval resume 20260331-102030-discovery-ab --budget 5
        """)

    @Argument(help: ArgumentHelp("The run's id.", valueName: "run"))
    var id: String?

    @Option(
      help: ArgumentHelp("The suite's file, where it is not where it was.", valueName: "file"))
    var suite: String?

    @Flag(help: "Goes on although what is generated has changed.")
    var despiteChanges = false

    @OptionGroup var running: EvalRunningOptions
    @OptionGroup var store: EvalStoreOptions
    @OptionGroup var setup: EvalSetup

    func run() async throws {
      let store = try self.store.open()
      let old = try unfinished(in: store)
      let path = suite ?? old.suitePath
      let suite = try setup.suite(path)
      let (content, budget, limits) = try await setup.content(of: suite)
      let plan = try EvalPlan(content)
      let changes = old.configuration.changes(to: plan.configuration)
      if !changes.isEmpty {
        Terminal.printError("changed since the run began:")
        for change in changes { Terminal.printError("  \(change.part.rawValue)  \(change)") }
        guard despiteChanges else {
          throw CommandError(
            "the run cannot go on as it was",
            hint: changes.contains { $0.part == .generation }
              ? "start a new one, or go on all the same with --despite-changes"
              : "go on with --despite-changes, then grade all of it again with 'coachkit eval grade'"
          )
        }
      }
      var run = plan.run(id: old.id, started: old.started, suitePath: path)
      run.isBlessed = old.isBlessed
      let session = EvalSession(
        plan: plan, store: store, folder: self.store.out, running: running,
        budget: budget, limits: limits)
      try await session.run(run, resuming: true)
    }

    private func unfinished(in store: EvalStore) throws -> EvalRun {
      if id == nil, let found = try store.runs().first(where: { !$0.status.isFinal }) {
        return found
      }
      let run = try self.store.run(id, in: store)
      guard !run.status.isFinal else {
        throw CommandError(
          "the run '\(run.id)' came to its end", hint: "see it with 'coachkit eval show \(run.id)'")
      }
      return run
    }
  }
#endif
