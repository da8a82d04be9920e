import ArgumentParser
import CommandLineSupport
import PromptEvals
import SourceFiles

/// Where results are.
struct EvalStoreOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Where results are.", valueName: "dir"))
  var out = Self.standardFolder

  /// The store, made when it is not there yet.
  func openOrMake() throws -> EvalStore {
    guard LocalFileSystem().kind(of: out) != .file else {
      throw CommandError("\(out) is a file", hint: "name a folder for the results with --out")
    }
    return try Self.opened("\(out)/evals.sqlite", otherwise: "name another folder with --out")
  }

  /// The store that is there; nothing is made.
  func open() throws -> EvalStore {
    let path = "\(out)/evals.sqlite"
    guard LocalFileSystem().kind(of: path) != nil else {
      throw CommandError(
        "there are no results in \(out)",
        hint:
          "run '\(EvalHint(self).command("run", "SUITE.yaml"))' first, or name their folder with --out"
      )
    }
    return try Self.opened(path, isThere: true, otherwise: "name another folder with --out")
  }

  /// A file of results, with what can be done where it cannot be opened.
  static func opened(
    _ path: String, isThere: Bool = false, otherwise: String = "leave it out"
  ) throws -> EvalStore {
    do {
      return try EvalStore(path: path, isThere: isThere)
    } catch let error as StoreError {
      throw CommandError(
        error.message,
        hint: [error.hint, otherwise].compactMap(\.self).joined(separator: "; or "))
    }
  }

  /// The run with an id, or the last one.
  func run(_ id: String?, in store: EvalStore) throws -> EvalRun {
    let runs = try store.runs()
    if let id {
      if let found = runs.first(where: { $0.id == id }) { return found }
      throw CommandError(
        "there is no run '\(id)' in \(out)",
        hint: runs.map(\.id).closestMatch(to: id).map { "did you mean '\($0)'?" }
          ?? "'\(EvalHint(self).command("list"))' names them")
    }
    guard let last = runs.first else {
      throw CommandError(
        "nothing was run yet in \(out)",
        hint: "run '\(EvalHint(self).command("run", "SUITE.yaml"))' first")
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
