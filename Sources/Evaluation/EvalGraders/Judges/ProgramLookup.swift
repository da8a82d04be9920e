#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Finds a program as a shell does, before it is needed.
enum ProgramLookup {
  /// Returns why a program cannot be started; `nil` if it can be.
  ///
  /// A program with a slash is a path, another one is looked up in `PATH`.
  static func problem(with program: String) -> String? {
    guard !program.contains("/") else {
      guard isFile(program) else { return "there is no program at '\(program)'" }
      return access(program, X_OK) == 0 ? nil : "'\(program)' is not executable"
    }
    let folders = getenv("PATH").map { String(cString: $0) } ?? ""
    let isFound = folders.split(separator: ":").contains { folder in
      let path = "\(folder)/\(program)"
      return isFile(path) && access(path, X_OK) == 0
    }
    return isFound ? nil : "there is no program '\(program)' in PATH"
  }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
