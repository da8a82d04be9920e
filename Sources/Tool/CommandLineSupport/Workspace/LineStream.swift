#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The lines of a file of any size, read in pieces; blank ones are left out.
package struct LineStream: ~Copyable {
  private static let pieceSize = 1 << 18
  private let path: String
  private let descriptor: Int32
  private var piece = [UInt8](repeating: 0, count: pieceSize)
  private var rest: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  /// Opens a file. Throws a ``CommandError`` with the system's reason.
  package init(_ path: String) throws(CommandError) {
    self.path = path
    descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw .unreadable(path, reason: errno) }
  }

  deinit { close(descriptor) }

  /// Returns the next line; nil at the end. Throws a ``CommandError`` if the rest cannot be read.
  package mutating func next() throws(CommandError) -> [UInt8]? {
    while true {
      if let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(rest[start..<end])
        start = end + 1
        if line.contains(where: { !Self.isBlank($0) }) { return line }
        continue
      }
      if isAtEnd {
        let line = Array(rest[start...])
        start = rest.count
        return line.contains { !Self.isBlank($0) } ? line : nil
      }
      rest.removeFirst(start)
      start = 0
      let count = read(descriptor, &piece, piece.count)
      guard count >= 0 else { throw .unreadable(path, reason: errno) }
      if count > 0 { rest += piece[..<count] } else { isAtEnd = true }
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0D].contains(byte) }
}
