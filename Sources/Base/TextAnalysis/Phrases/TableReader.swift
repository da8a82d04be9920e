#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads values in the order in which a ``TableWriter`` wrote them.
package struct TableReader {
  private let bytes: [UInt8]
  private var position = 0

  /// Creates a reader of the bytes of a table.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Creates a reader of a table in base64.
  package init(base64: String) throws(TableDamage) {
    guard let data = Data(base64Encoded: base64) else { throw TableDamage() }
    bytes = Array(data)
  }

  package var isAtEnd: Bool { position == bytes.count }

  package mutating func number() throws(TableDamage) -> Int {
    let range = try next(8)
    return Int(bytes[range].withUnsafeBytes { $0.loadUnaligned(as: Int64.self) })
  }

  package mutating func double() throws(TableDamage) -> Double {
    Double(bitPattern: UInt64(UInt(bitPattern: try number())))
  }

  package mutating func numbers() throws(TableDamage) -> [Int32] {
    let count = try number()
    let (size, isTooLong) = count.multipliedReportingOverflow(by: MemoryLayout<Int32>.size)
    guard !isTooLong else { throw TableDamage() }
    let range = try next(size)
    return [Int32](unsafeUninitializedCapacity: count) { numbers, initialized in
      bytes[range].withUnsafeBytes { UnsafeMutableRawBufferPointer(numbers).copyMemory(from: $0) }
      initialized = count
    }
  }

  package mutating func floats() throws(TableDamage) -> [Float] {
    try numbers().map { Float(bitPattern: UInt32(bitPattern: $0)) }
  }

  package mutating func byteArray() throws(TableDamage) -> [UInt8] {
    Array(bytes[try next(try number())])
  }

  package mutating func text() throws(TableDamage) -> String {
    String(decoding: try byteArray(), as: UTF8.self)
  }

  package mutating func texts() throws(TableDamage) -> [String] {
    let lengths = try numbers()
    let range = try next(try number())
    var start = range.lowerBound
    var texts: [String] = []
    texts.reserveCapacity(lengths.count)
    for length in lengths {
      let end = start + Int(length)
      guard length >= 0, end <= range.upperBound else { throw TableDamage() }
      texts.append(String(decoding: bytes[start..<end], as: UTF8.self))
      start = end
    }
    return texts
  }

  package mutating func values<Value: TableValue>() throws(TableDamage) -> [Value] {
    let count = try number()
    guard count >= 0 else { throw TableDamage() }
    var values: [Value] = []
    for _ in 0..<count { values.append(try Value(from: &self)) }
    return values
  }

  /// Reads values that were written with ``TableWriter/writeShared(_:)``.
  package mutating func sharedValues<Value: TableValue>() throws(TableDamage) -> [Value] {
    let different: [Value] = try values()
    let numbers = try numbers()
    var values: [Value] = []
    values.reserveCapacity(numbers.count)
    for number in numbers {
      guard different.indices.contains(Int(number)) else { throw TableDamage() }
      values.append(different[Int(number)])
    }
    return values
  }

  /// Reads a case of an enumeration by its raw value.
  package mutating func choice<Choice: RawRepresentable<String>>() throws(TableDamage) -> Choice {
    guard let choice = Choice(rawValue: try text()) else { throw TableDamage() }
    return choice
  }

  private mutating func next(_ count: Int) throws(TableDamage) -> Range<Int> {
    guard count >= 0, count <= bytes.count - position else { throw TableDamage() }
    defer { position += count }
    return position..<(position + count)
  }
}

extension TableValue {
  /// The value as a table in base64, for a source file.
  package var base64: String {
    var table = TableWriter()
    write(to: &table)
    return table.base64
  }

  /// The value as the bytes of a file.
  package var tableBytes: [UInt8] {
    var table = TableWriter()
    write(to: &table)
    return table.contents
  }

  /// Reads a value from the whole of a table in base64.
  package init(base64: String) throws(TableDamage) {
    try self.init(whole: try TableReader(base64: base64))
  }

  /// Reads a value from the bytes of a file.
  package init(tableBytes: [UInt8]) throws(TableDamage) {
    try self.init(whole: TableReader(tableBytes))
  }

  private init(whole: TableReader) throws(TableDamage) {
    var table = whole
    try self.init(from: &table)
    guard table.isAtEnd else { throw TableDamage() }
  }
}
