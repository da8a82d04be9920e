#if canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file descriptor whose writes are complete: it repeats partial writes.
package struct FileDescriptor {
  private let number: Int32

  /// Opens a file for writing; nil if it cannot be opened, with the reason in `errno`.
  package init?(_ path: String, flags: Int32, mode: mode_t) {
    number = open(path, flags | O_WRONLY | O_CLOEXEC, mode)
    guard number >= 0 else { return nil }
  }

  /// Writes all bytes; returns false if not all could be written.
  package func write(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { Self.write(to: number, bytes: $0) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Closes the file; returns false if the data did not reach it.
  package func close() -> Bool { Self.close(number) == 0 }

  #if canImport(Glibc)
    private static func write(to file: Int32, bytes: UnsafeRawBufferPointer) -> Int {
      Glibc.write(file, bytes.baseAddress, bytes.count)
    }

    private static func close(_ file: Int32) -> Int32 { Glibc.close(file) }
  #elseif canImport(Musl)
    private static func write(to file: Int32, bytes: UnsafeRawBufferPointer) -> Int {
      Musl.write(file, bytes.baseAddress, bytes.count)
    }

    private static func close(_ file: Int32) -> Int32 { Musl.close(file) }
  #else
    private static func write(to file: Int32, bytes: UnsafeRawBufferPointer) -> Int {
      Darwin.write(file, bytes.baseAddress, bytes.count)
    }

    private static func close(_ file: Int32) -> Int32 { Darwin.close(file) }
  #endif
}
