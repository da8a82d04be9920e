#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One run of a program, from its input to its output, after which no process of its group is left.
///
/// Blocks the thread that it runs on, which must be a dedicated one (``GraderCommands`` has them): it blocks that
/// thread's signals, so that a program that does not read its input cannot end this process.
struct ProgramRun {
  /// The reason why a run failed.
  enum Failure: Error, Equatable {
    /// The program could not be started; the system's error number.
    case notStarted(Int32)
    /// The program did not end within its timeout.
    case timeout
    /// The caller cancelled the run.
    case cancelled
    /// The program wrote more than ``ProgramRun/maximumOutput``.
    case tooMuchOutput
    /// The program exited with a nonzero code.
    case exit(Int32)
    /// The program was terminated by a signal.
    case signal(Int32)
  }

  /// The output of a run, and its failure if it failed.
  struct Outcome {
    var output: [UInt8] = []
    /// The end of the program's error output.
    var errors: [UInt8] = []
    var failure: Failure?
  }

  /// The maximum size of the standard output, in bytes.
  static let maximumOutput = 1_048_576
  private static let maximumErrors = 2_048
  /// The interval, in milliseconds, at which the end of the program and cancellation are checked.
  ///
  /// Output wakes the thread at once.
  private static let pause: Int32 = 20

  let command: GraderCommandLine
  let input: [UInt8]
  let now: () -> ContinuousClock.Instant
  /// Polled while the program runs; `true` terminates it.
  let isCancelled: () -> Bool

  /// Runs the program until it ends or times out.
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
    let failure = exchange(over: pipes, with: process, into: &outcome)
    // Kill the group before reaping its leader: until then no other group can get its number.
    kill(-process, SIGKILL)
    let status = Self.reap(process)
    outcome.failure = failure ?? Self.failure(of: status)
    return outcome
  }

  /// Writes input and reads output until the program has ended and its pipes are drained.
  private func exchange(
    over pipes: ProgramPipes, with process: pid_t, into outcome: inout Outcome
  ) -> Failure? {
    let end = now() + .seconds(command.seconds)
    var written = 0
    var hasEnded = false
    while true {
      if written == input.count { pipes.closeInput() }
      // One more pass after the end reads all that the program has written.
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
        // The program closed its pipes and continues, so `poll` has nothing to wait for.
        usleep(useconds_t(Self.pause) * 1000)
      }
    }
  }

  /// Returns whether the program has ended, without reaping it, so that its process number stays taken.
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
