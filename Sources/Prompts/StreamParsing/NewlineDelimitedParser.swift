/// Parses newline-delimited values (NDJSON, JSON Lines) from bytes in arbitrary chunks.
///
/// Lines end with LF or CRLF. Empty lines are skipped, because some servers send them to keep a connection alive.
public struct NewlineDelimitedParser: Sendable {
  /// A line exceeds the parser's limit.
  public struct LineTooLarge: Error, Sendable, Hashable {
    /// The limit in bytes.
    public let limit: Int
  }

  private let limit: Int
  private var bytes: [UInt8] = []
  private var lineStart = 0
  /// The unfinished line is known to contain no line end before this index.
  private var scanned = 0

  /// Creates a parser that buffers at most `limit` bytes of one line, 16 MiB by default.
  public init(limit: Int = 16 << 20) {
    self.limit = limit
  }

  /// Appends the next bytes of the stream.
  public mutating func append(_ more: some Collection<UInt8>) {
    if lineStart == bytes.count {
      bytes.removeAll(keepingCapacity: true)
    } else {
      bytes.removeFirst(lineStart)
    }
    scanned -= lineStart
    lineStart = 0
    bytes.append(contentsOf: more)
  }

  /// Returns the next complete line without its line end, or nil if more bytes are needed.
  ///
  /// Release the line before appending more bytes: the parser must otherwise copy its buffer.
  public mutating func next() throws(LineTooLarge) -> ArraySlice<UInt8>? {
    while let end = bytes[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
      guard end - lineStart <= limit else { throw LineTooLarge(limit: limit) }
      let line = lineStart..<end
      lineStart = end + 1
      scanned = lineStart
      if let content = content(line) { return content }
    }
    scanned = bytes.count
    guard bytes.count - lineStart <= limit else { throw LineTooLarge(limit: limit) }
    return nil
  }

  /// Returns the last line if the stream ended without a line end; nil if nothing is left.
  public mutating func finish() -> ArraySlice<UInt8>? {
    defer { lineStart = bytes.count }
    return content(lineStart..<bytes.count)
  }

  private func content(_ line: Range<Int>) -> ArraySlice<UInt8>? {
    let content = bytes[line].last == UInt8(ascii: "\r") ? bytes[line].dropLast() : bytes[line]
    return content.isEmpty ? nil : content
  }
}
