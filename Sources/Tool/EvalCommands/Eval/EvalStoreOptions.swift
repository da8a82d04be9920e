import ArgumentParser
import CommandLineSupport
import PromptEvals
import SourceFiles

/// The option for the folder of the results.
struct EvalStoreOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The folder with the results.", valueName: "dir"))
  var out = Self.standardFolder

  /// Opens the store, and creates it if necessary.
  func openOrMake() throws -> EvalStore {
    guard DiskFileSystem().kind(of: out) != .file else {
      throw CommandError("\(out) is a file", hint: "name a folder for the results with --out")
    }
    return try Self.opened("\(out)/evals.sqlite", otherwise: "name another folder with --out")
  }

  /// Opens the existing store. Throws if there is none.
  func open() throws -> EvalStore {
    let path = "\(out)/evals.sqlite"
    guard DiskFileSystem().kind(of: path) != nil else {
      throw CommandError(
        "there are no results in \(out)",
        hint:
          "run '\(EvalHint(store: self).command("run", "SUITE.yaml"))' first, or name their folder with --out"
      )
    }
    return try Self.opened(path, isThere: true, otherwise: "name another folder with --out")
  }

  /// Opens a file of results. If that fails, the error suggests `otherwise`.
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

  /// Returns all runs, the last one first, with a warning if there are more that cannot be read.
  func runs(in store: EvalStore) throws -> [EvalRun] {
    let (runs, unreadable) = try store.allRuns()
    if !unreadable.isEmpty {
      let names = unreadable.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
      let rest = unreadable.count > 3 ? " and \(unreadable.count - 3) more" : ""
      Terminal.printError(
        "warning: \(names)\(rest) in \(out) cannot be read: damaged, or changed by another program"
          .inked(.yellow))
    }
    return runs.map(asItIs)
  }

  /// Returns a run with the state that it is in: a process that was killed could not record that its run has ended.
  private func asItIs(_ run: EvalRun) -> EvalRun {
    guard run.status == .running, !(run.owner?.isWorking ?? false),
      // The process may run in another container on this machine.
      !RunLock.isHeld(run: run.id, folder: out)
    else { return run }
    var run = run
    run.status = .interrupted
    run.note = run.note ?? "its process ended without recording it"
    return run
  }

  /// Returns the run with an id, or without an id the last one.
  ///
  /// - Parameter allowsBeginning: Whether the beginning of an id is enough if no other id begins like it.
  func run(_ id: String?, in store: EvalStore, allowsBeginning: Bool = true) throws -> EvalRun {
    if let id {
      if let found = try store.run(id) { return asItIs(found) }
      if allowsBeginning, let found = try runBeginning(with: id, in: store) { return found }
      guard try !store.unreadableRuns().contains(id) else {
        throw CommandError(
          "the run '\(id)' in \(out) cannot be read: it is damaged or was changed by another program",
          hint: "restore an earlier copy of \(out)/evals.sqlite, or delete the run with"
            + " '\(EvalHint(store: self).command("prune", id))'")
      }
      throw CommandError(
        "there is no run '\(id)' in \(out)",
        hint: try store.runs().map(\.id).closestMatch(to: id).map { "did you mean '\($0)'?" }
          ?? "'\(EvalHint(store: self).command("list"))' names them")
    }
    guard let last = try runs(in: store).first else {
      throw CommandError(
        "nothing was run yet in \(out)",
        hint: "run '\(EvalHint(store: self).command("run", "SUITE.yaml"))' first")
    }
    return last
  }

  /// Returns the one run whose id begins with a text; nil if there is none.
  private func runBeginning(with text: String, in store: EvalStore) throws -> EvalRun? {
    let found = try store.runs().filter { $0.id.hasPrefix(text) }
    guard found.count < 2 else {
      throw CommandError(
        "the ids of \(found.count) runs in \(out) begin with '\(text)'",
        hint: "write more of one: \(found.prefix(5).map(\.id).joined(separator: ", "))")
    }
    return found.first.map(asItIs)
  }

  /// Locks a new run of a suite, under an id that no other run has.
  func lock(
    newRunOf suite: String, at time: Timestamp, in store: EvalStore,
    using random: inout some RandomNumberGenerator
  ) throws -> RunLock {
    while true {
      let name = RunName(suite: suite, at: time, using: &random).description
      if let lock = try RunLock(free: name, folder: out) {
        // Another process may have taken the name, even finished its run, before the lock was held.
        guard try store.run(name) != nil else { return lock }
        lock.release()
      }
    }
  }
}
