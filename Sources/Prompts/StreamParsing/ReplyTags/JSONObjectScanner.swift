import Documents

/// Finds the end of a JSON object without parsing it, even if it only resembles JSON.
///
/// It understands strings in either kind of quotes, unescaped quotes inside strings, and comments, so that a brace
/// inside a string does not end the object early. Square brackets do not count: a mismatched one must not make the
/// rest of the payload visible.
struct JSONObjectScanner: Sendable {
  enum Verdict: Sendable, Hashable {
    case inside
    /// This byte closes the object.
    case closed
    /// The object was never closed and ended this many bytes ago, the current byte included.
    case ended(bytesAgo: Int)
  }

  private enum Place: Sendable {
    case structure
    case string(UInt8)
    case escape(UInt8)
    /// After a quote that closes its string if structure follows.
    case quote(UInt8)
    /// After two quotes; the first is part of the string if the second closes it.
    case twoQuotes(UInt8)
    /// After such a quote, in a word that is the next member name if a colon follows.
    case word(UInt8, isOver: Bool)
    /// After a slash that may start a comment or a closing tag.
    case slash(isAfterBracket: Bool)
    case lineComment
    case blockComment(isAfterStar: Bool)
  }

  /// Whether the object is inside a code fence, whose closing backticks end it.
  private let isFenced: Bool
  private var place = Place.structure
  private var depth = 0
  /// The last structural byte that was not whitespace.
  private var last: UInt8 = 0
  /// The whitespace bytes directly before, and the line breaks among them.
  private var whitespaceCount = 0
  private var lineBreaks = 0
  private var isLineBlank = false
  private var ticks = 0

  init(isFenced: Bool) {
    self.isFenced = isFenced
  }

  /// Consumes the next byte, beginning with the opening brace.
  mutating func consume(_ byte: UInt8) -> Verdict {
    if isFenced, isFenceEnd(byte) { return .ended(bytesAgo: 3) }
    isLineBlank = byte == 0x0a || isLineBlank && (byte.isBlank || byte == UInt8(ascii: "`"))
    return step(byte)
  }

  private mutating func step(_ byte: UInt8) -> Verdict {
    defer {
      whitespaceCount = byte.isBlank ? whitespaceCount + 1 : 0
      lineBreaks = byte == 0x0a ? lineBreaks + 1 : byte.isBlank ? lineBreaks : 0
    }
    if beginsParagraph(byte) { return .ended(bytesAgo: whitespaceCount + 1) }
    switch place {
    case .structure: return consumeStructure(byte)
    case .string(let quote):
      if byte == UInt8(ascii: "\\") {
        place = .escape(quote)
      } else if byte == quote {
        place = .quote(quote)
      }
    case .escape(let quote): place = .string(quote)
    case .quote(let quote):
      if byte.isBlank { break }
      if byte == quote, whitespaceCount == 0 {
        place = .twoQuotes(quote)
        break
      }
      if byte.isJSONLetter {
        place = .word(quote, isOver: false)
        break
      }
      place = byte.followsJSONString ? .structure : .string(quote)
      return step(byte)
    case .twoQuotes(let quote):
      if byte.isBlank { break }
      place = ",}]:".utf8.contains(byte) ? .structure : .string(quote)
      return step(byte)
    case .word(let quote, let isOver):
      if byte.isBlank {
        place = .word(quote, isOver: true)
      } else if isOver || !byte.isJSONLetter && byte != UInt8(ascii: "-") {
        place = byte == UInt8(ascii: ":") ? .structure : .string(quote)
        return step(byte)
      }
    case .slash(let isAfterBracket):
      if isAfterBracket, byte.isLetterOrDigit { return .ended(bytesAgo: 3) }
      switch byte {
      case UInt8(ascii: "/"): place = .lineComment
      case UInt8(ascii: "*"): place = .blockComment(isAfterStar: false)
      default:
        place = .structure
        return consumeStructure(byte)
      }
    case .lineComment: if byte == 0x0a { place = .structure }
    case .blockComment(let isAfterStar):
      place =
        isAfterStar && byte == UInt8(ascii: "/")
        ? .structure : .blockComment(isAfterStar: byte == UInt8(ascii: "*"))
    }
    return .inside
  }

  private mutating func consumeStructure(_ byte: UInt8) -> Verdict {
    let previous = last
    if !byte.isBlank { last = byte }
    switch byte {
    case UInt8(ascii: "\""): place = .string(byte)
    // Anywhere else it is an apostrophe.
    case UInt8(ascii: "'") where "{[,:".utf8.contains(previous): place = .string(byte)
    case UInt8(ascii: "/"):
      place = .slash(isAfterBracket: previous == UInt8(ascii: "[") && whitespaceCount == 0)
    case UInt8(ascii: "#"): place = .lineComment
    case UInt8(ascii: "{"): depth += 1
    case UInt8(ascii: "}"): depth -= 1
    default: break
    }
    return depth <= 0 ? .closed : .inside
  }

  /// Whether a word after a blank line, where no value is expected, shows that the object was never closed.
  private func beginsParagraph(_ byte: UInt8) -> Bool {
    guard lineBreaks > 1, whitespaceCount < ReplyTagParser.maximumGivenBack,
      byte >= 0x80 || byte.isLetterOrDigit
    else { return false }
    switch place {
    case .structure: return !"{[,:".utf8.contains(last)
    case .quote: return true
    default: return false
    }
  }

  /// Whether a third backtick ends the fence. Inside a string it does so only at the start of a line, where JSON
  /// cannot have a string.
  private mutating func isFenceEnd(_ byte: UInt8) -> Bool {
    guard byte == UInt8(ascii: "`") else {
      ticks = 0
      return false
    }
    switch place {
    case .structure, .quote, .twoQuotes, .word, .slash: ticks += 1
    case .string, .escape, .lineComment, .blockComment: ticks = isLineBlank ? ticks + 1 : 0
    }
    return ticks == 3
  }
}
