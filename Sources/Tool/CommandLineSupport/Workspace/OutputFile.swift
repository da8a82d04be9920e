import SourceFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes a file in pieces; it gets its name when it is complete.
///
/// Devices and pipes are written directly, since replacing them by a file would break their reader.
package enum OutputFile {
  private static let pieceSize = 1 << 20

  /// Writes a text file; `fill` is called with a closure that appends text. Only the owner can read a private file.
  package static func write(
    text path: String, isPrivate: Bool = false,
    _ fill: (@escaping (String) throws -> Void) throws -> Void
  ) throws {
    try write(to: path, isPrivate: isPrivate) { write in try fill { try write(Array($0.utf8)) } }
  }

  /// Writes a file of bytes, and creates its folder if necessary; `fill` is called with a closure that appends
  /// bytes.
  ///
  /// Throws a ``CommandError`` with the system's reason if the file cannot be written.
  package static func write(
    to path: String, isPrivate: Bool = false,
    _ fill: (@escaping ([UInt8]) throws -> Void) throws -> Void
  ) throws {
    let mode: mode_t = isPrivate ? 0o600 : 0o644
    switch kind(of: path) {
    case nil: try replace(path, path: path, mode: mode, fill: fill)
    case S_IFREG?: try replace(resolved(path), path: path, mode: mode, fill: fill)
    case S_IFDIR?: throw CommandError.unwritable(path, reason: EISDIR)
    default: try pour(into: path, flags: 0, mode: mode, path: path, fill: fill)
    }
  }

  /// Creates the folder of a path, and throws if nothing can be written there: for output that comes at the end of long
  /// or paid work.
  package static func prepare(_ path: String) throws(CommandError) {
    switch kind(of: path) {
    case nil, S_IFREG?:
      let folder = path.parentFolder
      try makeFolder(folder, for: path)
      guard kind(of: folder) == S_IFDIR else { throw .unwritable(path, reason: ENOTDIR) }
      guard access(folder, W_OK) == 0 else { throw .unwritable(path, reason: errno) }
    case S_IFDIR?: throw .unwritable(path, reason: EISDIR)
    default: break
    }
  }

  /// Returns whether two paths lead to the same file.
  package static func isSame(_ path: String, _ other: String) -> Bool {
    kind(of: path) != nil && resolved(path) == resolved(other)
  }

  /// Returns whether a path is a regular file, as opposed to a folder, a device or a pipe.
  package static func isFile(_ path: String) -> Bool { kind(of: path) == S_IFREG }

  /// Returns the type of the file at a path, following symbolic links; nil if there is none.
  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// Resolves symbolic links, so that the target is replaced instead of the link.
  private static func resolved(_ path: String) -> String {
    guard let name = realpath(path, nil) else { return path }
    defer { free(name) }
    return String(cString: name)
  }

  private static func replace(
    _ file: String, path: String, mode: mode_t,
    fill: (@escaping ([UInt8]) throws -> Void) throws -> Void
  ) throws {
    try makeFolder(file.parentFolder, for: path)
    let temporary = "\(file).part"
    do {
      try pour(into: temporary, flags: O_CREAT | O_TRUNC, mode: mode, path: path, fill: fill)
      guard rename(temporary, file) == 0 else { throw CommandError.unwritable(path, reason: errno) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Creates a folder and its missing parents.
  private static func makeFolder(_ folder: String, for path: String) throws(CommandError) {
    guard kind(of: folder) != S_IFDIR, mkdir(folder, 0o777) != 0 else { return }
    var reason = errno
    let parent = folder.parentFolder
    if reason == ENOENT, parent != folder {
      try makeFolder(parent, for: path)
      reason = mkdir(folder, 0o777) == 0 ? 0 : errno
    }
    // Another process may have created it. If it is a file, opening a file in it will fail.
    guard reason == 0 || reason == EEXIST else {
      throw CommandError.unwritable(path, reason: reason)
    }
  }

  /// The bytes that are not written yet, shared with the closure that appends to them.
  private final class Pending {
    var bytes: [UInt8] = []
  }

  private static func pour(
    into file: String, flags: Int32, mode: mode_t, path: String,
    fill: (@escaping ([UInt8]) throws -> Void) throws -> Void
  ) throws {
    guard let file = FileDescriptor(file, flags: flags, mode: mode) else {
      throw CommandError.unwritable(path, reason: errno)
    }
    let pending = Pending()
    do {
      try fill { bytes in
        pending.bytes += bytes
        if pending.bytes.count >= pieceSize { try flush(pending, to: file, path: path) }
      }
      try flush(pending, to: file, path: path)
    } catch {
      _ = file.close()
      throw error
    }
    guard file.close() else { throw CommandError.unwritable(path, reason: errno) }
  }

  private static func flush(_ pending: Pending, to file: FileDescriptor, path: String) throws {
    guard file.write(pending.bytes) else { throw CommandError.unwritable(path, reason: errno) }
    pending.bytes.removeAll(keepingCapacity: true)
  }
}

extension CommandError {
  /// Returns the error for an output that cannot be written; `reason` is a value of `errno`.
  package static func unwritable(_ name: String, reason: Int32) -> CommandError {
    let hint =
      switch reason {
      case ENOSPC, EDQUOT, EFBIG: "make room on the disk, or write elsewhere"
      case EACCES, EPERM, EROFS: "check the permissions, or write elsewhere"
      case EISDIR: "it is a folder: name a file in it"
      case ENOTDIR: "something in the path is a file, not a folder: name another path"
      default: "check the path, or write elsewhere"
      }
    return CommandError(
      "\(name) cannot be written: \(String(cString: strerror(reason)))", hint: hint)
  }

  /// Returns the error for an input that cannot be read; `reason` is a value of `errno`.
  package static func unreadable(_ name: String, reason: Int32) -> CommandError {
    CommandError(
      "\(name) cannot be read: \(String(cString: strerror(reason)))",
      hint: "check the path and its permissions")
  }
}
