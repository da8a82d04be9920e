import ArgumentParser
import CommandLineSupport
import PromptEvals

struct EvalPruneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: "Delete runs and free their disk space.",
    discussion: """
      Blessed runs are kept unless they are named. Nothing is deleted while another process is working on one \
      of the runs.

      Examples:
        coachkit eval prune --keep 20
        coachkit eval prune 20260331-102030-discovery-ab
      """)

  @Argument(help: ArgumentHelp("Runs to delete.", valueName: "run"))
  var ids: [String] = []

  @Option(help: ArgumentHelp("Keep this number of the last runs of each suite.", valueName: "n"))
  var keep: Int?

  @Flag(help: "List the runs that would be deleted, without deleting them.")
  var dryRun = false

  @OptionGroup var store: EvalStoreOptions

  func validate() throws {
    guard ids.isEmpty != (keep == nil) else {
      throw ValidationError("Name runs, or give --keep.")
    }
    guard keep ?? 0 >= 0 else { throw ValidationError("--keep must be 0 or above.") }
  }

  func run() throws {
    let store = try self.store.open()
    let runs = try self.store.runs(in: store)
    let unreadable = try store.unreadableRuns()
    var doomed = try ids.map { id in
      unreadable.contains(id)
        ? id : try self.store.run(id, in: store, allowsBeginning: false).id
    }
    if let keep {
      for (_, own) in Dictionary(grouping: runs, by: \.suite) {
        doomed += own.dropFirst(keep).filter { !$0.isBlessed }.map(\.id)
      }
    }
    doomed = Set(doomed).sorted()
    guard !doomed.isEmpty else {
      Terminal.print("nothing to delete")
      return
    }
    guard !dryRun else {
      for id in doomed {
        let isHeld = RunLock.isHeld(run: id, folder: self.store.out)
        Terminal.print(isHeld ? "cannot delete \(id): it is in progress" : "would delete \(id)")
      }
      return
    }
    try delete(doomed, from: store)
    for id in doomed { Terminal.print("deleted \(id)") }
  }

  /// Deletes all of the runs, or none if one is in progress.
  private func delete(_ ids: [String], from store: EvalStore) throws {
    var locks: [RunLock] = []
    defer { for lock in locks { lock.release() } }
    for id in ids { locks.append(try RunLock(run: id, folder: self.store.out)) }
    try store.delete(ids)
  }
}
