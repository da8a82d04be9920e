#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One line on standard error that is written over; nothing where nobody watches.
struct StatusLine: Sendable {
  private static let isWatched = isatty(STDERR_FILENO) == 1

  func show(_ text: String) {
    guard Self.isWatched else { return }
    put("\r\u{1b}[K\(text.printable.prefix(Terminal.width - 1))")
  }

  func clear() {
    guard Self.isWatched else { return }
    put("\r\u{1b}[K")
  }

  private func put(_ text: String) {
    _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  }
}
