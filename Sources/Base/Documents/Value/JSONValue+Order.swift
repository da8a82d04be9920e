extension JSONValue {
  /// Returns whether a number is less than another; false for values that are not numbers.
  ///
  /// Integers are compared exactly: as doubles, those from 2^53 on would equal their neighbours.
  package func isLess(than other: JSONValue) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left < right
    case (.integer(let left), .number(let right)): Self.isLess(left, than: right)
    case (.number(let left), .integer(let right)): Self.isLess(left, than: right)
    case (.number(let left), .number(let right)): left < right
    default: false
    }
  }

  private static func isLess(_ whole: Int, than number: Double) -> Bool {
    // Below an integer of 64 bits no whole part of a double is lost.
    guard let floor = Int(exactly: number.rounded(.down)) else { return number > 0 }
    return whole < floor || whole == floor && number != number.rounded(.down)
  }

  private static func isLess(_ number: Double, than whole: Int) -> Bool {
    guard let ceiling = Int(exactly: number.rounded(.up)) else { return number < 0 }
    return ceiling < whole || ceiling == whole && number != number.rounded(.up)
  }
}
