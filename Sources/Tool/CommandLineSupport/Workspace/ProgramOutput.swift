#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a program wrote, and how it ended.
package struct ProgramOutput: Sendable {
  package var output: [UInt8] = []
  package var errors: [UInt8] = []
  /// The exit code; nil if the program could not be started or was ended by a signal.
  package var code: Int32?

  package init(output: [UInt8] = [], errors: [UInt8] = [], code: Int32?) {
    self.output = output
    self.errors = errors
    self.code = code
  }

  /// Runs a program of the path, without a shell and without input, until it ends.
  package init(of program: String, _ arguments: [String]) {
    var (out, err): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&out) == 0 else { return }
    guard pipe(&err) == 0 else {
      for end in out { close(end) }
      return
    }
    #if canImport(Glibc) || canImport(Musl)
      var actions = posix_spawn_file_actions_t()
    #else
      var actions: posix_spawn_file_actions_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, err[1], STDERR_FILENO)
    for end in out + err { posix_spawn_file_actions_addclose(&actions, end) }
    var words = ([program] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    words.append(nil)
    var process: pid_t = 0
    let started = posix_spawnp(&process, program, &actions, nil, words, environ)
    close(out[1])
    close(err[1])
    // What it says of errors is shorter than a pipe holds.
    output = Self.readAll(out[0])
    errors = Self.readAll(err[0])
    close(out[0])
    close(err[0])
    guard started == 0 else { return }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    // The low seven bits name the signal that ended it.
    if status & 0x7f == 0 { code = (status >> 8) & 0xff }
  }

  private static func readAll(_ file: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }
}
