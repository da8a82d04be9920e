package import Documents

/// The numbers and dates of a JSON value, and the values at which arithmetic with them goes wrong.
package struct FigureChange {
  private enum Step {
    case member(String)
    case item(Int)
  }

  private let value: JSONValue
  private var sites: [[Step]] = []
  /// The sites of dates.
  package private(set) var dates: [Int] = []

  /// Finds all numbers and dates of a value.
  package init(_ value: JSONValue) {
    self.value = value
    collect(value, at: [])
  }

  /// The ends of what our forms allow, which are tried more often, and the ends of what types and calendars hold.
  private static let numbers: [JSONValue] = [
    0, 1, 2, .integer(1 << 31), .integer(1 << 40), .number(253_402_300_799),
    .number(253_402_214_400), .number(0.5),
    -1, .integer((1 << 40) + 1), .integer(1 << 53), .integer(.max), .integer(.min), .number(1e18),
    .number(1e19), .number(.greatestFiniteMagnitude), .number(-.greatestFiniteMagnitude),
    .number(.leastNonzeroMagnitude), .number(253_402_300_800), .number(-62_135_596_800),
  ]

  private static let dates: [JSONValue] = [
    "9999-12-31", "9999-12-01", "9999-11-30", "0001-01-01", "0001-01-31", "9999-12-25",
    "2024-02-29", "9999-01-01", "9998-12-31", "0001-12-31", "1970-01-01",
  ]

  /// The number of extreme values of every number and date, and of those that many members may have.
  package static let (extremes, allowedExtremes) = (numbers.count, 8)

  /// Returns the value with some of its numbers and dates replaced; the numbers of both wrap around.
  package func changed(_ changes: [(site: Int, extreme: Int)]) -> JSONValue {
    guard !sites.isEmpty else { return value }
    return changes.reduce(value) { value, change in
      Self.replaced(in: value, at: sites[change.site % sites.count][...], change.extreme)
    }
  }

  private mutating func collect(_ value: JSONValue, at path: [Step]) {
    switch value {
    case .object(let object):
      // Another version of a form is refused at once.
      for (name, part) in object where name != "v" { collect(part, at: path + [.member(name)]) }
    case .array(let items):
      for (index, item) in items.enumerated() { collect(item, at: path + [.item(index)]) }
    case .integer, .number: sites.append(path)
    case .string(let text) where Self.isDate(text):
      dates.append(sites.count)
      sites.append(path)
    default: break
    }
  }

  private static func isDate(_ text: String) -> Bool {
    text.utf8.count == 10 && text.split(separator: "-").map(\.count) == [4, 2, 2]
  }

  private static func replaced(
    in value: JSONValue, at path: ArraySlice<Step>, _ extreme: Int
  ) -> JSONValue {
    switch (path.first, value) {
    case (.member(let name)?, .object(var object)):
      object[name] = object[name].map { replaced(in: $0, at: path.dropFirst(), extreme) }
      return .object(object)
    case (.item(let index)?, .array(var items)):
      items[index] = replaced(in: items[index], at: path.dropFirst(), extreme)
      return .array(items)
    default:
      let values = value.string == nil ? numbers : dates
      return values[extreme % values.count]
    }
  }
}
