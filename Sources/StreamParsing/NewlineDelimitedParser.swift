/// Reads values that stand one a line (NDJSON, JSON Lines) from bytes in any split.
///
/// Lines end with LF or CRLF; empty ones are passed over, since some servers send them to keep a
/// connection alive.
public struct NewlineDelimitedParser: Sendable {
  /// The stream holds a line larger than the parser agreed to keep.
  public struct LineTooLarge: Error, Sendable, Hashable {
    /// The limit that was passed, in bytes.
    public let limit: Int
  }

  private let limit: Int
  private var bytes: [UInt8] = []
  private var lineStart = 0
  /// Up to here there is no line end in the unfinished line.
  private var scanned = 0

  /// Creates a parser that keeps at most `limit` bytes of an unfinished line.
  public init(limit: Int = 16 << 20) {
    self.limit = limit
  }

  /// Adds the next bytes of the stream.
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

  /// The next whole line without its end, or nil when more bytes are needed for one. Let go of it
  /// before more bytes are appended.
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

  /// The last line, when the stream ended without ending it; nil when nothing is left.
  public mutating func finish() -> ArraySlice<UInt8>? {
    defer { lineStart = bytes.count }
    return content(lineStart..<bytes.count)
  }

  private func content(_ line: Range<Int>) -> ArraySlice<UInt8>? {
    let content = bytes[line].last == UInt8(ascii: "\r") ? bytes[line].dropLast() : bytes[line]
    return content.isEmpty ? nil : content
  }
}
