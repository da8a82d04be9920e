#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What can be laid down in a table when a program is built, and read back when it starts.
///
/// Reading files of phrases takes a second; their tables hold the same as rows of numbers, which are copied.
package protocol TableValue {
  /// Reads what ``write(to:)`` has written.
  init(from table: inout TableReader) throws(TableDamage)
  /// Adds the value to a table.
  func write(to table: inout TableWriter)
}

/// A table that cannot be read.
package struct TableDamage: Error, CustomStringConvertible {
  package init() {}

  package var description: String {
    "the tables that were built into this program cannot be read; build it anew"
  }
}

/// Writes values in a row of bytes, in the byte order of the machine.
package struct TableWriter {
  private var bytes: [UInt8] = []

  package init() {}

  /// The table as text that a source file can hold.
  package var base64: String { Data(bytes).base64EncodedString() }

  package mutating func write(_ number: Int) {
    withUnsafeBytes(of: Int64(number)) { bytes.append(contentsOf: $0) }
  }

  package mutating func write(_ number: Double) {
    write(Int(bitPattern: UInt(number.bitPattern)))
  }

  /// Numbers in a row.
  package mutating func write(_ numbers: [Int32]) {
    write(numbers.count)
    numbers.withUnsafeBytes { bytes.append(contentsOf: $0) }
  }

  package mutating func write(_ text: String) {
    let text = Array(text.utf8)
    write(text.count)
    bytes += text
  }

  package mutating func write(_ texts: [String]) {
    write(texts.map { Int32($0.utf8.count) })
    write(texts.joined())
  }

  package mutating func write(_ values: [some TableValue]) {
    write(values.count)
    for value in values { value.write(to: &self) }
  }

  /// Values many of which are alike: each different one is written once.
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
