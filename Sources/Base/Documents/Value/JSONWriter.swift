extension JSONValue {
  /// The layout of a JSON text.
  public enum Style: Sendable, Hashable {
    /// On one line, without whitespace.
    case compact
    /// As ``compact``, for a line of JSON Lines: the line separators of Unicode are escaped, too, since some readers split
    /// lines at them.
    case line
    /// One member or element per line, indented by a number of spaces per level.
    case indented(Int)
    /// On one line with sorted names: equal values produce equal bytes, as digests need.
    case canonical
  }

  /// Returns the value as JSON text.
  public func text(_ style: Style = .compact) -> String {
    var writer = JSONWriter(style: style)
    writer.write(self, level: 0)
    if style == .line { writer.escapeLineSeparators() }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

private struct JSONWriter {
  let style: JSONValue.Style
  var bytes: [UInt8] = []

  init(style: JSONValue.Style) {
    self.style = style
  }

  mutating func write(_ value: JSONValue, level: Int) {
    switch value {
    case .null: add("null")
    case .bool(let value): add(value ? "true" : "false")
    case .integer(let value): add(String(value))
    case .number(let value): add(number(value))
    case .string(let value): write(value)
    case .array(let elements):
      write(elements, between: "[", and: "]", level: level) { $0.write($1, level: level + 1) }
    case .object(let object):
      let keys = style == .canonical ? object.keys.sorted { $0.isBefore($1) } : object.keys
      let members = keys.compactMap { key in object[key].map { (key, $0) } }
      write(members, between: "{", and: "}", level: level) { writer, member in
        writer.write(member.0)
        if case .indented = writer.style { writer.add(": ") } else { writer.add(":") }
        writer.write(member.1, level: level + 1)
      }
    }
  }

  /// Escapes U+0085, U+2028 and U+2029, which can only be in strings.
  mutating func escapeLineSeparators() {
    var escaped: [UInt8] = []
    var start = 0
    var position = 0
    while position < bytes.count {
      // Most bytes are none of the first bytes of a separator.
      guard bytes[position] == 0xC2 || bytes[position] == 0xE2,
        let separator = Self.separators.first(where: { bytes[position...].starts(with: $0.bytes) })
      else {
        position += 1
        continue
      }
      escaped += bytes[start..<position]
      escaped += separator.escape.utf8
      position += separator.bytes.count
      start = position
    }
    if start > 0 { bytes = escaped + bytes[start...] }
  }

  private static let separators: [(bytes: [UInt8], escape: String)] = [
    ([0xC2, 0x85], "\\u0085"), ([0xE2, 0x80, 0xA8], "\\u2028"), ([0xE2, 0x80, 0xA9], "\\u2029"),
  ]

  private mutating func write<Element>(
    _ elements: [Element], between open: String, and close: String, level: Int,
    each: (inout JSONWriter, Element) -> Void
  ) {
    add(open)
    for (position, element) in elements.enumerated() {
      if position > 0 { add(",") }
      newLine(level + 1)
      each(&self, element)
    }
    if !elements.isEmpty { newLine(level) }
    add(close)
  }

  private mutating func newLine(_ level: Int) {
    guard case .indented(let width) = style else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: width * level))
  }

  private mutating func add(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  /// Formats a number as ECMAScript does, and most JSON in the world: the shortest digits that round-trip,
  /// without exponent from 1e-6 up to 1e21.
  private func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    if let whole = Int(exactly: value) { return String(whole) }
    let parts = "\(value.magnitude)".split(separator: "e")
    var exponent = parts.count == 2 ? Int(parts[1]) ?? 0 : 0
    let mantissa = parts[0].split(separator: ".")
    var digits = mantissa.joined()
    exponent += mantissa[0].count
    let leading = digits.prefix { $0 == "0" }.count
    digits.removeFirst(leading)
    exponent -= leading
    while digits.last == "0" { digits.removeLast() }
    let sign = value < 0 ? "-" : ""
    // `exponent` is now the position of the decimal point relative to the first digit.
    switch exponent {
    case digits.count...21:
      return sign + digits + String(repeating: "0", count: exponent - digits.count)
    case 1..<max(1, digits.count):
      return sign + digits.prefix(exponent) + "." + digits.dropFirst(exponent)
    case -5...0: return sign + "0." + String(repeating: "0", count: -exponent) + digits
    default:
      let rest = digits.dropFirst()
      let point = rest.isEmpty ? "" : "." + rest
      return "\(sign)\(digits.prefix(1))\(point)e\(exponent > 0 ? "+" : "-")\(abs(exponent - 1))"
    }
  }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { writeContent($0) }
    if isWritten == nil { Array(text.utf8).withUnsafeBufferPointer { writeContent($0) } }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Prompts are long and need few escapes, so the bytes between two escapes are copied at once.
  private mutating func writeContent(_ content: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for at in content.indices where content[at].needsEscape {
      let byte = content[at]
      bytes.append(contentsOf: content[start..<at])
      start = at + 1
      switch byte {
      case UInt8(ascii: "\""): add("\\\"")
      case UInt8(ascii: "\\"): add("\\\\")
      case UInt8(ascii: "\n"): add("\\n")
      case UInt8(ascii: "\r"): add("\\r")
      case UInt8(ascii: "\t"): add("\\t")
      default:
        let digits = String(byte, radix: 16)
        add("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
      }
    }
    bytes.append(contentsOf: content[start...])
  }
}

extension UInt8 {
  /// Whether the byte must be escaped in a JSON string.
  fileprivate var needsEscape: Bool {
    self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
  }
}
