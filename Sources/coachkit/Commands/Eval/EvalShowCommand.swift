#if Evals
  import ArgumentParser
  import Conversations
  import PromptEvals

  /// `coachkit eval show`
  struct EvalShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show the result of a run again; the last one by default.",
      discussion: """
        Examples:
          coachkit eval show
          coachkit eval show 20260331-102030-discovery-ab
          coachkit eval show --json
        """)

    @Argument(help: ArgumentHelp("The run's id.", valueName: "run"))
    var id: String?

    @Flag(help: "Print the figures as JSON.")
    var json = false

    @Flag(help: "Write the page again, too.")
    var report = false

    @OptionGroup var store: EvalStoreOptions

    func run() throws {
      let store = try self.store.open()
      let run = try self.store.run(id, in: store)
      guard !json else {
        print(JSONValue.object(try EvalReport(run, from: store).json).text(.indented(2)))
        return
      }
      try EvalOutput.show(run, in: store, folder: self.store.out, writesPage: report)
    }
  }
#endif
