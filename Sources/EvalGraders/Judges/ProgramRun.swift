#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One run of a program: its input goes in, its output comes out, and nothing of it is left behind.
///
/// Blocks the thread that it is run on, which must be one of its own (``GraderCommands`` has them): it
/// blocks that thread's signals, so that a program that does not read its input cannot end this process.
struct ProgramRun {
  /// Why there is no output.
  enum Failure: Error, Equatable {
    /// It could not be started; the system's error number.
    case notStarted(Int32)
    /// It did not end in time.
    case timeout
    /// Whoever asked for it gave up.
    case cancelled
    /// It wrote more than ``ProgramRun/maximumOutput``.
    case tooMuchOutput
    /// It ended with another exit code than 0.
    case exit(Int32)
    /// It was ended by a signal.
    case signal(Int32)
  }

  /// What came out.
  struct Outcome {
    var output: [UInt8] = []
    /// The end of what it wrote to standard error.
    var errors: [UInt8] = []
    var failure: Failure?
  }

  /// The most that may come out of standard output, in bytes.
  static let maximumOutput = 1_048_576
  private static let maximumErrors = 2_048
  /// How often it is looked whether the program has ended or is to be ended, in milliseconds. Output wakes
  /// the thread at once.
  private static let pause: Int32 = 20

  let command: GraderCommandLine
  let input: [UInt8]
  let now: () -> ContinuousClock.Instant
  /// Asked again and again; true ends the program.
  let isCancelled: () -> Bool

  /// Runs the program to its end, or to its time's.
  func run() -> Outcome {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
    let started: ProgramStart.Started
    do throws(ProgramStart.Failure) {
      started = try ProgramStart(command).start()
    } catch {
      return Outcome(failure: .notStarted(error.code))
    }
    let (process, pipes) = (started.process, started.pipes)
    defer { pipes.closeAll() }
    pipes.closeChildEnds()
    var outcome = Outcome()
    let failure = exchange(pipes, process, &outcome)
    // The group goes before its leader is forgotten: until then no other group can have its number.
    kill(-process, SIGKILL)
    let status = Self.reap(process)
    outcome.failure = failure ?? Self.failure(of: status)
    return outcome
  }

  /// Feeds and reads until the program has ended and nothing more is in its pipes.
  private func exchange(
    _ pipes: ProgramPipes, _ process: pid_t, _ outcome: inout Outcome
  ) -> Failure? {
    let end = now() + .seconds(command.seconds)
    var written = 0
    var hasEnded = false
    while true {
      if written == input.count { pipes.closeInput() }
      // After the end one more look finds all that it has written.
      let isLastLook = hasEnded
      let takesInput = pipes.wait(milliseconds: isLastLook ? 0 : Self.pause)
      if takesInput, !pipes.write(input, from: &written) { pipes.closeInput() }
      pipes.readErrors(into: &outcome.errors, keeping: Self.maximumErrors)
      pipes.readOutput(into: &outcome.output, atMost: Self.maximumOutput + 1)
      if outcome.output.count > Self.maximumOutput { return .tooMuchOutput }
      if isLastLook { return nil }
      if Self.hasEnded(process) {
        hasEnded = true
      } else if isCancelled() {
        return .cancelled
      } else if now() >= end {
        return .timeout
      } else if !pipes.isOpen {
        // It closed its pipes and goes on: there is nothing to wait on but time.
        usleep(useconds_t(Self.pause) * 1000)
      }
    }
  }

  /// Whether it has ended; its number stays taken until it is reaped.
  private static func hasEnded(_ process: pid_t) -> Bool {
    var info = siginfo_t()
    let flags = WEXITED | WNOHANG | WNOWAIT
    guard waitid(P_PID, id_t(process), &info, flags) == 0 else { return errno != EINTR }
    return info.si_signo == SIGCHLD
  }

  private static func reap(_ process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }

  private static func failure(of status: Int32) -> Failure? {
    let signal = status & 0x7f
    if signal != 0 { return .signal(signal) }
    let code = (status >> 8) & 0xff
    return code == 0 ? nil : .exit(code)
  }
}
