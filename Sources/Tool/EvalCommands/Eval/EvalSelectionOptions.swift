import ArgumentParser
import CommandLineSupport
import PromptEvals

/// Options that make a run smaller.
struct EvalSizeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only this number of transcripts or cases, chosen with the suite's seed.", valueName: "n"))
  var limit: Int?

  @Option(
    help: ArgumentHelp("This number of samples of every transcript and variant.", valueName: "n"))
  var samples: Int?

  func validate() throws {
    guard limit ?? 1 > 0, (1...100_000).contains(samples ?? 1) else {
      throw ValidationError("--limit and --samples must be above 0.")
    }
  }

  /// Returns the selection of the given transcripts; of all if they are nil.
  func selection(of transcripts: [String]? = nil) -> SuiteSelection {
    SuiteSelection(maximumTranscripts: limit, samples: samples, transcripts: transcripts)
  }
}

/// Options that restrict a run to a part of its suite.
struct EvalSelectionOptions: ParsableArguments {
  @OptionGroup var size: EvalSizeOptions

  @Option(
    help: ArgumentHelp(
      "Only transcripts or cases with a failed sample in this run.", valueName: "run"))
  var filterFailing: String?

  /// Returns the selection; everything without options.
  func selection(in store: EvalStoreOptions) throws -> SuiteSelection {
    guard let filterFailing else { return size.selection() }
    let failing = try failing(in: filterFailing, store: store)
    var selection = size.selection(of: failing.transcripts)
    selection.failedIn = failing.run
    return selection
  }

  /// Returns the run and its transcripts with a sample that misses a threshold or lacks a reply, on any variant.
  private func failing(
    in id: String, store options: EvalStoreOptions
  ) throws -> (run: String, transcripts: [String]) {
    let store = try options.open()
    let run = try options.run(id, in: store)
    var failing: Set<String> = []
    try store.eachScores(of: run) { sample in
      guard !sample.isReference else { return }
      if sample.isPassed == false || sample.failedTurns > 0 {
        failing.insert(sample.key.transcript)
      }
    }
    guard !failing.isEmpty else {
      throw CommandError(
        "no sample of '\(run.id)' failed", hint: "leave out --filter-failing, or name another run")
    }
    return (run.id, failing.sorted())
  }
}
