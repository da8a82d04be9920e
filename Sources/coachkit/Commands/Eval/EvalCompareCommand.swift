#if Evals
  import ArgumentParser
  import Conversations
  import PromptEvals

  /// `coachkit eval compare`
  struct EvalCompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "compare",
      abstract: "Compare two runs, transcript by transcript.",
      discussion: """
        Without ids the last run is compared with the blessed run of its suite. Sides that both runs have are \
        set against each other (or those that --before and --after name); only transcripts and graders of both \
        take part. Says first how the runs differ in what they were asked. The gate of the later run decides the \
        exit code.

        Examples:
          coachkit eval compare
          coachkit eval compare 20260301-090000-discovery-ab 20260331-102030-discovery-ab
          coachkit eval compare 20260301-090000-a 20260331-102030-b --before v1 --after v2
        """)

    @Argument(help: ArgumentHelp("The earlier run.", valueName: "run"))
    var earlier: String?

    @Argument(help: ArgumentHelp("The later run.", valueName: "run"))
    var later: String?

    @Option(help: ArgumentHelp("The side of the earlier run.", valueName: "side"))
    var before: String?

    @Option(help: ArgumentHelp("The side of the later run.", valueName: "side"))
    var after: String?

    @Flag(help: "Print the figures as JSON.")
    var json = false

    @OptionGroup var store: EvalStoreOptions

    func run() throws {
      let store = try self.store.open()
      let (first, second) = try runs(in: store)
      let comparison = try RunComparison(
        first, second, before: before, after: after, from: store)
      guard !json else {
        print(JSONValue.object(comparison.report.json).text(.indented(2)))
        return
      }
      let changes = first.configuration.changes(to: second.configuration)
      if !changes.isEmpty {
        print("what differs between the runs".inked(.bold))
        for change in changes.prefix(30) {
          print("  \(change.part.rawValue)  \(change)".inked(.dim))
        }
        if changes.count > 30 { print("  … and \(changes.count - 30) more".inked(.dim)) }
        print("")
      }
      print(EvalReportView(report: comparison.report).text)
      try EvalOutput.conclude(comparison.report)
    }

    private func runs(in store: EvalStore) throws -> (EvalRun, EvalRun) {
      if let earlier, let later {
        return (try self.store.run(earlier, in: store), try self.store.run(later, in: store))
      }
      let last = try self.store.run(earlier, in: store)
      let blessed = try store.runs().first {
        $0.suite == last.suite && $0.isBlessed && $0.id != last.id
      }
      guard let blessed else {
        throw CommandError(
          "no run of '\(last.suite)' is blessed",
          hint: "bless one with 'coachkit eval bless <run>', or name two runs")
      }
      return (blessed, last)
    }
  }
#endif
