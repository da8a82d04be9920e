import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Standard input and output, and what the terminal supports.
package enum Terminal {
  /// Whether output is coloured: on a terminal, unless `NO_COLOR` is set (no-color.org).
  package static let hasColours = isatty(STDOUT_FILENO) == 1 && getenv("NO_COLOR") == nil

  /// Whether input is typed, as opposed to read from a file or pipe.
  package static let isInteractive = isatty(STDIN_FILENO) == 1

  /// The width for wrapped text: that of the terminal, limited to 60 to 100 columns; 100 if it is unknown.
  package static var width: Int {
    var size = winsize()
    let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? min(max(Int(size.ws_col), 60), 100) : 100
  }

  /// Prints text without a line break and without buffering, and without characters that control a terminal other than
  /// the colours of ``Swift/String/inked(_:)``.
  ///
  /// If the output cannot be written, this is reported once, and the process will exit with code 1. It carries
  /// on until then, since its work does not depend on a reader.
  package static func show(_ text: String) {
    do throws(CommandError) {
      try send(text.printableInColour)
    } catch {
      let isFirst = hasFailed.withLock { hasFailed in
        defer { hasFailed = true }
        return !hasFailed
      }
      guard isFirst else { return }
      printError("error: \(error.message)\n  → \(error.hint)")
      atexit { _exit(1) }
    }
  }

  private static let hasFailed = Mutex(false)

  /// Writes to standard output without buffering. Throws a ``CommandError`` if it cannot be written.
  ///
  /// A closed pipe is not an error: this is how `head` ends the commands before it.
  package static func send(_ text: String) throws(CommandError) {
    var text = text
    let reason = text.withUTF8 { bytes -> Int32 in
      var rest = UnsafeRawBufferPointer(bytes)[...]
      while !rest.isEmpty {
        let count = write(
          STDOUT_FILENO, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count > 0 {
          rest = rest.dropFirst(count)
        } else if count < 0, errno == EAGAIN {
          // Standard output may be in non-blocking mode, which is inherited from the parent process.
          var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
          poll(&output, 1, -1)
        } else if count == 0 || errno != EINTR {
          return count == 0 ? EIO : errno
        }
      }
      return 0
    }
    guard reason == 0 || reason == EPIPE else {
      throw CommandError.unwritable("standard output", reason: reason)
    }
  }

  /// Reads standard input to its end.
  package static func readAll() -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = read(STDIN_FILENO, &buffer, buffer.count), count > 0 {
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Prints a line to standard output without buffering.
  ///
  /// Swift's own `print` ignores write errors.
  package static func print(_ text: String, terminator: String = "\n") {
    show(text + terminator)
  }

  /// Prints a line to standard error.
  package static func printError(_ text: String) {
    fflush(nil)
    _ = (text.printable + "\n").withCString { write(STDERR_FILENO, $0, strlen($0)) }
  }
}

extension String {
  /// The text without characters that control a terminal, other than tab and line feed.
  ///
  /// The output of models and servers and the contents of files are untrusted. For text to be examined, ``revealed``
  /// shows what is left out here.
  package var printable: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.filter { scalar in
          scalar == "\t" || scalar == "\n" || !scalar.steersTerminals
        }))
  }

  /// The text of a table's cell: as ``printable``, but with the colours that ``inked(_:)`` has added.
  package var printableInColour: String {
    split(separator: "\u{1b}", omittingEmptySubsequences: false).enumerated().map {
      position, part in
      guard position > 0 else { return String(part).printable }
      let code = part.prefix { $0.isNumber || $0 == "[" || $0 == ";" }
      let isColour = code.first == "[" && part.dropFirst(code.count).first == "m"
      return (isColour ? "\u{1b}" : "") + String(part).printable
    }.joined()
  }

  package enum Ink: String {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case boldRed = "1;31"
    case green = "32"
    case yellow = "33"
    case cyan = "36"
    case magenta = "35"
    case struckRed = "9;31"
    case boldGreen = "1;32"
  }

  /// Returns the text in a colour if the terminal has colours.
  package func inked(_ ink: Ink) -> String {
    Terminal.hasColours ? "\u{1b}[\(ink.rawValue)m\(self)\u{1b}[0m" : self
  }
}
