/// Ranges of numbers that follow on each other: where each one begins is where the one before it ends.
struct PackedRanges: Sendable {
  private var starts: [Int32] = [0]

  /// How many there are.
  var count: Int { starts.count - 1 }

  /// Where the last one ends.
  var end: Int { Int(starts[count]) }

  /// Adds a range of so many numbers behind the last one.
  mutating func append(count: Int) {
    starts.append(starts[self.count] + Int32(count))
  }

  /// The numbers of a range.
  subscript(range: Int) -> Range<Int> { Int(starts[range])..<Int(starts[range + 1]) }
}

/// Lists of numbers, one behind the other in one row.
///
/// Thousands of short arrays would each be allocated when a program starts; a row of numbers is copied at once.
package struct PackedLists: Sendable {
  private var ranges = PackedRanges()
  /// The numbers of all lists.
  package private(set) var numbers: [Int32] = []

  /// The lists in order.
  package init(_ lists: [[Int32]] = []) {
    for list in lists { append(list) }
  }

  /// How many lists there are.
  package var count: Int { ranges.count }

  /// Adds a list behind the last one.
  package mutating func append(_ list: some Collection<Int32>) {
    numbers.append(contentsOf: list)
    ranges.append(count: list.count)
  }

  /// Where the numbers of a list lie in ``numbers``.
  package func range(of list: Int) -> Range<Int> { ranges[list] }

  /// The numbers of a list.
  package subscript(list: Int) -> ArraySlice<Int32> { numbers[ranges[list]] }
}

extension PackedRanges: TableValue {
  func write(to table: inout TableWriter) { table.write(starts) }

  init(from table: inout TableReader) throws(TableDamage) {
    starts = try table.numbers()
    let isOrdered = zip(starts, starts.dropFirst()).allSatisfy { $0 <= $1 }
    guard starts.first == 0, isOrdered else { throw TableDamage() }
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
