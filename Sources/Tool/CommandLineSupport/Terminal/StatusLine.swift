#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A status line on standard error that is updated in place; prints nothing unless standard error is a
/// terminal.
package struct StatusLine: Sendable {
  /// A part of the line, which is shown in full or not at all.
  package struct Part {
    var text: String
    /// The rank: if there is too little space, parts with the highest rank are dropped first.
    var rank: Int

    package init(_ text: String, rank: Int) {
      self.text = text
      self.rank = rank
    }
  }

  package init() {}

  /// Whether standard error is a terminal.
  package static let isWatched = isatty(STDERR_FILENO) == 1

  /// The number of columns for text: one less than the terminal has, since some terminals wrap a full line.
  package static var width: Int { max(1, (Terminal.columns(of: STDERR_FILENO) ?? 80) - 1) }

  /// Returns as many of the parts as fit, in their order; those with the highest rank are dropped first.
  package static func text(_ parts: [Part], width: Int) -> String {
    var parts = parts
    func joined() -> String { parts.map(\.text).joined(separator: ", ") }
    while parts.count > 1, joined().count > width {
      let lowestRank = parts.map(\.rank).max()
      parts.removeAll { $0.rank == lowestRank }
    }
    return joined()
  }

  package func show(_ text: String) {
    guard Self.isWatched else { return }
    put("\r\u{1b}[K\(text.printable.prefix(Self.width))")
  }

  package func clear() {
    guard Self.isWatched else { return }
    put("\r\u{1b}[K")
  }

  private func put(_ text: String) {
    _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  }
}
