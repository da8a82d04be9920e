#if Evals
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// A file that only its owner may read, from the first byte on.
  enum SecretFile {
    /// Writes a new file with mode 0600; a file of that name is an error unless it is to go.
    static func write(_ text: String, to path: String, overwrite: Bool) throws {
      if overwrite { unlink(path) }
      // A link is not followed: it could lead where others read.
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
      guard file >= 0 else {
        throw errno == EEXIST
          ? CommandError(
            "\(path) is there already", hint: "it may be the only way back; name another file")
          : CommandError("\(path) cannot be written", hint: "check the folder and its permissions")
      }
      let bytes = Array((text + "\n").utf8)
      var sent = 0
      while sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes { Self.write(file, $0) }
        guard count > 0 else {
          close(file)
          throw CommandError("\(path) cannot be written", hint: "check the free space")
        }
        sent += count
      }
      guard close(file) == 0 else {
        throw CommandError("\(path) cannot be written", hint: "check the free space")
      }
    }

    private static func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
      #if canImport(Glibc)
        Glibc.write(file, bytes.baseAddress, bytes.count)
      #elseif canImport(Musl)
        Musl.write(file, bytes.baseAddress, bytes.count)
      #else
        Darwin.write(file, bytes.baseAddress, bytes.count)
      #endif
    }
  }
#endif
