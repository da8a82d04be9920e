import _StringProcessing

/// Regular expressions of schemas (ECMA-262), executed by Swift's regex engine.
enum SchemaPattern {
  /// Returns the pattern. Throws a ``JSONSchemaError`` if it is invalid, or could take exponential time.
  static func checked(_ pattern: String, at path: String) throws(JSONSchemaError) -> String {
    if let risk = PatternRisk(pattern, in: .schema) {
      throw JSONSchemaError(path: path, message: risk.message, hint: risk.hint)
    }
    guard (try? Regex(swift(pattern))) != nil else {
      throw JSONSchemaError(path: path, message: "'\(pattern)' is not a regular expression")
    }
    return pattern
  }

  /// Compiles a pattern that ``checked(_:at:)`` has accepted.
  static func regex(_ pattern: String) -> Regex<AnyRegexOutput>? {
    guard let regex = try? Regex(swift(pattern)) else { return nil }
    return regex.matchingSemantics(.unicodeScalar)
  }

  /// Translates a pattern to Swift's dialect, which differs little: in ECMA-262 `\d` and `\w` are ASCII, and
  /// `$` matches only at the end of the text.
  private static func swift(_ pattern: String) -> String {
    var result = ""
    var isInClass = false
    var characters = pattern[...]
    while let character = characters.popFirst() {
      switch character {
      case "\\":
        let next = characters.popFirst()
        switch next {
        case "d": result += isInClass ? "0-9" : "[0-9]"
        case "D" where !isInClass: result += "[^0-9]"
        case "w": result += isInClass ? "A-Za-z0-9_" : "[A-Za-z0-9_]"
        case "W" where !isInClass: result += "[^A-Za-z0-9_]"
        case "s":
          let whitespace =
            "\\u0009-\\u000D\\u0020\\u00A0\\u1680\\u2000\\u2001\\u2002-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000\\uFEFF"
          result += isInClass ? whitespace : "[\(whitespace)]"
        case "S" where !isInClass:
          result +=
            "[^\\u0009-\\u000D\\u0020\\u00A0\\u1680\\u2000\\u2001\\u2002-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000\\uFEFF]"
        case "c":
          // `\cA` is the control character for a letter.
          if let letter = characters.popFirst(), let value = letter.asciiValue {
            result += "\\u00" + (value & 31 < 16 ? "0" : "") + String(value & 31, radix: 16)
          }
        case let next?: result += "\\\(next)"
        case nil: result += "\\"
        }
      case "$" where !isInClass: result += "\\z"
      case "[":
        result += isInClass ? "\\[" : "["
        isInClass = true
      case "]":
        result += "]"
        isInClass = false
      default: result.append(character)
      }
    }
    return result
  }
}
