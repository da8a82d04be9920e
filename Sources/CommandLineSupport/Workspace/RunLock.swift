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
  private let descriptor: Int32
  private let path: String

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
    path = "\(folder)/\(run).lock"
    try? FileManager.default.createDirectory(
      at: URL(filePath: folder), withIntermediateDirectories: true)
    while true {
      let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else {
        throw CommandError.unwritable(path, reason: errno)
      }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        close(descriptor)
        return nil
      }
      guard Self.isStill(descriptor, at: path) else {
        // The previous owner removed the file after it was opened here, so the lock protects nothing.
        close(descriptor)
        continue
      }
      self.descriptor = descriptor
      return
    }
  }

  /// Waits until no other process changes a file, and locks it: for reading, changing and writing it as one step.
  /// Returns nil if the file's folder does not exist.
  package init?(changing path: String) throws {
    guard LocalFileSystem().kind(of: path.parentFolder) == .folder else { return nil }
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
    let descriptor = open("\(folder)/\(run).lock", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0
  }

  private static func isStill(_ descriptor: Int32, at path: String) -> Bool {
    var (own, named) = (stat(), stat())
    return fstat(descriptor, &own) == 0 && stat(path, &named) == 0
      && own.st_ino == named.st_ino && own.st_dev == named.st_dev
  }

  package func release() {
    unlink(path)
    close(descriptor)
  }
}
