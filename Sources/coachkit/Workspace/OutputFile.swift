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
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw unwritable(path) }
    let pending = Pending()
    do {
      try fill { bytes in
        pending.bytes += bytes
        if pending.bytes.count >= pieceSize { try flush(&pending.bytes, descriptor, path) }
      }
      try flush(&pending.bytes, descriptor, path)
    } catch {
      close(descriptor)
      unlink(temporary)
      throw error
    }
    guard close(descriptor) == 0, rename(temporary, path) == 0 else { throw unwritable(path) }
  }

  /// What is still to be written, shared with whoever fills the file.
  private final class Pending {
    var bytes: [UInt8] = []
  }

  private static func flush(_ pending: inout [UInt8], _ descriptor: Int32, _ path: String) throws {
    var rest = pending[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { systemWrite(descriptor, $0) }
      guard written > 0 else { throw unwritable(path) }
      rest = rest.dropFirst(written)
    }
    pending.removeAll(keepingCapacity: true)
  }

  private static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      Musl.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }

  private static func unwritable(_ path: String) -> CommandError {
    CommandError("\(path) cannot be written", hint: "check the folder's permissions, and the disk")
  }
}
