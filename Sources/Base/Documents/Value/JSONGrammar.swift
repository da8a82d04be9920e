import SourceFiles

/// Why a text is not valid JSON.
public struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The index of the first invalid byte, from 0.
  public var offset: Int
  /// What is wrong there.
  public var message: String

  /// Creates an error at the index of a byte.
  public init(offset: Int, message: String) {
    self.offset = offset
    self.message = message
  }

  /// The message, followed by the offset.
  public var description: String { "\(message) at byte \(offset)" }
}

/// Validates a text against RFC 8259 and records where its values are.
struct JSONGrammar {
  private(set) var entries: [JSONIndex.Entry]
  private var at = 0
  private var depth = 0

  static let maximumDepth = 128

  /// Creates a validator that reuses the memory of a list of entries.
  init(entries: consuming [JSONIndex.Entry]) {
    self.entries = entries
    self.entries.removeAll(keepingCapacity: true)
  }

  mutating func document(_ bytes: Span<UInt8>) throws(JSONSyntaxError) {
    do throws(JSONSyntaxError) {
      guard bytes.count < UInt32.max else { throw error("a text of more than 4 GB", bytes) }
      try value(bytes)
      skipSpace(bytes)
      guard at == bytes.count else { throw error("text after the end of the value", bytes) }
    } catch {
      entries.removeAll(keepingCapacity: true)
      throw error
    }
  }

  private func error(_ message: String, _ bytes: Span<UInt8>) -> JSONSyntaxError {
    JSONSyntaxError(offset: at, message: at >= bytes.count ? "\(message): the text ends" : message)
  }

  private mutating func skipSpace(_ bytes: Span<UInt8>) {
    while at < bytes.count {
      switch bytes[at] {
      case 0x20, 0x0a, 0x0d, 0x09: at += 1
      default: return
      }
    }
  }

  private mutating func value(_ bytes: Span<UInt8>) throws(JSONSyntaxError) {
    skipSpace(bytes)
    guard at < bytes.count else { throw error("expected a value", bytes) }
    let position = entries.count
    entries.append(JSONIndex.Entry(kind: .null, start: UInt32(at)))
    let kind: JSONIndex.Entry.Kind
    switch bytes[at] {
    case UInt8(ascii: "{"):
      try open(bytes)
      try members(bytes)
      depth -= 1
      kind = .object
    case UInt8(ascii: "["):
      try open(bytes)
      try elements(bytes)
      depth -= 1
      kind = .array
    case UInt8(ascii: "\""): kind = try string(bytes)
    case UInt8(ascii: "t"):
      try word("true", bytes)
      kind = .true
    case UInt8(ascii: "f"):
      try word("false", bytes)
      kind = .false
    case UInt8(ascii: "n"):
      try word("null", bytes)
      kind = .null
    default:
      try number(bytes)
      kind = .number
    }
    close(position, as: kind)
  }

  private mutating func close(_ position: Int, as kind: JSONIndex.Entry.Kind) {
    entries[position].kind = kind
    entries[position].end = UInt32(at)
    entries[position].next = UInt32(entries.count)
  }

  private mutating func open(_ bytes: Span<UInt8>) throws(JSONSyntaxError) {
    depth += 1
    guard depth <= Self.maximumDepth else {
      throw error("nested more than \(Self.maximumDepth) levels deep", bytes)
    }
    at += 1
    skipSpace(bytes)
  }

  private mutating func word(_ text: StaticString, _ bytes: Span<UInt8>) throws(JSONSyntaxError) {
    let count = text.utf8CodeUnitCount
    let fits = text.withUTF8Buffer { text in
      guard at + count <= bytes.count else { return false }
      for offset in 0..<count where bytes[at + offset] != text[offset] { return false }
      return true
    }
    guard fits else { throw error("expected '\(text)'", bytes) }
    at += count
  }

  private mutating func expect(_ byte: UInt8, as what: String, _ bytes: Span<UInt8>)
    throws(JSONSyntaxError)
  {
    skipSpace(bytes)
    guard at < bytes.count, bytes[at] == byte else { throw error("expected \(what)", bytes) }
    at += 1
  }

  private mutating func members(_ bytes: Span<UInt8>) throws(JSONSyntaxError) {
    if at < bytes.count, bytes[at] == UInt8(ascii: "}") {
      at += 1
      return
    }
    while true {
      skipSpace(bytes)
      guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else {
        throw error("expected a member's name in quotes", bytes)
      }
      let position = entries.count
      entries.append(JSONIndex.Entry(kind: .null, start: UInt32(at)))
      close(position, as: try string(bytes))
      try expect(UInt8(ascii: ":"), as: "':' after the name", bytes)
      try value(bytes)
      skipSpace(bytes)
      if at < bytes.count, bytes[at] == UInt8(ascii: ",") {
        at += 1
        continue
      }
      return try expect(UInt8(ascii: "}"), as: "',' or '}'", bytes)
    }
  }

  private mutating func elements(_ bytes: Span<UInt8>) throws(JSONSyntaxError) {
    if at < bytes.count, bytes[at] == UInt8(ascii: "]") {
      at += 1
      return
    }
    while true {
      try value(bytes)
      skipSpace(bytes)
      if at < bytes.count, bytes[at] == UInt8(ascii: ",") {
        at += 1
        continue
      }
      return try expect(UInt8(ascii: "]"), as: "',' or ']'", bytes)
    }
  }

  private mutating func number(_ bytes: Span<UInt8>) throws(JSONSyntaxError) {
    if bytes[at] == UInt8(ascii: "-") { at += 1 }
    let firstDigit = at
    try digits("a value", bytes)
    if bytes[firstDigit] == UInt8(ascii: "0"), at > firstDigit + 1 {
      at = firstDigit
      throw error("a number with a leading zero", bytes)
    }
    if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
      at += 1
      try digits("a digit after the point", bytes)
    }
    if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
      at += 1
      if at < bytes.count, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") {
        at += 1
      }
      try digits("a digit in the exponent", bytes)
    }
  }

  private mutating func digits(_ what: String, _ bytes: Span<UInt8>) throws(JSONSyntaxError) {
    let start = at
    while at < bytes.count, bytes[at] &- UInt8(ascii: "0") < 10 { at += 1 }
    guard at > start else { throw error("expected \(what)", bytes) }
  }

  /// Reads a string from its opening to its closing quotation mark.
  private mutating func string(_ bytes: Span<UInt8>) throws(JSONSyntaxError)
    -> JSONIndex.Entry.Kind
  {
    at += 1
    let start = at
    var kind = JSONIndex.Entry.Kind.string
    var isASCII = true
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "\"") {
        if !isASCII { try checkUTF8(start..<at, bytes) }
        at += 1
        return kind
      }
      if byte == UInt8(ascii: "\\") {
        kind = .escapedString
        try escape(bytes)
      } else {
        guard byte >= 0x20 else { throw error("a control character in a string", bytes) }
        if byte >= 0x80 { isASCII = false }
        at += 1
      }
    }
    throw error("a string without closing quote", bytes)
  }

  private func checkUTF8(_ range: Range<Int>, _ bytes: Span<UInt8>) throws(JSONSyntaxError) {
    let isValid = bytes.extracting(range).withUnsafeBufferPointer {
      String(validating: $0, as: UTF8.self) != nil
    }
    guard isValid else {
      throw JSONSyntaxError(offset: range.lowerBound, message: "invalid UTF-8 in a string")
    }
  }

  private mutating func escape(_ bytes: Span<UInt8>) throws(JSONSyntaxError) {
    at += 1
    guard at < bytes.count else { throw error("an unfinished escape", bytes) }
    switch bytes[at] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      at += 1
    case UInt8(ascii: "u"):
      for offset in 1...4 {
        guard at + offset < bytes.count, bytes[at + offset].hexadecimalValue != nil else {
          throw error("expected four hexadecimal digits", bytes)
        }
      }
      at += 5
    default: throw error("an unknown escape", bytes)
    }
  }
}

extension JSONGrammar {
  /// Returns a text with null in place of the numbers that JSON does not have, outside of strings; nil if there are none.
  static func replacingNumbers(in text: ArraySlice<UInt8>) -> [UInt8]? {
    let words = ["NaN", "-NaN", "Infinity", "-Infinity", "+Infinity"].map { Array($0.utf8) }
    var result: [UInt8] = []
    var isInString = false
    var at = text.startIndex
    var hasReplaced = false
    while at < text.endIndex {
      let byte = text[at]
      if isInString, byte == UInt8(ascii: "\\"), at + 1 < text.endIndex {
        result += text[at...at + 1]
        at += 2
        continue
      }
      if byte == UInt8(ascii: "\"") { isInString.toggle() }
      if !isInString, let word = words.first(where: { text[at...].starts(with: $0) }) {
        result += "null".utf8
        at += word.count
        hasReplaced = true
        continue
      }
      result.append(byte)
      at += 1
    }
    return hasReplaced ? result : nil
  }
}

/// Decodes the contents of a validated string.
enum JSONEscapes {
  static func decoded(_ content: ArraySlice<UInt8>) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(content.count)
    var at = content.startIndex
    while at < content.endIndex {
      guard content[at] == UInt8(ascii: "\\") else {
        bytes.append(content[at])
        at += 1
        continue
      }
      let letter = content[at + 1]
      at += 2
      switch letter {
      case UInt8(ascii: "b"): bytes.append(0x8)
      case UInt8(ascii: "f"): bytes.append(0xc)
      case UInt8(ascii: "n"): bytes.append(0xa)
      case UInt8(ascii: "r"): bytes.append(0xd)
      case UInt8(ascii: "t"): bytes.append(0x9)
      case UInt8(ascii: "u"): bytes.append(contentsOf: String(scalar(in: content, at: &at)).utf8)
      default: bytes.append(letter)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads the digits after `\u`, and a second escape if the two form a surrogate pair. A lone surrogate
  /// becomes the replacement character.
  private static func scalar(in content: ArraySlice<UInt8>, at: inout Int) -> Unicode.Scalar {
    let unit = codeUnit(in: content, at: at)
    at += 4
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard content[at...].starts(with: "\\u".utf8),
      let scalar = Unicode.Scalar(
        highSurrogate: unit, lowSurrogate: codeUnit(in: content, at: at + 2))
    else { return "\u{fffd}" }
    at += 6
    return scalar
  }

  /// Returns the second half of a surrogate pair at the start of a string's contents, and the first half at the end, whose
  /// other halves are elsewhere.
  static func halves(_ content: ArraySlice<UInt8>) -> (low: UInt16?, high: UInt16?) {
    func unit(at index: Int) -> UInt16? {
      guard index >= content.startIndex, index + 6 <= content.endIndex,
        content[index...].starts(with: "\\u".utf8),
        // A backslash after an odd number of others is one itself.
        content[..<index].reversed().prefix(while: { $0 == UInt8(ascii: "\\") }).count.isMultiple(
          of: 2)
      else { return nil }
      return UInt16(codeUnit(in: content, at: index + 2))
    }
    return (
      low: unit(at: content.startIndex).flatMap { UTF16.isTrailSurrogate($0) ? $0 : nil },
      high: unit(at: content.endIndex - 6).flatMap { UTF16.isLeadSurrogate($0) ? $0 : nil }
    )
  }

  private static func codeUnit(in content: ArraySlice<UInt8>, at: Int) -> UInt32 {
    content[at..<(at + 4)].reduce(0) { $0 << 4 | UInt32($1.hexadecimalValue ?? 0) }
  }
}

extension UInt8 {
  fileprivate var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
