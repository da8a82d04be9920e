import SourceFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes a file piece by piece; it appears under its name when it is whole.
///
/// A device or a pipe is written to as it is: it takes what comes, and a file put in its place would not.
package enum OutputFile {
  private static let pieceSize = 1 << 20

  /// Writes a text.
  package static func write(
    text path: String, _ fill: (@escaping (String) throws -> Void) throws -> Void
  ) throws {
    try write(to: path) { write in try fill { try write(Array($0.utf8)) } }
  }

  /// Writes bytes. Makes the folder that the file is to be in.
  ///
  /// Throws ``CommandError`` with the system's reason when they cannot be written.
  package static func write(
    to path: String, _ fill: (@escaping ([UInt8]) throws -> Void) throws -> Void
  ) throws {
    switch kind(of: path) {
    case nil: try replace(path, path, fill)
    case S_IFREG?: try replace(resolved(path), path, fill)
    case S_IFDIR?: throw CommandError.unwritable(path, EISDIR)
    default: try pour(into: path, flags: 0, path, fill)
    }
  }

  /// Whether a file is there, as opposed to a folder, a device or a pipe.
  package static func isFile(_ path: String) -> Bool { kind(of: path) == S_IFREG }

  /// What a path leads to, links followed; nil where nothing is.
  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// Where a link leads to: what it names is replaced, not the link.
  private static func resolved(_ path: String) -> String {
    guard let name = realpath(path, nil) else { return path }
    defer { free(name) }
    return String(cString: name)
  }

  private static func replace(
    _ file: String, _ path: String,
    _ fill: (@escaping ([UInt8]) throws -> Void) throws -> Void
  ) throws {
    try makeFolder(file.parentFolder, for: path)
    let temporary = "\(file).part"
    do {
      try pour(into: temporary, flags: O_CREAT | O_TRUNC, path, fill)
      guard rename(temporary, file) == 0 else { throw CommandError.unwritable(path, errno) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Makes a folder and those above it, as far as they are not there.
  private static func makeFolder(_ folder: String, for path: String) throws(CommandError) {
    guard kind(of: folder) != S_IFDIR, mkdir(folder, 0o777) != 0 else { return }
    var reason = errno
    let parent = folder.parentFolder
    if reason == ENOENT, parent != folder {
      try makeFolder(parent, for: path)
      reason = mkdir(folder, 0o777) == 0 ? 0 : errno
    }
    // Another process may have made it; a file of that name is told of when one below it is opened.
    guard reason == 0 || reason == EEXIST else { throw CommandError.unwritable(path, reason) }
  }

  /// What is still to be written, shared with whoever fills the file.
  private final class Pending {
    var bytes: [UInt8] = []
  }

  private static func pour(
    into file: String, flags: Int32, _ path: String,
    _ fill: (@escaping ([UInt8]) throws -> Void) throws -> Void
  ) throws {
    guard let file = FileDescriptor(file, flags: flags, mode: 0o644) else {
      throw CommandError.unwritable(path, errno)
    }
    let pending = Pending()
    do {
      try fill { bytes in
        pending.bytes += bytes
        if pending.bytes.count >= pieceSize { try flush(pending, file, path) }
      }
      try flush(pending, file, path)
    } catch {
      _ = file.close()
      throw error
    }
    guard file.close() else { throw CommandError.unwritable(path, errno) }
  }

  private static func flush(_ pending: Pending, _ file: FileDescriptor, _ path: String) throws {
    guard file.write(pending.bytes) else { throw CommandError.unwritable(path, errno) }
    pending.bytes.removeAll(keepingCapacity: true)
  }
}

extension CommandError {
  /// Something that does not take what is written, with the system's reason, a number of `errno`.
  package static func unwritable(_ name: String, _ reason: Int32) -> CommandError {
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
}
