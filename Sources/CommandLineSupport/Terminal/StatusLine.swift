#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One line on standard error that is written over; nothing where nobody watches.
package struct StatusLine: Sendable {
  /// Something that is said on the line, whole or not at all.
  package struct Part {
    var text: String
    /// The smaller, the longer it stays where there is little room.
    var rank: Int

    package init(_ text: String, rank: Int) {
      self.text = text
      self.rank = rank
    }
  }

  package init() {}

  private static let isWatched = isatty(STDERR_FILENO) == 1

  /// How much fits on it: a full line would break on some terminals.
  package static var width: Int { max(1, (Terminal.columns(of: STDERR_FILENO) ?? 80) - 1) }

  /// As many parts as fit, in their order; what is least missed goes first.
  package static func text(_ parts: [Part], width: Int) -> String {
    var parts = parts
    func joined() -> String { parts.map(\.text).joined(separator: ", ") }
    while parts.count > 1, joined().count > width {
      let least = parts.map(\.rank).max()
      parts.removeAll { $0.rank == least }
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
