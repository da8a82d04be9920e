#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Terminal {
  /// The number of columns of standard output; nil if it is not a terminal, so that lines are not limited.
  package static var columns: Int? { columns(of: STDOUT_FILENO) }

  /// Returns the number of columns of a terminal; nil if the descriptor is not a terminal, or its width is
  /// unknown.
  package static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    let isKnown =
      isatty(descriptor) == 1 && ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : nil
  }
}
