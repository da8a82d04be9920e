/// Consecutive ranges of numbers, each of which begins where the previous one ends.
struct PackedRanges: Sendable {
  private var starts: [Int32] = [0]

  var count: Int { starts.count - 1 }

  /// The end of the last range.
  var end: Int { Int(starts[count]) }

  /// Appends a range of the given length.
  mutating func append(count: Int) {
    starts.append(starts[self.count] + Int32(count))
  }

  subscript(range: Int) -> Range<Int> { Int(starts[range])..<Int(starts[range + 1]) }
}

/// Lists of numbers, stored in one contiguous array.
///
/// Thousands of short arrays would each be allocated when a program starts; one array of numbers is copied at once.
package struct PackedLists: Sendable {
  private var ranges = PackedRanges()
  /// The numbers of all lists, one list after the other.
  package private(set) var numbers: [Int32] = []

  package init(_ lists: [[Int32]] = []) {
    for list in lists { append(list) }
  }

  package var count: Int { ranges.count }

  package mutating func append(_ list: some Collection<Int32>) {
    numbers.append(contentsOf: list)
    ranges.append(count: list.count)
  }

  /// Returns the range of a list in ``numbers``.
  package func range(of list: Int) -> Range<Int> { ranges[list] }

  package subscript(list: Int) -> ArraySlice<Int32> { numbers[ranges[list]] }
}

extension PackedRanges: TableValue {
  func write(to table: inout TableWriter) { table.write(starts) }

  init(from table: inout TableReader) throws(TableDamage) {
    starts = try table.numbers()
    guard starts.first == 0, Self.isOrdered(starts) else { throw TableDamage() }
  }

  /// Written as a loop because a debug build takes fifty times as long for a chain of sequences.
  private static func isOrdered(_ starts: [Int32]) -> Bool {
    starts.withUnsafeBufferPointer { starts in
      var position = 1
      while position < starts.count {
        if starts[position] < starts[position - 1] { return false }
        position += 1
      }
      return true
    }
  }
}

extension PackedLists: TableValue {
  package func write(to table: inout TableWriter) {
    ranges.write(to: &table)
    table.write(numbers)
  }

  package init(from table: inout TableReader) throws(TableDamage) {
    ranges = try PackedRanges(from: &table)
    numbers = try table.numbers()
    guard ranges.end == numbers.count else { throw TableDamage() }
  }
}
