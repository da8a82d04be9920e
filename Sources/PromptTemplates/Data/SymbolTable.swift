/// Names as small numbers, so that rendering compares numbers.
struct SymbolTable: Sendable {
  private(set) var names: [String] = []
  /// For each name what it means on a list: a position, ``length``, or ``noElement``.
  private(set) var elements: [Int32] = []
  private var numbers: [String: Int32] = [:]

  static let length: Int32 = -2
  static let noElement: Int32 = -1

  /// The number of a name, given out on first sight.
  mutating func number(of name: String) -> Int32 {
    if let number = numbers[name] { return number }
    let number = Int32(names.count)
    names.append(name)
    let isPosition = name.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let position = isPosition ? Int32(name) ?? Self.noElement : Self.noElement
    elements.append(name == "length" ? Self.length : position)
    numbers[name] = number
    return number
  }

  /// The number of a name that a template uses, or nil when none does.
  func existing(_ name: String) -> Int32? { numbers[name] }
}
