/// A text file in memory with an index of its line starts.
///
/// Parsers work on bytes and byte offsets; an offset is converted to a line and a column only when a place is
/// reported.
public struct SourceFile: Sendable {
  /// The path that diagnostics show.
  public let path: String
  /// The content of the file, without a byte order mark.
  public let bytes: [UInt8]
  /// Whether errors may quote the file. Requests and profiles contain what people wrote, which does not belong in logs.
  public let isQuoted: Bool
  /// Whether members and words that a form does not have are left out instead of being errors: in what a newer program
  /// sends to an older one.
  package var allowsUnknown = false
  let lineStarts: [Int]
  /// For each block of bytes, how many of all bytes before it continue a scalar; empty if the file is ASCII. With
  /// it, a place in a line of megabytes costs no more than any other.
  private let continuationsBefore: [Int]

  private static let blockSize = 1024

  /// Creates a file from its content and indexes its lines. Errors in a file that is not quoted tell the kind and the
  /// place of the problem only.
  public init(path: String, bytes: [UInt8], isQuoted: Bool = true) {
    self.path = path
    self.isQuoted = isQuoted
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    let bytes = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
    self.bytes = bytes
    var starts = [0]
    var continuations = 0
    var table: [Int] = []
    for (offset, byte) in bytes.enumerated() {
      if offset % Self.blockSize == 0 { table.append(continuations) }
      if byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
      if byte.continuesScalar { continuations += 1 }
    }
    lineStarts = starts
    continuationsBefore = continuations == 0 ? [] : table
  }

  /// Creates a file from the UTF-8 bytes of a string.
  public init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  /// Returns the location of a byte offset; an offset outside the file is clamped to its start or end.
  public func location(at offset: Int) -> FileLocation {
    let offset = min(max(offset, 0), bytes.count)
    var low = 0
    var high = lineStarts.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    let start = lineStarts[low]
    let continuations = continuations(before: offset) - continuations(before: start)
    return FileLocation(file: path, line: low + 1, column: offset - start - continuations + 1)
  }

  private func continuations(before offset: Int) -> Int {
    guard !continuationsBefore.isEmpty else { return 0 }
    let block = min(offset / Self.blockSize, continuationsBefore.count - 1)
    let rest = bytes[(block * Self.blockSize)..<offset]
    return continuationsBefore[block] + rest.count(where: \.continuesScalar)
  }

  /// Returns the text of a line without its line ending; lines start at 1. Nil if there is no such line.
  public func line(_ number: Int) -> String? {
    bounds(ofLine: number).map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  /// Returns where a line is, without its line ending; nil if there is no such line.
  func bounds(ofLine number: Int) -> Range<Int>? {
    guard number >= 1, number <= lineStarts.count else { return nil }
    let start = lineStarts[number - 1]
    var end = number < lineStarts.count ? lineStarts[number] - 1 : bytes.count
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return start..<max(start, end)
  }

  /// Returns the offset of a scalar of a line, counted from 0; the end of the line if it is shorter.
  func offset(ofScalar count: Int, in line: Range<Int>) -> Int {
    guard !continuationsBefore.isEmpty else {
      return min(max(line.lowerBound + count, line.lowerBound), line.upperBound)
    }
    let base = line.lowerBound - continuations(before: line.lowerBound)
    // The last block that starts no later than the scalar.
    var low = line.lowerBound / Self.blockSize
    var high = line.upperBound / Self.blockSize
    while low < high {
      let middle = (low + high + 1) / 2
      let start = middle * Self.blockSize
      if start - continuations(before: start) - base <= count {
        low = middle
      } else {
        high = middle - 1
      }
    }
    var offset = max(line.lowerBound, low * Self.blockSize)
    var remaining = count - (offset - continuations(before: offset) - base)
    while offset < line.upperBound {
      if !bytes[offset].continuesScalar {
        if remaining <= 0 { break }
        remaining -= 1
      }
      offset += 1
    }
    return offset
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

extension UInt8 {
  /// Whether this byte of UTF-8 continues a scalar.
  var continuesScalar: Bool { self & 0b1100_0000 == 0b1000_0000 }
}
