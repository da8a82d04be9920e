#if Evals
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

  /// Keeps two processes from working at the same run.
  ///
  /// A lock on a file, which the system lets go of however the process ends.
  struct RunLock {
    private let descriptor: Int32
    private let path: String

    init(run: String, folder: String) throws {
      path = "\(folder)/\(run).lock"
      try FileManager.default.createDirectory(
        at: URL(filePath: folder), withIntermediateDirectories: true)
      descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else {
        throw CommandError("\(path) cannot be made", hint: "check the folder's permissions")
      }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        close(descriptor)
        throw CommandError(
          "the run '\(run)' is under way in another process", hint: "wait for it, or stop it")
      }
    }

    func release() {
      unlink(path)
      close(descriptor)
    }
  }
#endif
