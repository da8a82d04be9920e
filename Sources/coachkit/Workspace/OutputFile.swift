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

/// Writes a file piece by piece; it appears under its name when it is whole.
enum OutputFile {
  private static let pieceSize = 1 << 20

  /// Writes a text.
  static func write(
    text path: String, _ fill: (@escaping (String) throws -> Void) throws -> Void
  ) throws {
    try write(to: path) { write in try fill { try write(Array($0.utf8)) } }
  }

  /// Writes bytes.
  static func write(
    to path: String, _ fill: (@escaping ([UInt8]) throws -> Void) throws -> Void
  ) throws {
    try FileManager.default.createDirectory(
      at: URL(filePath: path.parentFolder), withIntermediateDirectories: true)
    let temporary = "\(path).part"
    guard let file = FileDescriptor(temporary, flags: O_CREAT | O_TRUNC, mode: 0o644) else {
      throw unwritable(path)
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
      unlink(temporary)
      throw error
    }
    guard file.close(), rename(temporary, path) == 0 else { throw unwritable(path) }
  }

  /// What is still to be written, shared with whoever fills the file.
  private final class Pending {
    var bytes: [UInt8] = []
  }

  private static func flush(_ pending: Pending, _ file: FileDescriptor, _ path: String) throws {
    guard file.write(pending.bytes) else { throw unwritable(path) }
    pending.bytes.removeAll(keepingCapacity: true)
  }

  private static func unwritable(_ path: String) -> CommandError {
    CommandError("\(path) cannot be written", hint: "check the folder's permissions, and the disk")
  }
}
