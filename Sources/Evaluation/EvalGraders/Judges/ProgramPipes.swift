#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The three pipes between this process and a child process.
final class ProgramPipes {
  private(set) var childInput: Int32 = -1
  private(set) var childOutput: Int32 = -1
  private(set) var childErrors: Int32 = -1
  private var input: Int32 = -1
  private var output: Int32 = -1
  private var errors: Int32 = -1

  /// Opens the pipes; returns `nil` if the process has no descriptors left, with the reason in `errno`.
  init?() {
    guard Self.open(reading: &childInput, writing: &input),
      Self.open(reading: &output, writing: &childOutput),
      Self.open(reading: &errors, writing: &childErrors)
    else {
      let reason = errno
      closeAll()
      errno = reason
      return nil
    }
    for descriptor in [input, output, errors] {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
  }

  /// Opens a pipe that no other program inherits: ``ProgramStart`` starts none between creating it and setting
  /// close-on-exec.
  private static func open(reading: inout Int32, writing: inout Int32) -> Bool {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return false }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
    return true
  }

  /// Whether the program can still write to a pipe.
  var isOpen: Bool { output >= 0 || errors >= 0 }

  /// Waits until something can be read or written, at most for the given time.
  ///
  /// Returns whether a write to the program's input would not block, be it because it succeeds or because it fails.
  func wait(milliseconds: Int32) -> Bool {
    var entries = [
      pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
    ]
    // `poll` ignores entries with a negative descriptor.
    _ = poll(&entries, nfds_t(entries.count), milliseconds)
    return input >= 0 && entries[0].revents != 0
  }

  /// Writes as much as fits; returns `false` if the program has closed its input.
  func write(_ bytes: [UInt8], from written: inout Int) -> Bool {
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { buffer in
        #if canImport(Darwin)
          Darwin.write(input, buffer.baseAddress, buffer.count)
        #elseif canImport(Glibc)
          Glibc.write(input, buffer.baseAddress, buffer.count)
        #else
          Musl.write(input, buffer.baseAddress, buffer.count)
        #endif
      }
      if count > 0 {
        written += count
      } else if count < 0, errno == EINTR {
        continue
      } else {
        return count < 0 && errno == EAGAIN
      }
    }
    return true
  }

  /// Reads the available output, until `bytes` has at least `limit` bytes.
  func readOutput(into bytes: inout [UInt8], atMost limit: Int) {
    while output >= 0, bytes.count < limit {
      switch Self.read(output, into: &bytes) {
      case .some: continue
      case .nothing: return
      case .end: Self.close(&output)
      }
    }
  }

  /// Reads the available error output, keeping only its last `limit` bytes.
  func readErrors(into bytes: inout [UInt8], keeping limit: Int) {
    // Bounded, so that a program that writes without pause does not starve the rest.
    for _ in 0..<64 where errors >= 0 {
      switch Self.read(errors, into: &bytes) {
      case .some: bytes.removeFirst(max(0, bytes.count - limit))
      case .nothing: return
      case .end: Self.close(&errors)
      }
    }
  }

  private enum Reading { case some, nothing, end }

  private static func read(_ descriptor: Int32, into bytes: inout [UInt8]) -> Reading {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      #if canImport(Darwin)
        let count = Darwin.read(descriptor, &buffer, buffer.count)
      #elseif canImport(Glibc)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
      #else
        let count = Musl.read(descriptor, &buffer, buffer.count)
      #endif
      if count > 0 {
        bytes += buffer[..<count]
        return .some
      }
      if count < 0, errno == EINTR { continue }
      return count < 0 && errno == EAGAIN ? .nothing : .end
    }
  }

  func closeInput() { Self.close(&input) }

  /// Closes the child's ends in this process, which the child has inherited.
  func closeChildEnds() {
    Self.close(&childInput)
    Self.close(&childOutput)
    Self.close(&childErrors)
  }

  func closeAll() {
    closeChildEnds()
    Self.close(&input)
    Self.close(&output)
    Self.close(&errors)
  }

  private static func close(_ descriptor: inout Int32) {
    guard descriptor >= 0 else { return }
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #elseif canImport(Glibc)
      _ = Glibc.close(descriptor)
    #else
      _ = Musl.close(descriptor)
    #endif
    descriptor = -1
  }
}
