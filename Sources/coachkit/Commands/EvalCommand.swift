#if Evals
  import ArgumentParser
  import Conversations
  import LanguageModels
  import PromptEvals
  import PromptTemplates
  import SourceFiles

  /// `coachkit eval`
  struct EvalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "eval", abstract: "Find out which version of a prompt is better.",
      subcommands: [EvalRunCommand.self, EvalShowCommand.self])
  }

  /// `coachkit eval run`
  struct EvalRunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "run",
      abstract: "Run a suite: generate, grade, compare, and write a report.",
      discussion: """
        Every sample is kept in DIR/evals.sqlite as soon as it is complete; the report is \
        DIR/reports/<run>.html. Exit code 0, or 1 for an error; where the suite declares a \
        gate, 100 when it failed and 101 when there was too little data to tell.

        Examples:
          coachkit eval run Evals/suites/discovery-ab.yaml
          coachkit eval run my-suite.yaml --model local --record my.jsonl
        """)

    @Argument(help: "The suite's file.")
    var suite: String

    @Option(help: ArgumentHelp("Where results go.", valueName: "dir"))
    var out = ".coachkit"

    @Option(help: ArgumentHelp("Writes the replies into a recording.", valueName: "file"))
    var record: String?

    @Option(help: ArgumentHelp("Transcripts under way at once.", valueName: "n"))
    var concurrency = 2

    @OptionGroup var modelOptions: ModelOptions
    @OptionGroup(title: "Calls") var calls: CallOptions
    @OptionGroup var workspace: WorkspaceOptions

    func validate() throws {
      guard concurrency > 0 else { throw ValidationError("--concurrency is a number above 0.") }
      guard record == nil || calls.fallback.isEmpty else {
        throw ValidationError("A recording is of one model: leave out --fallback or --record.")
      }
    }

    func run() async throws {
      let files = LocalFileSystem()
      let suite = try EvalSuite(files.read(suite))
      let library = try workspace.promptLibrary()
      let transcripts = try TranscriptFolder.read(suite.transcriptFolder, files: files)
      let model = try await model(for: suite)
      let now = Timestamp.now
      let writer = record.map { path in
        RecordingWriter(
          path: path,
          header: RecordingHeader(
            model.identity, parameters: modelOptions.factory.redactor.redact(suite.parametersNote),
            recorded: now.day))
      }
      let factory = modelOptions.factory
      let recording = writer.map { writer in
        RecordingLayer(redactor: factory.redactor) { writer.add($0) }
      }
      let layered = try await calls.model(model, from: factory, recording: recording)
      defer { layered.reportBudget() }
      let workspace = workspace
      let runner = EvalRunner(
        suite: suite, library: library, transcripts: transcripts,
        people: { try workspace.person($0) }, model: layered.model, concurrency: concurrency,
        redactor: factory.redactor)
      let store = try openStore()
      let line = ProgressLine()
      let result: EvalRun
      do {
        result = try await runner.run(
          id: try Self.freeID("\(now.compact)-\(suite.name)", in: store),
          started: now.description, into: store
        ) { line.show($0) }
      } catch {
        line.clear()
        // What was recorded before the failure is worth keeping.
        try writer?.finish()
        throw error
      }
      line.clear()
      try writer?.finish()
      try EvalOutput.show(EvalReport(result), folder: out)
      if let record { print("recording  \(record)") }
      if let leftOut = writer?.leftOut, !leftOut.isEmpty {
        Terminal.printError(
          "note: \(leftOut.count) replies were left out of the recording: the same was asked before, with"
            + " another reply (give the suite a seed)")
      }
    }

    private func openStore() throws -> EvalStore {
      guard LocalFileSystem().kind(of: out) != .file else {
        throw CommandError("\(out) is a file", hint: "name a folder for the results with --out")
      }
      return try EvalStore(path: "\(out)/evals.sqlite")
    }

    /// The id, or the id with a number when a run of the same second has it already.
    private static func freeID(_ id: String, in store: EvalStore) throws -> String {
      let taken = Set(try store.runs())
      let numbered = (2...).lazy.map { "\(id)-\($0)" }
      return taken.contains(id) ? numbered.first { !taken.contains($0) } ?? id : id
    }

    private func model(for suite: EvalSuite) async throws -> any LanguageModel {
      if let name = modelOptions.model { return try await modelOptions.factory.model(name) }
      guard let reference = suite.model else {
        throw ValidationError("The suite names no model; name one with --model.")
      }
      return try await modelOptions.factory.model(reference)
    }
  }

  /// `coachkit eval show`
  struct EvalShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show the result of a run again; the last one by default.",
      discussion: """
        Examples:
          coachkit eval show
          coachkit eval show 20260331-102030-discovery-ab
        """)

    @Argument(help: ArgumentHelp("The run's id.", valueName: "run"))
    var id: String?

    @Option(help: ArgumentHelp("Where results are.", valueName: "dir"))
    var out = ".coachkit"

    func run() throws {
      guard LocalFileSystem().kind(of: "\(out)/evals.sqlite") != nil else {
        throw CommandError("there are no results in \(out)", hint: "run 'coachkit eval run' first")
      }
      let store = try EvalStore(path: "\(out)/evals.sqlite")
      guard let found = try store.run(id) else {
        let runs = try store.runs()
        throw CommandError(
          id.map { "there is no run '\($0)' in \(out)" } ?? "there are no runs in \(out)",
          hint: runs.hint(for: id ?? "") ?? "run 'coachkit eval run' first")
      }
      try EvalOutput.show(EvalReport(found), folder: out)
    }
  }
#endif
