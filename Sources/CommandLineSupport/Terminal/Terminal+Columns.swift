#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Terminal {
  /// How many columns standard output has; nil where it is no terminal, and has no end.
  package static var columns: Int? { columns(of: STDOUT_FILENO) }

  /// How many columns a terminal has; nil for what is none, and for one that does not say.
  package static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    let isKnown =
      isatty(descriptor) == 1 && ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : nil
  }
}
