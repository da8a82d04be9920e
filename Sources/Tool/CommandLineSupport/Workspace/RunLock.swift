import SourceFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Prevents two processes from working on the same run or file.
///
/// It locks a file, and the system releases the lock however the process ends.
package struct RunLock {
  /// The id of the run.
  package let run: String
  private let lock: FileLock

  package init(run: String, folder: String) throws {
    guard let lock = try Self(free: run, folder: folder) else {
      throw CommandError(
        "the run '\(run)' is in progress in another process", hint: "wait for it, or stop it")
    }
    self = lock
  }

  /// Locks a run. Returns nil if another process works on it, and throws if the lock file cannot be written.
  package init?(free run: String, folder: String) throws {
    self.run = run
    try? FileManager.default.createDirectory(
      at: URL(filePath: folder), withIntermediateDirectories: true)
    let path = Self.path(of: run, in: folder)
    switch FileLock.take(path, waits: false) {
    case .taken(let lock): self.lock = lock
    case .held: return nil
    case .failed(let reason): throw CommandError.unwritable(path, reason: reason)
    }
  }

  /// Waits until no other process changes a file, and locks it: for reading, changing and writing it as one step.
  /// Returns nil if the file's folder does not exist.
  package init?(changing path: String) throws {
    guard DiskFileSystem().kind(of: path.parentFolder) == .folder else { return nil }
    for _ in 0..<500 {
      if let lock = try Self(free: path.fileName, folder: path.parentFolder) {
        self = lock
        return
      }
      usleep(20_000)
    }
    throw CommandError(
      "\(path) is being changed by another process", hint: "wait for it, or stop it")
  }

  /// Returns whether another process is working on a run, without creating a lock file.
  package static func isHeld(run: String, folder: String) -> Bool {
    FileLock.isHeld(path(of: run, in: folder))
  }

  package func release() { lock.release() }

  private static func path(of run: String, in folder: String) -> String { "\(folder)/\(run).lock" }
}
