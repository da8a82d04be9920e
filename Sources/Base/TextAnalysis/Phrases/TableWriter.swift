#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value that is written to a table when a program is built, and read back when it starts.
///
/// Reading files of phrases takes a second; their tables hold the same data as arrays of numbers, which are copied.
package protocol TableValue {
  /// Reads a value that ``write(to:)`` wrote.
  init(from table: inout TableReader) throws(TableDamage)
  /// Appends the value to a table.
  func write(to table: inout TableWriter)
}

/// The error for a table that cannot be read.
package struct TableDamage: Error, CustomStringConvertible {
  package init() {}

  package var description: String {
    "the tables that were built into this program cannot be read; rebuild it"
  }
}

/// Writes values as bytes, in native byte order.
package struct TableWriter {
  private var bytes: [UInt8] = []

  package init() {}

  /// The table as bytes, for a file.
  package var contents: [UInt8] { bytes }

  /// The table in base64, for a source file.
  package var base64: String { Data(bytes).base64EncodedString() }

  package mutating func write(_ number: Int) {
    withUnsafeBytes(of: Int64(number)) { bytes.append(contentsOf: $0) }
  }

  package mutating func write(_ number: Double) {
    write(Int(bitPattern: UInt(number.bitPattern)))
  }

  package mutating func write(_ numbers: [Int32]) {
    write(numbers.count)
    numbers.withUnsafeBytes { bytes.append(contentsOf: $0) }
  }

  package mutating func write(_ numbers: [Float]) {
    write(numbers.map { Int32(bitPattern: $0.bitPattern) })
  }

  package mutating func write(_ bytes: [UInt8]) {
    write(bytes.count)
    self.bytes += bytes
  }

  package mutating func write(_ text: String) {
    write(Array(text.utf8))
  }

  package mutating func write(_ texts: [String]) {
    write(texts.map { Int32($0.utf8.count) })
    write(texts.joined())
  }

  package mutating func write(_ values: [some TableValue]) {
    write(values.count)
    for value in values { value.write(to: &self) }
  }

  /// Writes values of which many are equal: each distinct value is written once.
  package mutating func writeShared<Value: TableValue & Hashable>(_ values: [Value]) {
    var known: [Value: Int32] = [:]
    var different: [Value] = []
    var numbers: [Int32] = []
    for value in values {
      let number = known[value] ?? Int32(different.count)
      if known.updateValue(number, forKey: value) == nil { different.append(value) }
      numbers.append(number)
    }
    write(different)
    write(numbers)
  }
}
