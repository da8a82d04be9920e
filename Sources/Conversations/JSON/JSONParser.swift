/// Why a text is not JSON.
public struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The byte at which it stops being JSON, from 0.
  public let offset: Int
  /// What is wrong there.
  public let message: String

  /// The message with its offset.
  public var description: String { "\(message) at byte \(offset)" }
}

extension JSONValue {
  /// Parses one JSON value (RFC 8259) and nothing after it.
  ///
  /// Our own, since Foundation's decoder loses the order of members and the place of an error.
  /// Depth is limited to 128 levels: the text may come from a model or from a stranger.
  public init(parsing bytes: some Collection<UInt8>) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes: ContiguousArray(bytes))
    self = try parser.document()
  }

  /// Parses a text.
  public init(parsing text: String) throws(JSONSyntaxError) {
    try self.init(parsing: text.utf8)
  }
}

private struct JSONParser {
  let bytes: ContiguousArray<UInt8>
  var at = 0
  var depth = 0

  static let maximumDepth = 128

  init(bytes: ContiguousArray<UInt8>) {
    self.bytes = bytes
  }

  mutating func document() throws(JSONSyntaxError) -> JSONValue {
    let value = try value()
    skipSpace()
    guard at == bytes.count else { throw error("text after the end of the value") }
    return value
  }

  func error(_ message: String) -> JSONSyntaxError {
    JSONSyntaxError(offset: at, message: at >= bytes.count ? "\(message): the text ends" : message)
  }

  mutating func skipSpace() {
    while at < bytes.count {
      switch bytes[at] {
      case 0x20, 0x0a, 0x0d, 0x09: at += 1
      default: return
      }
    }
  }

  mutating func value() throws(JSONSyntaxError) -> JSONValue {
    skipSpace()
    guard at < bytes.count else { throw error("expected a value") }
    switch bytes[at] {
    case UInt8(ascii: "{"):
      return try nested { parser throws(JSONSyntaxError) in
        .object(try parser.object())
      }
    case UInt8(ascii: "["):
      return try nested { parser throws(JSONSyntaxError) in
        .array(try parser.array())
      }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  mutating func nested(
    _ body: (inout JSONParser) throws(JSONSyntaxError) -> JSONValue
  ) throws(JSONSyntaxError) -> JSONValue {
    depth += 1
    guard depth <= Self.maximumDepth else {
      throw error("nested more than \(Self.maximumDepth) levels deep")
    }
    let value = try body(&self)
    depth -= 1
    return value
  }

  mutating func word(_ text: String, _ value: JSONValue) throws(JSONSyntaxError) -> JSONValue {
    guard bytes[at...].starts(with: text.utf8) else { throw error("expected '\(text)'") }
    at += text.utf8.count
    return value
  }

  mutating func expect(_ byte: UInt8, _ what: String) throws(JSONSyntaxError) {
    skipSpace()
    guard at < bytes.count, bytes[at] == byte else { throw error("expected \(what)") }
    at += 1
  }

  mutating func object() throws(JSONSyntaxError) -> JSONObject {
    var object = JSONObject()
    at += 1
    skipSpace()
    if at < bytes.count, bytes[at] == UInt8(ascii: "}") {
      at += 1
      return object
    }
    while true {
      skipSpace()
      guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else {
        throw error("expected a member's name in quotes")
      }
      let key = try string()
      try expect(UInt8(ascii: ":"), "':' after the name")
      object[key] = try value()
      skipSpace()
      if at < bytes.count, bytes[at] == UInt8(ascii: ",") {
        at += 1
        continue
      }
      try expect(UInt8(ascii: "}"), "',' or '}'")
      return object
    }
  }

  mutating func array() throws(JSONSyntaxError) -> [JSONValue] {
    var elements: [JSONValue] = []
    at += 1
    skipSpace()
    if at < bytes.count, bytes[at] == UInt8(ascii: "]") {
      at += 1
      return elements
    }
    while true {
      elements.append(try value())
      skipSpace()
      if at < bytes.count, bytes[at] == UInt8(ascii: ",") {
        at += 1
        continue
      }
      try expect(UInt8(ascii: "]"), "',' or ']'")
      return elements
    }
  }

  mutating func number() throws(JSONSyntaxError) -> JSONValue {
    let start = at
    var isWhole = true
    if at < bytes.count, bytes[at] == UInt8(ascii: "-") { at += 1 }
    let firstDigit = at
    try digits("a value")
    if bytes[firstDigit] == UInt8(ascii: "0"), at > firstDigit + 1 {
      at = firstDigit
      throw error("a number with a leading zero")
    }
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      isWhole = false
      at += 1
      try digits("a digit after the point")
    }
    if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      at += 1
      if at < bytes.count, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") {
        at += 1
      }
      try digits("a digit in the exponent")
    }
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    if isWhole, let value = Int(text) { return .integer(value) }
    guard let value = Double(text), value.isFinite else {
      at = start
      throw error("a number that is too large")
    }
    return .number(value)
  }

  mutating func digits(_ what: String) throws(JSONSyntaxError) {
    let start = at
    while at < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[at]) { at += 1 }
    guard at > start else { throw error("expected \(what)") }
  }

  mutating func string() throws(JSONSyntaxError) -> String {
    at += 1
    var start = at
    var text = ""
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\""):
        text += try utf8(start..<at)
        at += 1
        return text
      case UInt8(ascii: "\\"):
        text += try utf8(start..<at)
        text.unicodeScalars.append(try escape())
        start = at
      case ..<0x20: throw error("a control character in a string")
      default: at += 1
      }
    }
    throw error("a string without closing quote")
  }

  func utf8(_ range: Range<Int>) throws(JSONSyntaxError) -> String {
    guard let text = String(validating: bytes[range], as: UTF8.self) else {
      throw JSONSyntaxError(offset: range.lowerBound, message: "invalid UTF-8 in a string")
    }
    return text
  }

  mutating func escape() throws(JSONSyntaxError) -> Unicode.Scalar {
    at += 1
    guard at < bytes.count else { throw error("an unfinished escape") }
    let simple: Unicode.Scalar? =
      switch bytes[at] {
      case UInt8(ascii: "\""): "\""
      case UInt8(ascii: "\\"): "\\"
      case UInt8(ascii: "/"): "/"
      case UInt8(ascii: "b"): "\u{8}"
      case UInt8(ascii: "f"): "\u{c}"
      case UInt8(ascii: "n"): "\n"
      case UInt8(ascii: "r"): "\r"
      case UInt8(ascii: "t"): "\t"
      default: nil
      }
    if let simple {
      at += 1
      return simple
    }
    guard bytes[at] == UInt8(ascii: "u") else { throw error("an unknown escape") }
    let unit = try codeUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    let isHigh = (0xd800...0xdbff).contains(unit)
    guard isHigh, bytes[at...].starts(with: "\\u".utf8) else { return "\u{fffd}" }
    let afterHigh = at
    at += 1
    let low = try codeUnit()
    guard (0xdc00...0xdfff).contains(low) else {
      at = afterHigh
      return "\u{fffd}"
    }
    return Unicode.Scalar(0x10000 + (unit - 0xd800) << 10 + (low - 0xdc00)) ?? "\u{fffd}"
  }

  /// Reads the four digits after `u`, at which the parser stands.
  mutating func codeUnit() throws(JSONSyntaxError) -> UInt32 {
    let digits = bytes[(at + 1)...].prefix(4)
    guard digits.count == 4, let text = String(validating: digits, as: UTF8.self),
      text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
      let value = UInt32(text, radix: 16)
    else { throw error("expected four hexadecimal digits") }
    at += 5
    return value
  }
}
