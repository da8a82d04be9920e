import GRDB
import Synchronization

/// Writes what many tasks add at the same time in one transaction.
///
/// A commit waits for the disk; while it does, others add theirs, and go with the next. So a slow disk
/// makes transactions larger, not the run slower.
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

  private let database: DatabasePool
  private let state = Mutex(State())

  init(_ database: DatabasePool) {
    self.database = database
  }

  /// Returns when the work is committed.
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

  /// One of them failed, and took the others with it: each by itself tells which.
  private func writeSingly(_ entries: [Entry]) async {
    for entry in entries {
      do {
        try await database.write { try entry.work($0) }
        entry.continuation.resume()
      } catch let error as DatabaseError {
        entry.continuation.resume(throwing: StoreError(error, at: database.path))
      } catch {
        entry.continuation.resume(throwing: error)
      }
    }
  }
}
