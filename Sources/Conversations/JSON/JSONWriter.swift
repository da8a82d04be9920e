extension JSONValue {
  /// How a value is written.
  public enum Style: Sendable, Hashable {
    /// On one line, without blanks.
    case compact
    /// One member a line, indented by so many blanks a level.
    case indented(Int)
    /// On one line with sorted names: equal values give equal bytes. For digests.
    case canonical
  }

  /// The value as JSON text.
  public func text(_ style: Style = .compact) -> String {
    var writer = JSONWriter(style: style)
    writer.write(self, level: 0)
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
      write("[", "]", elements, level: level) { $0.write($1, level: level + 1) }
    case .object(let object):
      let keys = style == .canonical ? object.keys.sorted() : object.keys
      let members = keys.compactMap { key in object[key].map { (key, $0) } }
      write("{", "}", members, level: level) { writer, member in
        writer.write(member.0)
        if case .indented = writer.style { writer.add(": ") } else { writer.add(":") }
        writer.write(member.1, level: level + 1)
      }
    }
  }

  private mutating func write<Element>(
    _ open: String, _ close: String, _ elements: [Element], level: Int,
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

  /// JSON has one kind of number, so a whole `Double` is written without its `.0`.
  private func number(_ value: Double) -> String {
    if let whole = Int(exactly: value) { return String(whole) }
    return value.isFinite ? "\(value)" : "null"
  }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): add("\\\"")
      case UInt8(ascii: "\\"): add("\\\\")
      case UInt8(ascii: "\n"): add("\\n")
      case UInt8(ascii: "\r"): add("\\r")
      case UInt8(ascii: "\t"): add("\\t")
      case ..<0x20:
        let digits = String(byte, radix: 16)
        add("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
