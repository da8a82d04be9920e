#if Evals
  import ArgumentParser
  import PromptEvals
  import SourceFiles

  /// Where results are.
  struct EvalStoreOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Where results are.", valueName: "dir"))
    var out = ".coachkit"

    /// The store, made when it is not there yet.
    func openOrMake() throws -> EvalStore {
      guard LocalFileSystem().kind(of: out) != .file else {
        throw CommandError("\(out) is a file", hint: "name a folder for the results with --out")
      }
      return try EvalStore(path: "\(out)/evals.sqlite")
    }

    /// The store that is there.
    func open() throws -> EvalStore {
      guard LocalFileSystem().kind(of: "\(out)/evals.sqlite") != nil else {
        throw CommandError("there are no results in \(out)", hint: "run 'coachkit eval run' first")
      }
      return try EvalStore(path: "\(out)/evals.sqlite")
    }

    /// The run with an id, or the last one.
    func run(_ id: String?, in store: EvalStore) throws -> EvalRun {
      let runs = try store.runs()
      if let id {
        if let found = runs.first(where: { $0.id == id }) { return found }
        throw CommandError(
          "there is no run '\(id)' in \(out)",
          hint: runs.map(\.id).hint(for: id) ?? "'coachkit eval list' names them")
      }
      guard let last = runs.first else {
        throw CommandError("there are no runs in \(out)", hint: "run 'coachkit eval run' first")
      }
      return last
    }

    /// The id, or the id with a number when a run of the same second has it already.
    func freeID(_ id: String, in store: EvalStore) throws -> String {
      let taken = Set(try store.runs().map(\.id))
      let numbered = (2...).lazy.map { "\(id)-\($0)" }
      return taken.contains(id) ? numbered.first { !taken.contains($0) } ?? id : id
    }
  }
#endif
