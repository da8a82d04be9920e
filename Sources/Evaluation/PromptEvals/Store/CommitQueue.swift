import GRDB
import Synchronization

/// Batches concurrent writes into shared transactions (group commit).
///
/// While a commit waits for the disk, further writes queue up and go into the next transaction. A slow disk
/// therefore makes transactions larger instead of slowing the run down.
final class CommitQueue: Sendable {
  typealias Work = @Sendable (Database) throws -> Void

  private struct Entry: Sendable {
    var work: Work
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var waiting: [Entry] = []
    var isWriting = false
  }

  private let database: any DatabaseWriter
  private let path: String
  private let state = Mutex(State())

  init(_ database: any DatabaseWriter, path: String) {
    self.database = database
    self.path = path
  }

  /// Runs `work` in a transaction and returns once it is committed.
  ///
  /// If the shared transaction fails, `work` runs a second time in a transaction of its own. Throws
  /// ``StoreError`` for a failure of SQLite, and rethrows other errors of `work`.
  func commit(_ work: @escaping Work) async throws {
    try await withCheckedThrowingContinuation { continuation in
      let begins = state.withLock { state in
        state.waiting.append(Entry(work: work, continuation: continuation))
        defer { state.isWriting = true }
        return !state.isWriting
      }
      if begins { Task.detached { await self.write() } }
    }
  }

  private func write() async {
    while true {
      let entries = state.withLock { state in
        let entries = state.waiting
        state.waiting = []
        if entries.isEmpty { state.isWriting = false }
        return entries
      }
      guard !entries.isEmpty else { return }
      do {
        try await database.write { database in
          for entry in entries { try entry.work(database) }
        }
        for entry in entries { entry.continuation.resume() }
      } catch {
        await writeSingly(entries)
      }
    }
  }

  /// Retries each entry in a transaction of its own after the shared one failed, so that only the faulty entry
  /// gets the error.
  private func writeSingly(_ entries: [Entry]) async {
    for entry in entries {
      do {
        try await database.write { try entry.work($0) }
        entry.continuation.resume()
      } catch let error as DatabaseError {
        entry.continuation.resume(throwing: StoreError(error, at: path))
      } catch {
        entry.continuation.resume(throwing: error)
      }
    }
  }
}
