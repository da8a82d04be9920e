import CommandLineSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that only its owner can read, from the first byte on.
enum SecretFile {
  /// Writes a new file with mode 0600. Throws if the file exists, unless `overwrite` is set.
  static func write(_ text: String, to path: String, overwrite: Bool) throws {
    if overwrite { unlink(path) }
    // Symbolic links are not followed: they could lead to a place where others can read.
    guard let file = FileDescriptor(path, flags: O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    else {
      throw errno == EEXIST
        ? CommandError(
          "\(path) is there already", hint: "it may be the only way back; name another file")
        : CommandError("\(path) cannot be written", hint: "check the folder and its permissions")
    }
    let isWritten = file.write(Array((text + "\n").utf8))
    guard file.close(), isWritten else {
      throw CommandError("\(path) cannot be written", hint: "check the free space")
    }
  }
}
