/// Reads one JSON value leniently and writes it as strict JSON. Input that makes no sense ends the value.
struct LenientJSONReader {
  private let bytes: [UInt8]
  /// The index of the byte after what was read.
  private(set) var at: Int
  /// Whether the text read so far is certainly meant as JSON, even if it broke off: a member was complete, or
  /// the nesting is too deep to be read.
  private(set) var isSurelyJSON = false
  private var depth = 0
  private var out: [UInt8] = []
  private(set) var repairs: [JSONRepair] = []

  init(_ bytes: [UInt8], from start: Int) {
    self.bytes = bytes
    at = start
  }

  /// Returns the value as JSON; nil if there is none.
  mutating func read() -> [UInt8]? {
    value() ? out : nil
  }

  /// Whether anything but whitespace follows the value.
  var hasRest: Bool { !bytes[at...].allSatisfy(\.isJSONBlank) }

  private var byte: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func note(_ repair: JSONRepair) {
    if !repairs.contains(repair) { repairs.append(repair) }
  }

  // MARK: Between values

  private mutating func skip() {
    while let byte {
      if byte.isJSONBlank {
        at += 1
      } else if byte == UInt8(ascii: "/"), at + 1 < bytes.count,
        bytes[at + 1] == UInt8(ascii: "/") || bytes[at + 1] == UInt8(ascii: "*")
      {
        note(.comment)
        skipComment(isBlock: bytes[at + 1] == UInt8(ascii: "*"))
      } else if byte == UInt8(ascii: "#") {
        note(.comment)
        skipComment(isBlock: false)
      } else {
        return
      }
    }
  }

  private mutating func skipComment(isBlock: Bool) {
    if isBlock {
      at += 2
      while at < bytes.count, !bytes[at...].starts(with: "*/".utf8) { at += 1 }
      at = min(at + 2, bytes.count)
    } else {
      while let next = byte, next != 0x0a { at += 1 }
    }
  }

  // MARK: Values

  private mutating func value() -> Bool {
    skip()
    switch byte {
    case UInt8(ascii: "{")?: return container(closing: UInt8(ascii: "}"), hasNames: true)
    case UInt8(ascii: "[")?: return container(closing: UInt8(ascii: "]"), hasNames: false)
    case nil: return false
    default: break
    }
    if let quote = quote() { return string(quote) }
    return scalar()
  }

  private mutating func container(closing: UInt8, hasNames: Bool) -> Bool {
    guard let opening = byte else { return false }
    guard depth < 128 else {
      isSurelyJSON = true
      return false
    }
    depth += 1
    defer { depth -= 1 }
    at += 1
    out.append(opening)
    var isFirst = true
    var hasComma = true
    while true {
      skip()
      guard let byte else {
        note(.cut)
        out.append(closing)
        return true
      }
      if byte == closing {
        if hasComma, !isFirst { note(.extraComma) }
        at += 1
        out.append(closing)
        return true
      }
      if byte == UInt8(ascii: ",") {
        if hasComma { note(.extraComma) }
        hasComma = true
        at += 1
        continue
      }
      if !hasComma { note(.missingComma) }
      let mark = out.count
      if !isFirst { out.append(UInt8(ascii: ",")) }
      guard hasNames ? member() : value() else {
        // The rest makes no sense. What came before is kept if this is the end of the text.
        out.removeSubrange(mark...)
        guard at >= bytes.count else { return false }
        note(.cut)
        out.append(closing)
        return true
      }
      if hasNames { isSurelyJSON = true }
      isFirst = false
      hasComma = false
    }
  }

  private mutating func member() -> Bool {
    if let quote = quote() {
      guard string(quote, isName: true) else { return false }
    } else {
      let start = at
      while let next = byte, next.isJSONLetter || next == UInt8(ascii: "-") { at += 1 }
      guard at > start else { return false }
      note(.bareName)
      out += [UInt8(ascii: "\"")] + bytes[start..<at] + [UInt8(ascii: "\"")]
    }
    skip()
    guard byte == UInt8(ascii: ":") else { return false }
    at += 1
    out.append(UInt8(ascii: ":"))
    return value()
  }

  private static let words: [(String, String)] = [
    ("true", "true"), ("false", "false"), ("null", "null"), ("True", "true"), ("False", "false"),
    ("None", "null"), ("undefined", "null"), ("NaN", "null"),
  ]

  private mutating func scalar() -> Bool {
    let start = at
    while let next = byte, next.isJSONLetter || "+-.".utf8.contains(next) { at += 1 }
    let token = bytes[start..<at]
    guard !token.isEmpty else { return false }
    for (written, meant) in Self.words where token.elementsEqual(written.utf8) {
      if written != meant { note(.foreignWord) }
      out += meant.utf8
      return true
    }
    if (try? JSONValue(parsing: Array(token))) != nil {
      out += token
      return true
    }
    let bare = token.first == UInt8(ascii: "+") ? token.dropFirst() : token
    let digits = bare.first == UInt8(ascii: "-") ? bare.dropFirst() : bare
    let isPlain = digits.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    let hasZero =
      digits.count > 1 && digits.starts(with: "0".utf8) && !digits.starts(with: "0.".utf8)
    // At the end of the text the number may be incomplete.
    guard at < bytes.count, isPlain, !hasZero,
      let number = Double(String(decoding: bare, as: UTF8.self))
    else { return false }
    note(.number)
    out += JSONValue.number(number).text().utf8
    return true
  }

  // MARK: Strings

  /// A kind of quotation mark, with the byte sequences that close it.
  private struct Quote {
    var opening: [UInt8]
    var closing: [[UInt8]]
    var isUsual: Bool
  }

  private static let quotes: [Quote] = [
    Quote(opening: [0x22], closing: [[0x22]], isUsual: true),
    Quote(opening: [0x27], closing: [[0x27]], isUsual: false),
    Quote(
      opening: Array("“".utf8), closing: [Array("”".utf8), Array("“".utf8)], isUsual: false),
    Quote(opening: Array("‘".utf8), closing: [Array("’".utf8)], isUsual: false),
  ]

  private func quote() -> Quote? {
    Self.quotes.first { bytes[at...].starts(with: $0.opening) }
  }

  private mutating func string(_ quote: Quote, isName: Bool = false) -> Bool {
    if !quote.isUsual { note(.quotes) }
    at += quote.opening.count
    out.append(0x22)
    while let byte {
      if let closing = quote.closing.first(where: { bytes[at...].starts(with: $0) }) {
        guard isName || closes(at + closing.count) else {
          note(.innerQuotes)
          if byte == 0x22 { out.append(UInt8(ascii: "\\")) }
          out += closing
          at += closing.count
          continue
        }
        at += closing.count
        out.append(0x22)
        return true
      }
      switch byte {
      case UInt8(ascii: "\\"): escape()
      case 0x22:
        out += [UInt8(ascii: "\\"), 0x22]
        at += 1
      case ..<0x20:
        note(.rawControl)
        let digits = String(byte, radix: 16)
        out += "\\u00\(digits.count == 1 ? "0" : "")\(digits)".utf8
        at += 1
      default:
        out.append(byte)
        at += 1
      }
    }
    note(.cut)
    out.append(0x22)
    return true
  }

  /// Returns whether a quotation mark before a position closes its string: it does if the structure, a name
  /// with its colon, or the end of the text follows.
  private func closes(_ index: Int) -> Bool {
    let rest = bytes[index...].drop(while: \.isJSONBlank)
    guard let next = rest.first else { return true }
    // Of two quotation marks in a row before a structural character, the first belongs to the text.
    if next == UInt8(ascii: "\""), rest.startIndex == index, index > 0, bytes[index - 1] == next {
      let after = bytes[(index + 1)...].first { !$0.isJSONBlank }
      return !(after.map { ",}]:".utf8.contains($0) } ?? true)
    }
    guard !next.followsJSONString else { return true }
    let afterName = rest.drop { $0.isJSONLetter || $0 == UInt8(ascii: "-") }
    return afterName.startIndex > rest.startIndex
      && afterName.first { !$0.isJSONBlank } == UInt8(ascii: ":")
  }

  private mutating func escape() {
    guard at + 1 < bytes.count else {
      at += 1
      return
    }
    let letter = bytes[at + 1]
    switch letter {
    case UInt8(ascii: "u"):
      let digits = bytes[(at + 2)...].prefix(4).prefix(while: \.isHexadecimal)
      if digits.count == 4 {
        out += bytes[at..<(at + 6)]
        at += 6
      } else if digits.endIndex == bytes.count {
        // The text was cut off within an escape.
        at = bytes.count
      } else {
        keepBackslash()
      }
    case _ where "\"\\/bfnrt".utf8.contains(letter):
      out += [UInt8(ascii: "\\"), letter]
      at += 2
    case 0x27:
      // Needed in single quotes and redundant in double ones; JSON has no such escape.
      note(.badEscape)
      out.append(letter)
      at += 2
    case _ where letter.isJSONLetter && letter != UInt8(ascii: "_"): keepBackslash()
    default:
      // Before punctuation, as in Markdown, the backslash has no meaning and is dropped.
      note(.badEscape)
      at += 1
    }
  }

  /// Keeps a backslash before a letter that forms no escape: it is meant literally, as in a regular expression.
  private mutating func keepBackslash() {
    note(.badEscape)
    out += "\\\\".utf8
    at += 1
  }
}

extension UInt8 {
  fileprivate var isHexadecimal: Bool {
    (0x30...0x39).contains(self) || (0x61...0x66).contains(self | 0x20)
  }
}
