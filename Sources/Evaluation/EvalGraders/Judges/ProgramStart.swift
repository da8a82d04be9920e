import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Starts a program in a process group of its own, without a shell.
struct ProgramStart {
  private let command: GraderCommandLine

  init(_ command: GraderCommandLine) {
    self.command = command
  }

  /// The system's error number for a program that did not start.
  struct Failure: Error {
    let code: Int32
  }

  /// A running program with its pipes.
  struct Started {
    let process: pid_t
    let pipes: ProgramPipes
  }

  func start() throws(Failure) -> Started {
    let result: Result<Started, Failure> = Self.oneAtATime.withLock { _ in
      guard let pipes = ProgramPipes() else { return .failure(Failure(code: errno)) }
      var process: pid_t = 0
      let code = spawn(&process, with: pipes)
      guard code == 0 else {
        pipes.closeAll()
        return .failure(Failure(code: code))
      }
      return .success(Started(process: process, pipes: pipes))
    }
    return try result.get()
  }

  /// Serialises starts: a program started while another's pipes are being made would inherit them, and the other
  /// would wait for the end of its input for as long as this one runs.
  private static let oneAtATime = Mutex(())

  private func spawn(_ process: inout pid_t, with pipes: ProgramPipes) -> Int32 {
    #if canImport(Glibc) || canImport(Musl)
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #else
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    let folderCode = Self.setFolder(command.folder, in: &actions)
    guard folderCode == 0 else { return folderCode }
    posix_spawn_file_actions_adddup2(&actions, pipes.childInput, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, pipes.childOutput, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, pipes.childErrors, STDERR_FILENO)
    // This thread blocks signals and this process ignores some; the program starts with the defaults.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var reset = sigset_t()
    sigemptyset(&reset)
    for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] { sigaddset(&reset, signal) }
    posix_spawnattr_setsigdefault(&attributes, &reset)
    posix_spawnattr_setpgroup(&attributes, 0)
    var flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    #if canImport(Darwin)
      flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    #endif
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var arguments = ([command.program] + command.arguments).map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    return posix_spawnp(&process, absoluteProgram, &actions, &attributes, arguments, environ)
  }

  #if canImport(Darwin)
    private static func setFolder(
      _ folder: String, in actions: inout posix_spawn_file_actions_t?
    ) -> Int32 {
      posix_spawn_file_actions_addchdir_np(&actions, folder)
    }
  #else
    /// Looked up dynamically, because Swift's view of the C library leaves out what is not in POSIX.
    private static func setFolder(
      _ folder: String, in actions: inout posix_spawn_file_actions_t
    ) -> Int32 {
      typealias Function =
        @convention(c) (
          UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>
        ) -> Int32
      guard let symbol = dlsym(nil, "posix_spawn_file_actions_addchdir_np") else { return ENOSYS }
      return unsafeBitCast(symbol, to: Function.self)(&actions, folder)
    }
  #endif

  /// The program's path made absolute, since it is relative to this process's folder and the program starts in
  /// another.
  private var absoluteProgram: String {
    guard command.program.contains("/"), !command.program.hasPrefix("/"),
      let here = getcwd(nil, 0)
    else { return command.program }
    defer { free(here) }
    return String(cString: here) + "/" + command.program
  }
}
