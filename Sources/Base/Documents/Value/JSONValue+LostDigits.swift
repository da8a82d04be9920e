/// Whole numbers beyond 64 bits are kept as `Double`, which has about 16 digits. Reading them must not fail, since they
/// stand in much of what servers send and nobody uses; where a number matters, it is better refused than changed.
extension JSONValue {
  /// The whole numbers in the value that no `Int` holds, without their signs.
  package var magnitudesBeyondInt: [Double] {
    switch self {
    case .number(let value):
      value.magnitude >= 0x1p63 && value.magnitude.rounded() == value.magnitude
        ? [value.magnitude] : []
    case .array(let elements): elements.flatMap(\.magnitudesBeyondInt)
    case .object(let members): members.flatMap { $0.value.magnitudesBeyondInt }
    default: []
    }
  }

  /// The JSON pointer of the first number that is written with other digits than it was read from, or may be; nil if
  /// there is none.
  package var pointerToLostDigits: String? {
    switch self {
    case .number(let value): return Self.mayHaveLostDigits(value) ? "" : nil
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        if let rest = element.pointerToLostDigits { return "/\(index)\(rest)" }
      }
      return nil
    case .object(let members):
      for (name, value) in members {
        if let rest = value.pointerToLostDigits { return "/\(SchemaAddress.escaped(name))\(rest)" }
      }
      return nil
    default: return nil
    }
  }

  /// Returns whether a number is printed as a whole number, and not as exactly the one that it is.
  private static func mayHaveLostDigits(_ value: Double) -> Bool {
    let magnitude = value.magnitude
    // Beyond, numbers are printed with an exponent.
    guard magnitude >= 0x1p63, magnitude < 1e21 else { return false }
    let digits = JSONValue.number(magnitude).text()
    if magnitude < 0x1p64 { return digits != String(UInt64(magnitude)) }
    return digits.reversed().drop { $0 == "0" }.count > 15
  }
}
