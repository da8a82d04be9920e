/// A text file in memory with an index of its line starts.
///
/// Parsers work on bytes and byte offsets; an offset is converted to a line and a column only when a place is
/// reported.
public struct SourceFile: Sendable {
  /// The path that diagnostics show.
  public let path: String
  /// The unmodified content of the file.
  public let bytes: [UInt8]
  private let lineStarts: [Int]

  /// Creates a file from its content and indexes its lines.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    var starts = [0]
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(offset + 1)
    }
    lineStarts = starts
  }

  /// Creates a file from the UTF-8 bytes of a string.
  public init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  /// Returns the location of a byte offset; an offset outside the file is clamped to its start or end.
  public func location(at offset: Int) -> SourceLocation {
    let offset = min(max(offset, 0), bytes.count)
    var low = 0
    var high = lineStarts.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    let isScalarStart = { (byte: UInt8) in byte & 0b1100_0000 != 0b1000_0000 }
    let column = bytes[lineStarts[low]..<offset].count(where: isScalarStart) + 1
    return SourceLocation(file: path, line: low + 1, column: column)
  }

  /// Returns the text of a line without its line ending; lines start at 1. Nil if there is no such line.
  public func line(_ number: Int) -> String? {
    guard number >= 1, number <= lineStarts.count else { return nil }
    let start = lineStarts[number - 1]
    let end = number < lineStarts.count ? lineStarts[number] - 1 : bytes.count
    var slice = bytes[start..<max(start, end)]
    if slice.last == UInt8(ascii: "\r") { slice = slice.dropLast() }
    return String(decoding: slice, as: UTF8.self)
  }

  /// The offset of the first byte that is not valid UTF-8; nil if all of it is.
  public var firstInvalidByte: Int? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): offset += UTF8.width(scalar)
      case .emptyInput: return nil
      case .error: return offset
      }
    }
  }
}
