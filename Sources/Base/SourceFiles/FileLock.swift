#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A lock between processes: a file that one of them holds. The system releases it however the process ends.
package struct FileLock: Sendable {
  /// How taking a lock ends.
  package enum Outcome: Sendable {
    case taken(FileLock)
    /// Another process holds it.
    case held
    /// The file cannot be opened, for the reason that is a value of `errno`.
    case failed(reason: Int32)
  }

  private let path: String
  private let descriptor: Int32

  /// Creates the file if necessary and locks it; waits for another process that holds it if `waits` is set.
  package static func take(_ path: String, waits: Bool) -> Outcome {
    while true {
      let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { return .failed(reason: errno) }
      while flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
        if errno == EINTR { continue }
        close(descriptor)
        return .held
      }
      // The previous owner may have removed the file after it was opened here; then the lock protects nothing.
      if isStill(descriptor, at: path) {
        return .taken(FileLock(path: path, descriptor: descriptor))
      }
      close(descriptor)
    }
  }

  /// Returns whether a process holds the lock, without creating its file.
  package static func isHeld(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0
  }

  /// Removes the file and releases the lock.
  package func release() {
    unlink(path)
    close(descriptor)
  }

  private static func isStill(_ descriptor: Int32, at path: String) -> Bool {
    var (own, named) = (stat(), stat())
    return fstat(descriptor, &own) == 0 && stat(path, &named) == 0
      && own.st_ino == named.st_ino && own.st_dev == named.st_dev
  }
}
