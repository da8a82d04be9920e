#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Tells the states of a file apart without reading it.
public struct FileVersion: Sendable, Hashable {
  private let values: [Int64]

  /// Creates a version from what changes with every edit of a file.
  public init(_ values: [Int64]) {
    self.values = values
  }
}

extension DiskFileSystem {
  /// The age in seconds from which a change counts as settled: a later one has another time on every file system, even
  /// on those that count whole seconds, or two.
  private static let settledAge = 3

  /// Returns the identity, size and times of a file; nil for one that changed within the last three seconds, since a
  /// second change might not show in them.
  public func version(of path: String) -> FileVersion? {
    var status = stat()
    var now = timespec()
    guard stat(path, &status) == 0, clock_gettime(CLOCK_REALTIME, &now) == 0 else { return nil }
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    guard max(modified.tv_sec, changed.tv_sec) < now.tv_sec - Self.settledAge else { return nil }
    return FileVersion([
      Int64(truncatingIfNeeded: status.st_dev), Int64(truncatingIfNeeded: status.st_ino),
      Int64(status.st_size), Int64(modified.tv_sec), Int64(modified.tv_nsec),
      Int64(changed.tv_sec), Int64(changed.tv_nsec),
    ])
  }
}
