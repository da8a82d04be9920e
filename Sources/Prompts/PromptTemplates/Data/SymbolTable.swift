import Documents

/// Maps names to small integers, so that rendering compares integers.
struct SymbolTable: Sendable {
  private(set) var names: [String] = []
  /// The meaning of each name on a list: an index, ``length``, or ``noElement``.
  private(set) var elements: [Int32] = []
  private var numbers: [ExactText: Int32] = [:]

  static let length: Int32 = -2
  static let noElement: Int32 = -1

  /// Returns the number of a name, assigning one if it is new.
  mutating func number(of name: String) -> Int32 {
    if let number = numbers[ExactText(name)] { return number }
    let number = Int32(names.count)
    names.append(name)
    let isPosition = name.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let position = isPosition ? Int32(name) ?? Self.noElement : Self.noElement
    elements.append(name == "length" ? Self.length : position)
    numbers[ExactText(name)] = number
    return number
  }

  /// Returns the number of a name that a template uses; nil if none does.
  func existing(_ name: String) -> Int32? { numbers[ExactText(name)] }
}
