#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The three pipes between this process and a program.
final class ProgramPipes {
  private(set) var childInput: Int32 = -1
  private(set) var childOutput: Int32 = -1
  private(set) var childErrors: Int32 = -1
  private var input: Int32 = -1
  private var output: Int32 = -1
  private var errors: Int32 = -1

  /// Nil when the process has no descriptors left; `errno` says why.
  init?() {
    guard Self.open(&childInput, &input), Self.open(&output, &childOutput),
      Self.open(&errors, &childErrors)
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

  /// A pipe that no other program inherits: ``ProgramStart`` starts none between the two steps.
  private static func open(_ reading: inout Int32, _ writing: inout Int32) -> Bool {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return false }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
    return true
  }

  /// Whether the program can still write something.
  var isOpen: Bool { output >= 0 || errors >= 0 }

  /// Waits until something can be read or written, at most so long. Returns whether the program takes input,
  /// or never will.
  func wait(milliseconds: Int32) -> Bool {
    var entries = [
      pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
    ]
    // An entry below 0 is passed over.
    _ = poll(&entries, nfds_t(entries.count), milliseconds)
    return input >= 0 && entries[0].revents != 0
  }

  /// Writes as much as fits; false when nobody reads it.
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

  /// Reads what is there.
  func readOutput(into bytes: inout [UInt8], atMost limit: Int) {
    while output >= 0, bytes.count < limit {
      switch Self.read(output, into: &bytes) {
      case .some: continue
      case .nothing: return
      case .end: Self.close(&output)
      }
    }
  }

  /// Reads what is there, and keeps the end of it.
  func readErrors(into bytes: inout [UInt8], keeping limit: Int) {
    // A program that writes without pause must not keep the rest waiting.
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

  /// Ends the program's input.
  func closeInput() { Self.close(&input) }

  /// Closes the ends that the program has now.
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
