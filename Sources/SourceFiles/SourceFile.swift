/// A text file in memory, with its line starts known.
///
/// Parsers work on the bytes; only when something must be said about a place is an offset turned
/// into a line and a column.
public struct SourceFile: Sendable {
  /// The path used in messages.
  public let path: String
  /// The content as it is on disk.
  public let bytes: [UInt8]
  private let lineStarts: [Int]

  /// Creates a file from its content.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    var starts = [0]
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(offset + 1)
    }
    lineStarts = starts
  }

  /// Creates a file from a string.
  public init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  /// The location of a byte offset; an offset past the end is the end.
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

  /// The text of a line, from 1, without its line ending; nil when there is no such line.
  public func line(_ number: Int) -> String? {
    guard number >= 1, number <= lineStarts.count else { return nil }
    let start = lineStarts[number - 1]
    let end = number < lineStarts.count ? lineStarts[number] - 1 : bytes.count
    var slice = bytes[start..<max(start, end)]
    if slice.last == UInt8(ascii: "\r") { slice = slice.dropLast() }
    return String(decoding: slice, as: UTF8.self)
  }

  /// The file's first byte that is not valid UTF-8, or nil when all of it is.
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
